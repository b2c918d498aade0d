import { Prisma } from '../../../bundles/prisma.js';
import { latencyPercentile } from '../../domain/call/latency.ts';
import { startOfDay } from '../../domain/call/usage.ts';
import type { CallFigures } from '../../domain/change-request/halt-rule.ts';
import type { Database } from '../database/database.ts';
import { durationsBy } from './histograms.ts';

/** Calls of a group, whose times can be merged with those of another. */
export type WaveCalls = Omit<CallFigures, 'p95Ms'> & {
  /** Answered calls by bucket of domain/latency.ts */
  readonly durations: readonly number[];
};

export const noCalls: WaveCalls = { calls: 0, serverErrors: 0, clientErrors: 0, refused: 0, durations: [] };

/** Adds the calls of two groups. */
export const addedCalls = (one: WaveCalls, other: WaveCalls): WaveCalls => ({
  calls: one.calls + other.calls,
  serverErrors: one.serverErrors + other.serverErrors,
  clientErrors: one.clientErrors + other.clientErrors,
  refused: one.refused + other.refused,
  durations: Array.from(
    { length: Math.max(one.durations.length, other.durations.length) },
    (_, bucket) => (one.durations[bucket] ?? 0) + (other.durations[bucket] ?? 0),
  ),
});

export const figuresOf = ({ durations, ...counts }: WaveCalls): CallFigures => ({
  ...counts,
  p95Ms: latencyPercentile(durations, 0.95),
});

/** The subscriptions that waves have moved, or those that are on a product. */
type CallGroup =
  | { readonly changeRequestId: string; readonly wave?: number }
  | { readonly catalogProductId: string };

export type WaveCallsRequest = {
  readonly orgId: string;
  readonly catalog: string;
  readonly group: CallGroup;
  /** The product that is called, `name:version`. */
  readonly product: string;
  /** Its APIs, `name:version` each. */
  readonly apis: readonly string[];
  /** Beginnings of minutes. */
  readonly from: Date;
  readonly to: Date;
};

/** Subscriptions of a group whose calls are read at once. The calls of a hundred thousand would take seconds. */
export const SAMPLE_MAX = 2_000;

const subscriptionsOf = (group: CallGroup): Prisma.Sql =>
  'catalogProductId' in group
    ? Prisma.sql`SELECT "id" FROM "Subscription" WHERE "catalogProductId" = ${group.catalogProductId}::uuid`
    : Prisma.sql`SELECT "subscriptionId" AS "id" FROM "ChangeWaveMove"
        WHERE "changeRequestId" = ${group.changeRequestId}::uuid
          AND (${group.wave ?? null}::int IS NULL OR "wave" = ${group.wave ?? null}::int)`;

/** Has PostgreSQL look rows up one after another. It takes some thousand for many more, and would read a whole table. */
const ONE_BY_ONE = Prisma.raw('OFFSET 0');

/** The series of a group. The end of an id is random, so the first by it are as good as any. */
const calledSeries = (
  { orgId, catalog, group, product, apis, from }: WaveCallsRequest,
  limit: number | null,
): Prisma.Sql => Prisma.sql`
    member AS (SELECT "id" FROM (${subscriptionsOf(group)}) AS every
      ORDER BY right("id"::text, 12) LIMIT ${limit}
    ), application AS MATERIALIZED (
      SELECT DISTINCT o."name" AS "consumerOrg", a."name" FROM member m JOIN "Subscription" s ON s."id" = m."id"
        JOIN "Application" a ON a."id" = s."applicationId" JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
    ), called AS (
      SELECT u."id" FROM member m CROSS JOIN LATERAL
        (SELECT * FROM "UsageSeries" u WHERE u."subscriptionId" = m."id" ${ONE_BY_ONE}) u
      WHERE u."product" = ${product} AND u."lastDay" >= ${startOfDay(from)}
      UNION
      SELECT u."id" FROM "UsageSeries" u
        JOIN application a ON a."consumerOrg" = u."consumerOrg" AND a."name" = u."application"
      WHERE u."orgId" = ${orgId}::uuid AND (u."api" IS NULL OR u."api" = ANY (${apis})) AND u."catalog" = ${catalog}
        AND u."subscriptionId" IS NULL AND (u."product" IS NULL OR u."product" = ${product})
        AND u."lastDay" >= ${startOfDay(from)}
    )`;

const durations = Prisma.raw(
  durationsBy(
    (at) =>
      `coalesce(sum(c."durations"[${at}]) FILTER (WHERE c."outcome" IN ('ANSWERED', 'CLIENT_ERROR', 'SERVER_ERROR')), 0)::float8`,
  ),
);

type Reader = Pick<Database, 'prisma'>;

/**
 * Reads rows by their indexes. What PostgreSQL knows of the newest day is old: it may take all rows for those of one
 * subscription, and would then read the whole table for each.
 */
async function readByIndex<Row>({ prisma }: Reader, query: Prisma.Sql): Promise<Row> {
  const [, [row]] = await prisma.$transaction([
    prisma.$executeRaw`SET LOCAL enable_seqscan = off`,
    prisma.$queryRaw<[Row]>(query),
  ]);
  return row;
}

/**
 * Counts the calls of a group to a product. Of a large group they are those of as many as are read at once.
 *
 * A call that is refused before its subscription is known, as one without a subscription at its path is, belongs to
 * whoever has its application. Such calls are told of each group alike.
 */
export async function waveCalls(database: Reader, request: WaveCallsRequest): Promise<WaveCalls> {
  const { from, to } = request;
  const query = Prisma.sql`
    WITH ${calledSeries(request, SAMPLE_MAX)}
    SELECT coalesce(sum(c."calls"), 0)::float8 AS "calls",
      coalesce(sum(c."calls") FILTER (WHERE c."outcome" = 'SERVER_ERROR'), 0)::float8 AS "serverErrors",
      coalesce(sum(c."calls") FILTER (WHERE c."outcome" = 'CLIENT_ERROR'), 0)::float8 AS "clientErrors",
      coalesce(sum(c."calls") FILTER (WHERE c."outcome" IN ('REFUSED', 'LIMITED')), 0)::float8 AS "refused",
      ${durations} AS "durations"
    FROM called CROSS JOIN LATERAL (SELECT * FROM "UsageMinute" m
      WHERE m."series" = called."id" AND m."minute" >= ${from} AND m."minute" < ${to} ${ONE_BY_ONE}) c`;
  return readByIndex<WaveCalls>(database, query);
}

/** Counts the calls of a whole group that failed with 5xx or were refused. */
export async function waveFailures(database: Reader, request: WaveCallsRequest): Promise<number> {
  const { from, to } = request;
  const query = Prisma.sql`
    WITH ${calledSeries(request, null)}
    SELECT coalesce(sum(c."calls"), 0)::float8 AS "failed"
    FROM called CROSS JOIN LATERAL (SELECT * FROM "UsageMinute" m
      WHERE m."series" = called."id" AND m."minute" >= ${from} AND m."minute" < ${to} ${ONE_BY_ONE}) c
    WHERE c."outcome" IN ('SERVER_ERROR', 'REFUSED', 'LIMITED')`;
  return (await readByIndex<{ failed: number }>(database, query)).failed;
}
