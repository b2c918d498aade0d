import { createHash, randomUUID } from 'node:crypto';
import { DAY_MS, HOUR_MS, MINUTE_MS, startOfDay, type UsageOutcome } from '../../domain/call/usage.ts';
import type { RefusalCode } from '../../foundation/errors.ts';
import type { Database } from '../database/database.ts';
import { durationsBy, makeDayPartitions, PARTITIONS_LOCK } from './partitions.ts';

/**
 * A series of calls: all that tells calls apart but time and outcome. Things are named, so that reports stay readable
 * after they are deleted. Facts that were not known when a call was refused are null.
 */
export type UsageSeries = {
  readonly orgId: string;
  readonly catalog: string;
  readonly consumerOrg: string | null;
  readonly application: string | null;
  readonly subscriptionId: string | null;
  /** `name:version` */
  readonly product: string | null;
  readonly plan: string | null;
  /** `name:version` */
  readonly api: string | null;
  /**
   * `GET /customers/{id}`, or the operation of a GraphQL document. The latter is its kind, or the id of a registered
   * one.
   */
  readonly operation: string | null;
};

/** The code of calls that a limit would have refused if it were enforced. */
export const MEASURED = 'MEASURED';

/** Calls of one series with one outcome in one minute. */
export type UsageCount = {
  readonly series: UsageSeries;
  /** The beginning of the minute. */
  readonly minute: Date;
  readonly outcome: UsageOutcome;
  /** The code of the refusal. Null where the back-end answered, or MEASURED where a limit would have refused the call. */
  readonly code: RefusalCode | typeof MEASURED | null;
  /** Calls by bucket of domain/latency.ts */
  readonly durations: readonly number[];
};

/** Units that answers to calls of one series told, in one minute. */
export type MeterCount = {
  readonly series: UsageSeries;
  /** The beginning of the minute. */
  readonly minute: Date;
  /** The name of a meter of the API. */
  readonly meter: string;
  readonly units: number;
  /** Answers whose units could not be told. They count as none. */
  readonly faults: number;
};

/** Counts that are written together. The same sequence stands for the same counts, however often it is sent. */
export type UsageBatch = {
  /** Rises with every batch of a writer. */
  readonly sequence: number;
  readonly at: Date;
  readonly counts: readonly UsageCount[];
  readonly meters: readonly MeterCount[];
  /** The last use of each credential by its id, in milliseconds since 1970. */
  readonly lastUse: ReadonlyMap<string, number>;
};

/** The store of usage. It is one file, so that it can be replaced; reports read the same tables. */
export type UsageStore = {
  /**
   * Adds a batch, all of it or nothing, and once. A batch whose answer was lost is sent again.
   *
   * @throws the error of the database; then nobody knows whether it was written
   */
  write(batch: UsageBatch): Promise<void>;
};

/**
 * Recognizes a repeated batch by the sequence of its writer. Rows are sorted, so that gateways that write at once wait
 * for each other without a deadlock.
 */
const WRITE = `
WITH turn AS (
  INSERT INTO "UsageWriter" AS writer (id, sequence, at) VALUES ($1, $2, $3)
  ON CONFLICT (id) DO UPDATE SET sequence = EXCLUDED.sequence, at = EXCLUDED.at
    WHERE writer.sequence < EXCLUDED.sequence
  RETURNING id
), used AS (
  UPDATE "Credential" SET "lastUsedAt" = GREATEST("lastUsedAt", given.at)
  FROM (SELECT given.* FROM turn, unnest($6::uuid[], $7::timestamptz[]) AS given(id, at) ORDER BY given.id) AS given
  WHERE "Credential".id = given.id
), used_key AS (
  UPDATE "ApiKey" SET "lastUsedAt" = GREATEST("lastUsedAt", given.at)
  FROM (SELECT given.* FROM turn, unnest($6::uuid[], $7::timestamptz[]) AS given(id, at) ORDER BY given.id) AS given
  WHERE "ApiKey".id = given.id
), used_certificate AS (
  UPDATE "ClientCertificate" SET "lastUsedAt" = GREATEST("lastUsedAt", given.at)
  FROM (SELECT given.* FROM turn, unnest($6::uuid[], $7::timestamptz[]) AS given(id, at) ORDER BY given.id) AS given
  WHERE "ClientCertificate".id = given.id
), called AS (
  INSERT INTO "UsageSeries" (id, "orgId", catalog, "consumerOrg", application, "subscriptionId", product, plan, api,
    operation, "lastDay")
  SELECT given.* FROM turn, jsonb_to_recordset($4::jsonb) AS given(id uuid, "orgId" uuid, catalog text,
    "consumerOrg" text, application text, "subscriptionId" uuid, product text, plan text, api text, operation text,
    "lastDay" timestamptz) ORDER BY given.id
  ON CONFLICT (id) DO UPDATE SET "lastDay" = EXCLUDED."lastDay" WHERE "UsageSeries"."lastDay" < EXCLUDED."lastDay"
), minutes AS (
  INSERT INTO "UsageMinute" AS known (series, minute, outcome, code, calls, durations)
  SELECT given.* FROM turn, jsonb_to_recordset($8::jsonb) AS given(series uuid, "from" timestamptz,
    outcome "UsageOutcome", code text, calls int, durations int[])
    ORDER BY given.series, given."from", given.outcome, given.code
  ON CONFLICT (series, minute, outcome, code) DO UPDATE SET calls = known.calls + EXCLUDED.calls,
    durations = ${durationsBy((at) => `known.durations${at} + EXCLUDED.durations${at}`)}
), metered AS (
  INSERT INTO "MeterHour" AS known (series, hour, meter, units, faults)
  SELECT given.* FROM turn, jsonb_to_recordset($9::jsonb) AS given(series uuid, "from" timestamptz, meter text,
    units int8, faults int) ORDER BY given.series, given."from", given.meter
  ON CONFLICT (series, hour, meter) DO UPDATE SET units = known.units + EXCLUDED.units,
    faults = known.faults + EXCLUDED.faults
)
INSERT INTO "UsageHour" AS known (series, hour, outcome, code, calls, durations)
SELECT given.* FROM turn, jsonb_to_recordset($5::jsonb) AS given(series uuid, "from" timestamptz, outcome "UsageOutcome",
  code text, calls int, durations int[]) ORDER BY given.series, given."from", given.outcome, given.code
ON CONFLICT (series, hour, outcome, code) DO UPDATE SET calls = known.calls + EXCLUDED.calls,
  durations = ${durationsBy((at) => `known.durations${at} + EXCLUDED.durations${at}`)}`;

