import type { Database } from '../database/database.ts';
import {
  admittedOutcomes,
  bucketStarts,
  bucketUnit,
  type CountedCalls,
  startOfDay,
  type UsageBucket,
  type UsagePeriod,
  usageBuckets,
} from '../domain/usage.ts';

type Prisma = Database['prisma'];

/** The calls of a subscription that were admitted since midnight (UTC). */
export async function callsToday(prisma: Prisma, subscriptionId: string, now: Date): Promise<number> {
  const { _sum: sum } = await prisma.usageHour.aggregate({
    where: { subscriptionId, hour: { gte: startOfDay(now) }, outcome: { in: [...admittedOutcomes] } },
    _sum: { calls: true },
  });
  return sum.calls ?? 0;
}

/** The calls of subscriptions together, by outcome: every bucket of the period, the oldest first. */
export async function usageHistory(
  prisma: Prisma,
  subscriptionIds: readonly string[],
  { period, now }: { readonly period: UsagePeriod; readonly now: Date },
): Promise<UsageBucket[]> {
  const starts = bucketStarts(period, now);
  // LEAST: GraphQL's Int holds no more.
  const counted = await prisma.$queryRaw<CountedCalls[]>`
    SELECT date_trunc(${bucketUnit(period)}, "hour", 'UTC') AS "from", "outcome",
      LEAST(sum("calls"), 2147483647)::int AS "calls"
    FROM "UsageHour" WHERE "subscriptionId" = ANY(${subscriptionIds}::uuid[]) AND "hour" >= ${starts[0]}
    GROUP BY 1, 2`;
  return usageBuckets(starts, counted);
}
