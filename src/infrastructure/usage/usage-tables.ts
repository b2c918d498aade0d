import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay } from '../../domain/call/usage.ts';
import type { Database } from '../database/database.ts';
import { countRows, fieldSetRows, type InSeries, idsOf, meterRows, seriesRows } from './batch-rows.ts';
import { KeptFieldSets } from './field-sets.ts';
import { ADDED_DURATIONS } from './histograms.ts';
import { makeDayPartitions, makeMonthPartition, PARTITIONS_LOCK } from './partitions.ts';
import type { FieldSetCount, UsageBatch } from './usage-batch.ts';

/**
 * Recognizes a repeated batch by the sequence of its writer. Where several are given, each of
 * them is new. Rows are sorted, so that gateways that write at once wait for each other without a deadlock.
 */
const WRITE = `
WITH turn AS (
  INSERT INTO "UsageWriter" AS writer (id, sequence, at)
  SELECT given.*, $3::timestamptz FROM unnest($1::uuid[], $2::int8[]) AS given(id, sequence) ORDER BY given.id
  ON CONFLICT (id) DO UPDATE SET sequence = EXCLUDED.sequence, at = EXCLUDED.at
    WHERE writer.sequence < EXCLUDED.sequence
  RETURNING id
), used AS (
  UPDATE "Credential" SET "lastUsedAt" = GREATEST("lastUsedAt", given.at)
  FROM (SELECT given.* FROM unnest($6::uuid[], $7::timestamptz[]) AS given(id, at) WHERE EXISTS (SELECT FROM turn)
    ORDER BY given.id) AS given
  WHERE "Credential".id = given.id
), used_key AS (
  UPDATE "ApiKey" SET "lastUsedAt" = GREATEST("lastUsedAt", given.at)
  FROM (SELECT given.* FROM unnest($6::uuid[], $7::timestamptz[]) AS given(id, at) WHERE EXISTS (SELECT FROM turn)
    ORDER BY given.id) AS given
  WHERE "ApiKey".id = given.id
), used_certificate AS (
  UPDATE "ClientCertificate" SET "lastUsedAt" = GREATEST("lastUsedAt", given.at)
  FROM (SELECT given.* FROM unnest($6::uuid[], $7::timestamptz[]) AS given(id, at) WHERE EXISTS (SELECT FROM turn)
    ORDER BY given.id) AS given
  WHERE "ClientCertificate".id = given.id
), called AS (
  INSERT INTO "UsageSeries" (id, "orgId", catalog, "consumerOrg", application, "subscriptionId", product, plan, api,
    operation, "lastDay", "unknownSetDay")
  SELECT given.* FROM jsonb_to_recordset($4::jsonb) AS given(id uuid, "orgId" uuid, catalog text,
    "consumerOrg" text, application text, "subscriptionId" uuid, product text, plan text, api text, operation text,
    "lastDay" timestamptz, "unknownSetDay" timestamptz) WHERE EXISTS (SELECT FROM turn)
    ORDER BY given.id
  ON CONFLICT (id) DO UPDATE SET "lastDay" = GREATEST("UsageSeries"."lastDay", EXCLUDED."lastDay"),
    "unknownSetDay" = GREATEST(EXCLUDED."unknownSetDay", COALESCE("UsageSeries"."unknownSetDay",
      CASE WHEN EXCLUDED."unknownSetDay" = 'epoch' THEN "UsageSeries"."lastDay" END))
    WHERE "UsageSeries"."lastDay" < EXCLUDED."lastDay"
      OR COALESCE("UsageSeries"."unknownSetDay" < EXCLUDED."unknownSetDay", EXCLUDED."unknownSetDay" IS NOT NULL)
), minutes AS (
  INSERT INTO "UsageMinute" AS known (series, minute, outcome, code, calls, durations)
  SELECT given.* FROM jsonb_to_recordset($8::jsonb) AS given(series uuid, "from" timestamptz,
    outcome "UsageOutcome", code text, calls int, durations int[]) WHERE EXISTS (SELECT FROM turn)
    ORDER BY given.series, given."from", given.outcome, given.code
  ON CONFLICT (series, minute, outcome, code) DO UPDATE SET calls = known.calls + EXCLUDED.calls,
    durations = ${ADDED_DURATIONS}
), metered AS (
  INSERT INTO "MeterHour" AS known (series, hour, meter, units, faults)
  SELECT given.* FROM jsonb_to_recordset($9::jsonb) AS given(series uuid, "from" timestamptz, meter text,
    units int8, faults int) WHERE EXISTS (SELECT FROM turn)
    ORDER BY given.series, given."from", given.meter
  ON CONFLICT (series, hour, meter) DO UPDATE SET units = known.units + EXCLUDED.units,
    faults = known.faults + EXCLUDED.faults
), fields AS (
  INSERT INTO "FieldSetDay" AS known (series, day, set, calls, "lastHour")
  SELECT given.* FROM jsonb_to_recordset($10::jsonb) AS given(series uuid, day timestamptz, set uuid, calls int8,
    "lastHour" timestamptz) WHERE EXISTS (SELECT FROM turn)
    ORDER BY given.series, given.day, given.set
  ON CONFLICT (series, day, set) DO UPDATE SET calls = known.calls + EXCLUDED.calls,
    "lastHour" = GREATEST(known."lastHour", EXCLUDED."lastHour")
)
INSERT INTO "UsageHour" AS known (series, hour, outcome, code, calls, durations)
SELECT given.* FROM jsonb_to_recordset($5::jsonb) AS given(series uuid, "from" timestamptz, outcome "UsageOutcome",
  code text, calls int, durations int[]) WHERE EXISTS (SELECT FROM turn)
    ORDER BY given.series, given."from", given.outcome, given.code
ON CONFLICT (series, hour, outcome, code) DO UPDATE SET calls = known.calls + EXCLUDED.calls,
  durations = ${ADDED_DURATIONS}`;

