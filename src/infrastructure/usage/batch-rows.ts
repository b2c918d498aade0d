import { createHash } from 'node:crypto';
import { HOUR_MS, startOfDay } from '../../domain/call/usage.ts';
import type { FieldSetCount, MeterCount, UsageCount, UsageSeries } from './usage-batch.ts';

/** Counts of a series in a minute. */
export type InSeries = Pick<UsageCount, 'series' | 'minute'>;
type Ids = ReadonlyMap<UsageSeries, string>;

/** Computes the ids of series from their contents. Every gateway then knows them. */
export function idsOf(counts: readonly InSeries[]): Ids {
  return new Map([...new Set(counts.map(({ series }) => series))].map((series) => [series, idOf(series)]));
}

function idOf(series: UsageSeries): string {
  const { orgId, catalog, consumerOrg, application, subscriptionId, product, plan, api, operation } = series;
  const parts = [orgId, catalog, consumerOrg, application, subscriptionId, product, plan, api, operation];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

type SeriesRowsInput = {
  readonly ids: Ids;
  readonly fieldSets: readonly FieldSetCount[];
  readonly sets: ReadonlyMap<FieldSetCount, string>;
};

/** The day of unknown fields of a REST series that has none. Null are those whose queries were never read. */
const NEVER = new Date(0);

/** Forms the rows of series. Each has its last day, and the last with calls whose fields are not known. */
export function seriesRows(
  counts: readonly InSeries[],
  { ids, fieldSets, sets }: SeriesRowsInput,
): unknown[] {
  const rows = new Map<string, unknown>();
  const unknown = fieldSets.filter((count) => !sets.has(count));
  const unknownDays = new Map([
    ...fieldSets.filter(({ isOfQuery }) => isOfQuery).map(({ series }) => [ids.get(series), NEVER] as const),
    ...inTime(unknown).map(({ series, minute }) => [ids.get(series), startOfDay(minute)] as const),
  ]);
  for (const { series, minute } of inTime(counts)) {
    const id = ids.get(series) ?? '';
    rows.set(id, { ...series, id, lastDay: startOfDay(minute), unknownSetDay: unknownDays.get(id) ?? null });
  }
  return [...rows.values()];
}

const inTime = <Count extends InSeries>(counts: readonly Count[]): Count[] =>
  [...counts].sort((a, b) => a.minute.getTime() - b.minute.getTime());

/** Merges rows of one series in buckets of a length. Its names stay where ids change. */
export function countRows(counts: readonly UsageCount[], ids: Ids, ms: number): unknown[] {
  const rows = new Map<string, Row>();
  for (const { series, minute, outcome, code, durations } of counts) {
    const from = startOf(minute, ms);
    const row = { series: ids.get(series), from, outcome, code: code ?? '' };
    const key = JSON.stringify(row);
    const known = rows.get(key)?.durations;
    const sums = durations.map((count, bucket) => count + (known?.[bucket] ?? 0));
    rows.set(key, { ...row, durations: sums, calls: callsOf(sums) });
  }
  // As `keptDurations` has them: an empty bucket is null.
  return [...rows.values()].map((row) => ({
    ...row,
    durations: row.durations.map((count) => count || null),
  }));
}

const startOf = (minute: Date, ms: number) => new Date(Math.floor(minute.getTime() / ms) * ms);

/** Merges units by the hour. */
export function meterRows(meters: readonly MeterCount[], ids: Ids): unknown[] {
  const rows = new Map<string, Pick<MeterCount, 'units' | 'faults'>>();
  for (const { series, minute, meter, units, faults } of meters) {
    const row = { series: ids.get(series), from: startOf(minute, HOUR_MS), meter };
    const key = JSON.stringify(row);
    const known = rows.get(key);
    rows.set(key, { ...row, units: units + (known?.units ?? 0), faults: faults + (known?.faults ?? 0) });
  }
  return [...rows.values()];
}

type Row = { readonly durations: readonly number[]; readonly calls: number };

const callsOf = (durations: readonly number[]) => durations.reduce((sum, count) => sum + count, 0);

type FieldSetRowsInput = { readonly ids: Ids; readonly sets: ReadonlyMap<FieldSetCount, string> };

/** Merges calls by set and day. Those whose set is not kept are left out. */
export function fieldSetRows(counts: readonly FieldSetCount[], { ids, sets }: FieldSetRowsInput): unknown[] {
  const rows = new Map<string, { readonly calls: number; readonly lastHour: Date }>();
  for (const count of inTime(counts)) {
    const set = sets.get(count);
    if (set === undefined) continue;
    const { series, minute, calls } = count;
    const row = { series: ids.get(series), day: startOfDay(minute), set };
    const key = JSON.stringify(row);
    const known = rows.get(key)?.calls ?? 0;
    rows.set(key, { ...row, calls: calls + known, lastHour: startOf(minute, HOUR_MS) });
  }
  return [...rows.values()];
}
