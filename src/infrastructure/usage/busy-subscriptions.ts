import type { HourOfCalls } from '../../domain/plan/plan-simulation.ts';
import type { Database } from '../database/database.ts';
import { countedHours } from './counted.ts';

type UsageReader = Pick<Database, 'prisma'>;
/** The range of a request, by its parameters. */
const SPAN = { from: '$2', to: '$3' };
type HourRange = { readonly from: Date; readonly to: Date };

/** Calls that met the limits of a plan: admitted, or refused by a limit. */
const LIMITED_CALLS = `h.outcome IN ('ANSWERED', 'CLIENT_ERROR', 'SERVER_ERROR', 'LIMITED')`;

type BusySubscriptionsRequest = HourRange & {
  readonly orgId: string;
  /** Restricts them; null is all. */
  readonly subscriptionId: string | null;
  readonly catalog: string | null;
  readonly product: { readonly name: string; readonly version: string } | null;
  readonly plan: string | null;
  readonly limit: number;
  readonly offset: number;
};

/** A subscription with calls, and its names. */
export type BusySubscription = {
  readonly id: string;
  readonly catalog: string;
  readonly consumerOrg: string;
  readonly application: string;
  /** `name:version` */
  readonly product: string;
  readonly plan: string;
};

/** Returns an org's subscriptions with calls in a range, the busiest first. */
export function busySubscriptions(
  { prisma }: UsageReader,
  request: BusySubscriptionsRequest,
): Promise<BusySubscription[]> {
  const { orgId, from, to, subscriptionId, catalog, product, plan, limit, offset } = request;
  return prisma.$queryRawUnsafe<BusySubscription[]>(
    `SELECT s."id"::text AS id, c."name" AS catalog, o."name" AS "consumerOrg", a."name" AS application,
      p."name" || ':' || p."version" AS product, l."name" AS plan
    FROM "Subscription" s JOIN "CatalogProduct" p ON p."id" = s."catalogProductId"
      JOIN "Catalog" c ON c."id" = p."catalogId" JOIN "CatalogPlan" l ON l."id" = s."catalogPlanId"
      JOIN "Application" a ON a."id" = s."applicationId" JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
      JOIN "UsageSeries" u ON u."subscriptionId" = s."id" JOIN ${countedHours(SPAN)} AS h ON h."series" = u."id"
    WHERE c."orgId" = $1::uuid AND u."orgId" = $1::uuid AND u."lastDay" >= date_trunc('day', $2::timestamptz, 'UTC')
      AND ${LIMITED_CALLS}
      AND ($4::uuid IS NULL OR s."id" = $4::uuid) AND ($5::text IS NULL OR c."name" = $5)
      AND ($6::text IS NULL OR (p."name" = $6 AND p."version" = $7)) AND ($8::text IS NULL OR l."name" = $8)
    GROUP BY 1, 2, 3, 4, 5, 6 ORDER BY sum(h."calls") DESC, 1 LIMIT $9 OFFSET $10`,
    orgId,
    from,
    to,
    subscriptionId,
    catalog,
    product?.name ?? null,
    product?.version ?? null,
    plan,
    limit,
    offset,
  );
}

type GroupRow = { readonly id: string; readonly at: Date; readonly group: number; readonly calls: number };

/**
 * Reads the calls of subscriptions hour by hour, by groups of operations.
 *
 * @param groups of operations; all others are group 0
 */
export async function hoursOfCalls(
  { prisma }: UsageReader,
  { ids, from, to }: HourRange & { readonly ids: readonly string[] },
  groups: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, readonly HourOfCalls[]>> {
  const rows = await prisma.$queryRawUnsafe<GroupRow[]>(
    `SELECT u."subscriptionId"::text AS id, h."from" AS at, coalesce(g."group", 0)::int4 AS "group",
      sum(h."calls")::float8 AS calls
    FROM "UsageSeries" u JOIN ${countedHours(SPAN)} AS h ON h."series" = u."id"
      LEFT JOIN unnest($4::text[], $5::int4[]) AS g("operation", "group") ON g."operation" = u."operation"
    WHERE u."subscriptionId" = ANY ($1::uuid[]) AND ${LIMITED_CALLS}
    GROUP BY 1, 2, 3 ORDER BY 1, 2`,
    ids,
    from,
    to,
    [...groups.keys()],
    [...groups.values()],
  );
  const size = Math.max(0, ...groups.values()) + 1;
  const hours = new Map<string, { at: number; calls: number[] }[]>();
  for (const { id, at, group, calls } of rows) {
    const own = hours.get(id) ?? [];
    hours.set(id, own);
    let hour = own.at(-1);
    if (hour?.at !== at.getTime()) {
      hour = { at: at.getTime(), calls: new Array<number>(size).fill(0) };
      own.push(hour);
    }
    hour.calls[group] = calls;
  }
  return hours;
}

/** Finds the first day (UTC) that is kept by the hour. Undefined is none. */
export async function firstHourlyDay({ prisma }: UsageReader): Promise<Date | undefined> {
  const [row] = await prisma.$queryRawUnsafe<{ day: string | null }[]>(
    `SELECT min(right(relname::text, 8)) AS day FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid
    WHERE inhparent = '"UsageHour"'::regclass`,
  );
  const [, year, month, day] = /^(\d{4})(\d\d)(\d\d)$/.exec(row?.day ?? '') ?? [];
  return year === undefined ? undefined : new Date(`${year}-${month}-${day}T00:00:00Z`);
}
