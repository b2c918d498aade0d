import { DAY_MS, HOUR_MS, startOfDay } from '../../domain/call/usage.ts';
import { type Database, LONG_MS, type Statements } from '../database/database.ts';
import { callsInBucket, packedDaysIn, unpacked } from './counted.ts';
import { ADDED_DURATIONS, keptDurations } from './histograms.ts';
import { makePackedPartition, PARTITIONS_LOCK } from './partitions.ts';

/**
 * Time from the end of a day until its hours are packed. Gateways write within seconds, or once an outage is over. What
 * comes later is packed in its turn.
 */
const PACKS_AFTER_MS = 2 * HOUR_MS;

/**
 * The migration since which packed days are read, and a time. Processes of before may still run then, and would miss the
 * calls of packed days.
 */
const READ_SINCE = { migration: '20261129205423_usage_packed_days', ms: DAY_MS };

/** Hours of a piece. Writers of that day, and all others of the embedded database, wait for one. */
const HOURS_OF_PIECE = 5_000;

/** Bytes of the indexes of a partition that was emptied. */
const EMPTY_INDEX_BYTES = 16_384;

/** The ends of all ids of series. */
const LEAST = '00000000-0000-0000-0000-000000000000';
const GREATEST = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** The hours of a day that is over. */
export type HoursOfDay = { readonly partition: string; readonly day: Date };

/** Finds the days that are over and whose hours take space, the oldest first. */
export async function daysToPack({ query }: Pick<Database, 'query'>, now: Date): Promise<HoursOfDay[]> {
  const partitions = await query<{ name: string }>(
    `SELECT relname::text AS name FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = '"UsageHour"'::regclass
      AND (pg_relation_size(pg_class.oid) > 0 OR pg_indexes_size(pg_class.oid) > ${EMPTY_INDEX_BYTES})
      AND EXISTS (SELECT FROM "_prisma_migrations" WHERE migration_name = $1 AND finished_at <= $2)
    ORDER BY relname`,
    [READ_SINCE.migration, new Date(now.getTime() - READ_SINCE.ms)],
  );
  const last = startOfDay(new Date(now.getTime() - DAY_MS - PACKS_AFTER_MS));
  return partitions.flatMap(({ name }) => {
    const [, year, month, date] = /_(\d{4})(\d\d)(\d\d)$/.exec(name) ?? [];
    const day = new Date(`${year}-${month}-${date}T00:00:00Z`);
    return day <= last ? [{ partition: name, day }] : [];
  });
}

/**
 * Writes packed days of a piece back as hours: $1 is the day. A later count of the same series is then packed with them,
 * and a series has one row a day.
 */
const unpackSame = (partition: string) => `
  WITH same AS (
    DELETE FROM "UsagePackedDay" AS packed
    USING (SELECT DISTINCT series, outcome, code FROM "${partition}" WHERE series > $2 AND series <= $3) AS late
    WHERE packed.series = late.series AND packed.day = $1 AND packed.outcome = late.outcome AND packed.code = late.code
    RETURNING packed.*
  )
  INSERT INTO "${partition}" AS known (series, hour, outcome, code, calls, durations)
  SELECT series, "from", outcome, code, calls, ${keptDurations(callsInBucket)}
  FROM ${unpacked(packedDaysIn('same'))} AS hours
  ON CONFLICT (series, hour, outcome, code) DO UPDATE SET calls = known.calls + EXCLUDED.calls,
    durations = ${ADDED_DURATIONS}`;

/** Moves the hours of a piece to its packed days: $1 is the day. Buckets below the first and above the last are none. */
const packHours = (partition: string) => `
  WITH moved AS (
    DELETE FROM "${partition}" WHERE series > $2 AND series <= $3 RETURNING *
  ), hours AS (
    SELECT series, outcome, code, extract(hour FROM hour AT TIME ZONE 'UTC')::smallint AS hour, calls,
      ${keptDurations((bucket) => `durations[${bucket}]`)} AS durations,
      min(filled.first) OVER same AS first, max(filled.last) OVER same AS last
    FROM moved CROSS JOIN LATERAL (
      SELECT min(bucket)::smallint AS first, max(bucket)::smallint AS last
      FROM unnest(durations) WITH ORDINALITY AS counts(count, bucket) WHERE count > 0
    ) AS filled
    WINDOW same AS (PARTITION BY series, outcome, code)
  )
  INSERT INTO "UsagePackedDay" (series, day, outcome, code, "firstBucket", hours, calls, durations)
  SELECT series, $1, outcome, code, first, array_agg(hour ORDER BY hour), array_agg(calls ORDER BY hour),
    coalesce(array_agg(durations[first:last] ORDER BY hour) FILTER (WHERE first IS NOT NULL), '{}')
  FROM hours GROUP BY series, outcome, code, first ORDER BY series, outcome, code`;

/**
 * Packs the hours of the next series of a day, all or nothing.
 *
 * Readers see hours or the packed day meanwhile. A writer of this day waits, and writes hours that are packed later.
 *
 * @param after the last series of the piece before; undefined begins
 * @returns the last series of this piece; undefined where no hour is left
 */
export async function packPiece(
  { query, execute }: Statements,
  { partition, day }: HoursOfDay,
  after: string | undefined,
): Promise<string | undefined> {
  if (after === undefined) await execute(`${PARTITIONS_LOCK}; ${makePackedPartition(day)}`);
  // The server does not know the newest days yet, and would read all of one for each piece.
  await execute(`LOCK TABLE "${partition}" IN SHARE ROW EXCLUSIVE MODE; SET LOCAL enable_seqscan = off`);
  const [end] = await query<{ series: string }>(
    `SELECT series::text FROM "${partition}" WHERE series > $1 ORDER BY series OFFSET ${HOURS_OF_PIECE} LIMIT 1`,
    [after ?? LEAST],
  );
  const piece = [day, after ?? LEAST, end?.series ?? GREATEST];
  await query(unpackSame(partition), piece);
  await query(packHours(partition), piece);
  return end?.series;
}

/**
 * Gives the space of packed hours back.
 *
 * An older transaction, as a backup is, may still read them. They then stay, and are removed by a later call.
 */
export async function removePacked(
  { execute, within }: Pick<Database, 'execute' | 'within'>,
  { partition }: HoursOfDay,
): Promise<void> {
  await execute(`VACUUM "${partition}"`, LONG_MS);
  try {
    await within('BEGIN', (connection) => truncateEmpty(connection, partition));
  } catch (error) {
    if (!isLocked(error)) throw error;
  }
}

/** Removes the indexes of a partition without a page. Who comes meanwhile waits for as long as a lock is waited for. */
async function truncateEmpty({ query, execute }: Statements, partition: string): Promise<void> {
  await execute(`SET LOCAL lock_timeout = '100ms'; LOCK TABLE "${partition}" IN ACCESS EXCLUSIVE MODE`);
  const [{ isEmpty } = { isEmpty: false }] = await query<{ isEmpty: boolean }>(
    `SELECT pg_relation_size('"${partition}"') = 0 AS "isEmpty"`,
  );
  // A page could hold rows that an older transaction sees. To truncate would take them from it.
  if (isEmpty) await execute(`TRUNCATE "${partition}"`);
}

/** Tells whether a lock was not given in time: SQLSTATE lock_not_available. */
const isLocked = (error: unknown) => (error as { readonly code?: string } | undefined)?.code === '55P03';
