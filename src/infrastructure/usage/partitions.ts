import { DAY_MS } from '../../domain/call/usage.ts';

/** Lets one process at a time make or drop partitions, until its transaction ends. */
export const PARTITIONS_LOCK = `SELECT FROM pg_advisory_xact_lock(hashtext('gatehouse usage partitions'))`;

const digits = (day: Date, count: number) => day.toISOString().replaceAll('-', '').slice(0, count);

/** Tables of hours, with the tables of days that they are summed up in. */
export const dayTables = {
  UsageHour: 'UsageDay',
  UsagePackedDay: 'UsageDay',
  MeterHour: 'MeterDay',
} as const;
export type HourTable = keyof typeof dayTables;

/**
 * Makes the partitions for the hours and minutes of a day (UTC), unless they exist. A row is written again and again
 * within its time. Half of each page is free for that, so that a new version replaces an old one and no index changes.
 * (PostgreSQL, "Heap-Only Tuples")
 */
export function makeDayPartitions(day: Date): string[] {
  const bounds = range(day, new Date(day.getTime() + DAY_MS));
  return ['UsageHour', 'UsageMinute', 'MeterHour'].map(
    (table) =>
      `CREATE TABLE IF NOT EXISTS "${table}_${digits(day, 8)}" PARTITION OF "${table}" ${bounds} WITH (fillfactor = 50)`,
  );
}

/** Makes the partition for the packed hours of a day (UTC), unless it exists. */
export const makePackedPartition = (day: Date): string =>
  `CREATE TABLE IF NOT EXISTS "UsagePackedDay_${digits(day, 8)}" PARTITION OF "UsagePackedDay"
    ${range(day, new Date(day.getTime() + DAY_MS))}`;

/** Makes the partition for the month (UTC) of a day, unless it exists. */
export function makeMonthPartition(table: (typeof dayTables)[HourTable] | 'FieldSetDay', day: Date): string {
  const [year, month] = [day.getUTCFullYear(), day.getUTCMonth()];
  const [start, end] = [new Date(Date.UTC(year, month)), new Date(Date.UTC(year, month + 1))];
  return `CREATE TABLE IF NOT EXISTS "${table}_${digits(day, 6)}" PARTITION OF "${table}" ${range(start, end)}`;
}

const range = (from: Date, to: Date) =>
  `FOR VALUES FROM ('${from.toISOString()}') TO ('${to.toISOString()}')`;