/**
 * Keeps usage in PostgreSQL, embedded or a server. Hours and minutes are in partitions of a day, which the first batch
 * of a day makes.
 */
export class DatabaseUsageStore implements UsageStore {
  readonly #database: Pick<Database, 'query' | 'execute'>;
  readonly #writer = randomUUID();
  /** The starts of the days that have a partition. */
  readonly #prepared = new Set<number>();

  constructor(database: Pick<Database, 'query' | 'execute'>) {
    this.#database = database;
  }

  async write({ sequence, at, counts, meters, lastUse }: UsageBatch): Promise<void> {
    const all = [...counts, ...meters];
    try {
      await this.#prepare(all);
      const ids = idsOf(all);
      await this.#database.query(WRITE, [
        this.#writer,
        sequence,
        at,
        JSON.stringify(seriesRows(all, ids)),
        JSON.stringify(countRows(counts, ids, HOUR_MS)),
        [...lastUse.keys()],
        [...lastUse.values()].map((used) => new Date(used).toISOString()),
        JSON.stringify(countRows(counts, ids, MINUTE_MS)),
        JSON.stringify(meterRows(meters, ids)),
      ]);
    } catch (error) {
      // A partition may have been dropped meanwhile.
      this.#prepared.clear();
      throw error;
    }
  }

  /** Prepares partitions, the next day's too, so that nobody waits at midnight. */
  async #prepare(counts: readonly InSeries[]): Promise<void> {
    const days = new Set(counts.map(({ minute }) => startOfDay(minute).getTime()));
    const missing = [...days].filter((day) => !this.#prepared.has(day));
    if (missing.length === 0) return;
    const bounds = missing.flatMap((day) => [new Date(day), new Date(day + DAY_MS)]);
    await this.#database.execute([PARTITIONS_LOCK, ...bounds.flatMap(makeDayPartitions)].join(';\n'));
    for (const day of missing) this.#prepared.add(day);
  }
}

type InSeries = Pick<UsageCount, 'series' | 'minute'>;
type Ids = ReadonlyMap<UsageSeries, string>;

/** Computes the ids of series from their contents. Every gateway then knows them. */
function idsOf(counts: readonly InSeries[]): Ids {
  return new Map([...new Set(counts.map(({ series }) => series))].map((series) => [series, idOf(series)]));
}

function idOf(series: UsageSeries): string {
  const { orgId, catalog, consumerOrg, application, subscriptionId, product, plan, api, operation } = series;
  const parts = [orgId, catalog, consumerOrg, application, subscriptionId, product, plan, api, operation];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}

function seriesRows(counts: readonly InSeries[], ids: Ids): unknown[] {
  const rows = new Map<string, unknown>();
  const inTime = [...counts].sort((a, b) => a.minute.getTime() - b.minute.getTime());
  for (const { series, minute } of inTime) {
    const id = ids.get(series) ?? '';
    rows.set(id, { ...series, id, lastDay: startOfDay(minute) });
  }
  return [...rows.values()];
}

/** Merges rows of one series in buckets of a length. Its names stay where ids change. */
function countRows(counts: readonly UsageCount[], ids: Ids, ms: number): unknown[] {
  const rows = new Map<string, Row>();
  for (const { series, minute, outcome, code, durations } of counts) {
    const from = startOf(minute, ms);
    const row = { series: ids.get(series), from, outcome, code: code ?? '' };
    const key = JSON.stringify(row);
    const known = rows.get(key)?.durations;
    const sums = durations.map((count, bucket) => count + (known?.[bucket] ?? 0));
    rows.set(key, { ...row, durations: sums, calls: callsOf(sums) });
  }
  return [...rows.values()];
}

const startOf = (minute: Date, ms: number) => new Date(Math.floor(minute.getTime() / ms) * ms);

/** Merges units by the hour. */
function meterRows(meters: readonly MeterCount[], ids: Ids): unknown[] {
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
