import { Prisma } from '../../../bundles/prisma.js';
import { latencyPercentile } from '../../domain/call/latency.ts';
import { startOfDay } from '../../domain/call/usage.ts';
import type { CallFigures } from '../../domain/change-request/halt-rule.ts';
import type { Database } from '../database/database.ts';
import { durationsBy } from './partitions.ts';

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
export type CallGroup =
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

const subscriptionsOf = (group: CallGroup): Prisma.Sql =>
  'catalogProductId' in group
    ? Prisma.sql`SELECT "id" FROM "Subscription" WHERE "catalogProductId" = ${group.catalogProductId}::uuid`
    : Prisma.sql`SELECT "subscriptionId" AS "id" FROM "ChangeWaveMove"
        WHERE "changeRequestId" = ${group.changeRequestId}::uuid
          AND (${group.wave ?? null}::int IS NULL OR "wave" = ${group.wave ?? null}::int)`;

const durations = Prisma.raw(
  durationsBy(
    (at) =>
      `coalesce(sum(c."durations"${at}) FILTER (WHERE c."outcome" IN ('ANSWERED', 'CLIENT_ERROR', 'SERVER_ERROR')), 0)::float8`,
  ),
);

/**
 * Counts the calls of a group to a product, by the minute.
 *
 * A call that is refused before its subscription is known, as one without a subscription at its path is, belongs to
 * whoever has its application. Such calls are told of each group alike.
 */
export async function waveCalls(
  { prisma }: { readonly prisma: Pick<Database['prisma'], '$queryRaw'> },
  { orgId, catalog, group, product, apis, from, to }: WaveCallsRequest,
): Promise<WaveCalls> {
  const [row] = await prisma.$queryRaw<[WaveCalls]>`
    WITH member AS (${subscriptionsOf(group)}), application AS (
      SELECT DISTINCT o."name" AS "consumerOrg", a."name" FROM member m JOIN "Subscription" s ON s."id" = m."id"
        JOIN "Application" a ON a."id" = s."applicationId" JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
    ), called AS (
      SELECT u."id" FROM member m JOIN "UsageSeries" u ON u."subscriptionId" = m."id"
      WHERE u."product" = ${product} AND u."lastDay" >= ${startOfDay(from)}
      UNION
      SELECT u."id" FROM "UsageSeries" u
        JOIN application a ON a."consumerOrg" = u."consumerOrg" AND a."name" = u."application"
      WHERE u."orgId" = ${orgId}::uuid AND (u."api" IS NULL OR u."api" = ANY (${apis})) AND u."catalog" = ${catalog}
        AND u."subscriptionId" IS NULL AND (u."product" IS NULL OR u."product" = ${product})
        AND u."lastDay" >= ${startOfDay(from)}
    )
    SELECT coalesce(sum(c."calls"), 0)::float8 AS "calls",
      coalesce(sum(c."calls") FILTER (WHERE c."outcome" = 'SERVER_ERROR'), 0)::float8 AS "serverErrors",
      coalesce(sum(c."calls") FILTER (WHERE c."outcome" = 'CLIENT_ERROR'), 0)::float8 AS "clientErrors",
      coalesce(sum(c."calls") FILTER (WHERE c."outcome" IN ('REFUSED', 'LIMITED')), 0)::float8 AS "refused",
      ${durations} AS "durations"
    FROM called JOIN "UsageMinute" c ON c."series" = called."id"
    WHERE c."minute" >= ${from} AND c."minute" < ${to}`;
  return row;
}