/** The counts of writers together, and how far each has come with them. */
type CountsOfWriters = Omit<UsageBatch, 'sequence'> & {
  /** The sequence of the last batch by writer. */
  readonly turns: ReadonlyMap<string, number>;
};

type Counts = Pick<UsageBatch, 'counts' | 'meters' | 'fieldSets'>;
/** The ids of sets of fields that are kept, by the counts that have them. */
type KeptSets = ReadonlyMap<FieldSetCount, string>;

/**
 * The tables of usage in PostgreSQL, embedded or a server. Hours and minutes are in partitions of a day, which the first
 * batch of a day makes.
 */
export class UsageTables {
  readonly #database: Pick<Database, 'query' | 'execute'>;
  /** The starts of the days that have a partition. */
  readonly #prepared = new Set<number>();
  readonly #fieldSets: KeptFieldSets;

  constructor(database: Pick<Database, 'query' | 'execute'>) {
    this.#database = database;
    this.#fieldSets = new KeptFieldSets(database);
  }

  /**
   * Prepares partitions and sets of fields for counts. The partitions are those of the next day, too.
   *
   * @returns the ids of the sets that are kept
   */
  async prepare({ counts, meters, fieldSets }: Counts): Promise<KeptSets> {
    await this.#makePartitions([...counts, ...meters, ...fieldSets]);
    return this.#fieldSets.keep(fieldSets);
  }

  /** Forgets what was prepared, because it may be gone. */
  forget(): void {
    this.#prepared.clear();
    this.#fieldSets.forget();
  }

  async #makePartitions(counts: readonly InSeries[]): Promise<void> {
    const days = new Set(counts.map(({ minute }) => startOfDay(minute).getTime()));
    const missing = [...days].filter((day) => !this.#prepared.has(day));
    if (missing.length === 0) return;
    const bounds = missing.flatMap((day) => [new Date(day), new Date(day + DAY_MS)]);
    const made = bounds.flatMap((day) => [...makeDayPartitions(day), makeMonthPartition('FieldSetDay', day)]);
    // Each by itself: to make two of them holds a table that another's write waits for, and waits for one that it holds.
    for (const each of made) await this.#database.execute(`${PARTITIONS_LOCK};\n${each}`);
    for (const day of missing) this.#prepared.add(day);
  }
}

/** Adds prepared counts to the tables, by one statement. */
export async function addCounts(
  { query }: Pick<Database, 'query'>,
  { turns, at, counts, meters, fieldSets, lastUse }: CountsOfWriters,
  sets: KeptSets,
): Promise<void> {
  const all = [...counts, ...meters, ...fieldSets];
  const ids = idsOf(all);
  await query(WRITE, [
    [...turns.keys()],
    [...turns.values()],
    at,
    JSON.stringify(seriesRows(all, { ids, fieldSets, sets })),
    JSON.stringify(countRows(counts, ids, HOUR_MS)),
    [...lastUse.keys()],
    [...lastUse.values()].map((used) => new Date(used).toISOString()),
    JSON.stringify(countRows(counts, ids, MINUTE_MS)),
    JSON.stringify(meterRows(meters, ids)),
    JSON.stringify(fieldSetRows(fieldSets, { ids, sets })),
  ]);
}
