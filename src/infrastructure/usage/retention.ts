import { DAY_MS, MINUTES_KEPT_MS, startOfDay } from '../../domain/call/usage.ts';
import type { Database, Statements } from '../database/database.ts';
import { callsInBucket, hoursIn, packedDaysIn, unpacked } from './counted.ts';
import { ADDED_DURATIONS, keptDurations } from './histograms.ts';
import { dayTables, type HourTable, makeMonthPartition, PARTITIONS_LOCK } from './partitions.ts';

/** A partition whose time is over. That of a day's hours is summed up before it is dropped. */
type EndedPartition = {
  readonly name: string;
  /** Null where it is only dropped. */
  readonly hours: { readonly table: HourTable; readonly day: Date } | null;
};

type UsageRetention = { readonly hourlyUsageDays: number; readonly usageDays: number };

/** Finds days whose minutes or hours have expired, then expired months. */
export async function endedPartitions(
  { query }: Pick<Database, 'query'>,
  now: Date,
  { hourlyUsageDays, usageDays }: UsageRetention,
): Promise<EndedPartition[]> {
  const partitions = await query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent IN ('"UsageMinute"'::regclass, '"UsageHour"'::regclass, '"UsagePackedDay"'::regclass,
      '"UsageDay"'::regclass, '"MeterHour"'::regclass, '"MeterDay"'::regclass, '"FieldSetDay"'::regclass)
    ORDER BY relname DESC`,
  );
  const today = startOfDay(now).getTime();
  return partitions.flatMap(({ name }): EndedPartition[] => {
    const [, table = '', year = '', month = '', day] = /^(\w+)_(\d{4})(\d\d)(\d\d)?$/.exec(name) ?? [];
    if (day === undefined) {
      const end = Date.UTC(Number(year), Number(month));
      return end < today - usageDays * DAY_MS ? [{ name, hours: null }] : [];
    }
    const start = new Date(`${year}-${month}-${day}T00:00:00Z`);
    if (!isHourTable(table))
      return start.getTime() + DAY_MS <= today - MINUTES_KEPT_MS ? [{ name, hours: null }] : [];
    return start.getTime() < today - hourlyUsageDays * DAY_MS ? [{ name, hours: { table, day: start } }] : [];
  });
}

const isHourTable = (table: string): table is HourTable => Object.hasOwn(dayTables, table);

const sumOfCalls = (counts: string) => `
  INSERT INTO "UsageDay" AS known (series, day, outcome, code, calls, durations)
  SELECT series, $1::timestamptz, outcome, code, sum(calls), ${keptDurations((at) => `sum(${callsInBucket(at)})`)}
  FROM ${unpacked(counts)} AS hours GROUP BY series, outcome, code
  ON CONFLICT (series, day, outcome, code) DO UPDATE SET calls = known.calls + EXCLUDED.calls,
    durations = ${ADDED_DURATIONS}`;

/** Sums a partition of hours up by the day: $1. Rows of that day may be there already. */
const sums: Readonly<Record<HourTable, (partition: string) => string>> = {
  UsageHour: (partition) => sumOfCalls(hoursIn(partition)),
  UsagePackedDay: (partition) => sumOfCalls(packedDaysIn(partition)),
  MeterHour: (partition) => `
    INSERT INTO "MeterDay" AS known (series, day, meter, units, faults)
    SELECT series, $1::timestamptz, meter, sum(units), sum(faults) FROM "${partition}" GROUP BY series, meter
    ON CONFLICT (series, day, meter) DO UPDATE SET units = known.units + EXCLUDED.units,
      faults = known.faults + EXCLUDED.faults`,
};

/**
 * Sums the hours of a partition up by the day, and drops it. It does all or nothing. A concurrent writer of these hours
 * waits and adds to a new partition of that day, which is summed up in its turn.
 */
export async function keepPartition(
  { query, execute }: Statements,
  { name, hours }: EndedPartition,
): Promise<void> {
  if (hours) {
    const { table, day } = hours;
    await execute(
      `LOCK TABLE "${name}" IN SHARE MODE; ${PARTITIONS_LOCK}; ${makeMonthPartition(dayTables[table], day)}`,
    );
    await query(sums[table](name), [day]);
  }
  await execute(`DROP TABLE "${name}"`);
}
