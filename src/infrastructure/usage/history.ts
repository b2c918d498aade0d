import {
  admittedOutcomes,
  bucketStarts,
  bucketUnit,
  type CountedCalls,
  startOfDay,
  type UsageBucket,
  type UsagePeriod,
  usageBuckets,
} from '../../domain/call/usage.ts';
import type { Database } from '../database/database.ts';
import { counted } from './counted.ts';

type PrismaClient = Database['prisma'];

/**
 * Returns the calls of subscriptions since midnight (UTC) that were admitted. They are in the order of the
 * subscriptions.
 */
export async function callsToday(
  prisma: PrismaClient,
  subscriptionIds: readonly string[],
  now: Date,
): Promise<number[]> {
  const found = await prisma.$queryRaw<{ id: string; calls: number }[]>`
    SELECT s."subscriptionId" AS "id", LEAST(sum(h."calls"), 2147483647)::int AS "calls"
    FROM "UsageSeries" s JOIN "UsageHour" h ON h."series" = s."id"
    WHERE s."subscriptionId" = ANY(${subscriptionIds}::uuid[]) AND h."hour" >= ${startOfDay(now)}
      AND h."outcome" = ANY(${admittedOutcomes}::"UsageOutcome"[])
    GROUP BY 1`;
  const calls = new Map(found.map((each) => [each.id, each.calls]));
  return subscriptionIds.map((id) => calls.get(id) ?? 0);
}

/**
 * Returns the calls of several subscriptions together by outcome. It has every bucket of the period, the oldest first.
 */
export async function usageHistory(
  prisma: PrismaClient,
  subscriptionIds: readonly string[],
  { period, now }: { readonly period: UsagePeriod; readonly now: Date },
): Promise<UsageBucket[]> {
  const starts = bucketStarts(period, now);
  // LEAST: GraphQL's Int holds no more.
  const calls = await prisma.$queryRawUnsafe<CountedCalls[]>(
    `SELECT date_trunc('${bucketUnit(period)}', "from", 'UTC') AS "from", "outcome",
      LEAST(sum("calls"), 2147483647)::int AS "calls"
    FROM ${counted({ from: '$2' })} AS counted
    WHERE "series" IN (SELECT "id" FROM "UsageSeries" WHERE "subscriptionId" = ANY($1::uuid[]))
    GROUP BY 1, 2`,
    subscriptionIds,
    starts[0],
  );
  return usageBuckets(starts, calls);
}
