import type { BrokenParts } from '../../domain/api/api-break.ts';
import type { Database } from '../database/database.ts';
import { counted } from './counted.ts';

type UsageReader = Pick<Database, 'prisma'>;

/** Calls of an API by the present subscribers of a product. */
export type ApiCallersRequest = {
  readonly catalogId: string;
  /** `name:version` */
  readonly product: string;
  /** `name:version` */
  readonly api: string;
  /** Null is all of them. */
  readonly operations: BrokenParts | null;
  /** The beginning of a day (UTC), inclusive. */
  readonly from: Date;
};

/** Calls of one subscription to one operation, or by documents that use one field. */
export type ApiCaller = {
  readonly subscriptionId: string;
  readonly consumerOrg: string;
  readonly application: string;
  readonly plan: string;
  /** Null where none was known. */
  readonly operation: string | null;
  /** The coordinate of a field. Null where none was asked for, or none is known. */
  readonly field: string | null;
  /** Tells whether these calls break for sure. Others may: by the values that they send, or by fields that are not known. */
  readonly certain: boolean;
  readonly calls: number;
  /** The beginning of the hour of the last call. It is that of the day where hours are no longer kept. */
  readonly lastCallAt: Date;
};

/** Series of the calls. Their index is that of org and API. */
export const SERIES = `
  FROM "UsageSeries" u JOIN "Subscription" s ON s."id" = u."subscriptionId"
    JOIN "CatalogProduct" p ON p."id" = s."catalogProductId" JOIN "Catalog" c ON c."id" = p."catalogId"
  WHERE c."id" = $1::uuid AND p."name" || ':' || p."version" = $2 AND u."orgId" = c."orgId" AND u."catalog" = c."name"
    AND u."product" = $2 AND u."api" = $3 AND ($4::text[] IS NULL OR u."operation" = ANY ($4)) AND u."lastDay" >= $5`;

/** The values of that statement. */
export const seriesValues = ({ catalogId, product, api, operations, from }: ApiCallersRequest) =>
  [catalogId, product, api, operations && [...operations.certain, ...operations.possible], from] as const;

/** Counts the subscriptions that made such calls. */
export async function countApiCallers({ prisma }: UsageReader, request: ApiCallersRequest): Promise<number> {
  const [row] = await prisma.$queryRawUnsafe<{ count: number }[]>(
    `SELECT count(DISTINCT u."subscriptionId")::int4 AS count ${SERIES}`,
    ...seriesValues(request),
  );
  return row?.count ?? 0;
}

/** Reads who made such calls, and how many. Those who called last come first. */
export function apiCallers(
  { prisma }: UsageReader,
  request: ApiCallersRequest,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ApiCaller[]> {
  return prisma.$queryRawUnsafe<ApiCaller[]>(
    `WITH caller AS (
      SELECT u."subscriptionId", u."operation", max(u."lastDay") AS "lastDay", array_agg(u."id") AS "series" ${SERIES}
      GROUP BY 1, 2 ORDER BY 3 DESC, 1, 2 LIMIT $6 OFFSET $7)
    SELECT r."subscriptionId"::text AS "subscriptionId", o."name" AS "consumerOrg", a."name" AS "application",
      l."name" AS "plan", r."operation", NULL AS "field",
      $8::text[] IS NULL OR r."operation" = ANY ($8) AS "certain", n."calls"::float8 AS "calls", n."lastCallAt"
    FROM caller r JOIN "Subscription" s ON s."id" = r."subscriptionId"
      JOIN "Application" a ON a."id" = s."applicationId" JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
      JOIN "CatalogPlan" l ON l."id" = s."catalogPlanId"
      JOIN LATERAL (SELECT sum(n."calls") AS "calls", max(n."from") AS "lastCallAt" FROM ${counted({ from: '$5' })} AS n
        WHERE n."series" = ANY (r."series")) n ON n."calls" IS NOT NULL
    ORDER BY r."lastDay" DESC, 1, r."operation"`,
    ...seriesValues(request),
    limit,
    offset,
    request.operations && [...request.operations.certain],
  );
}

/**
 * Reads the operations of an API that were called, in any catalog of the org.
 *
 * @param from the beginning of a day (UTC), inclusive
 */
export async function calledOperations(
  prisma: Pick<UsageReader['prisma'], '$queryRaw'>,
  { orgId, api, from }: { readonly orgId: string; readonly api: string; readonly from: Date },
): Promise<ReadonlySet<string | null>> {
  const rows = await prisma.$queryRaw<{ operation: string | null }[]>`
    SELECT DISTINCT "operation" FROM "UsageSeries"
    WHERE "orgId" = ${orgId}::uuid AND "api" = ${api} AND "lastDay" >= ${from}`;
  return new Set(rows.map(({ operation }) => operation));
}

type ProductCallersRequest = {
  readonly orgId: string;
  /** The name of the catalog. */
  readonly catalog: string;
  /** `name:version` */
  readonly product: string;
  /** The beginning of a day (UTC), inclusive. */
  readonly from: Date;
};

/** The last day (UTC) on which an application called. Null is a caller that nobody knew. */
type ProductCaller = {
  readonly application: string | null;
  readonly lastDay: Date;
  /** The number of all callers, also of those beyond the limit. */
  readonly total: number;
};

/** Reads who has called a product, those who called last first. */
export function productCallers(
  prisma: Pick<UsageReader['prisma'], '$queryRaw'>,
  { orgId, catalog, product, from }: ProductCallersRequest,
  limit: number,
): Promise<ProductCaller[]> {
  return prisma.$queryRaw<ProductCaller[]>`
    SELECT "consumerOrg" || '/' || "application" AS "application", max("lastDay") AS "lastDay",
      (count(*) OVER ())::int4 AS "total"
    FROM "UsageSeries" WHERE "orgId" = ${orgId}::uuid AND "catalog" = ${catalog} AND "product" = ${product} AND "lastDay" >= ${from}
    GROUP BY 1 ORDER BY 2 DESC, 1 LIMIT ${limit}`;
}

export type SubscriptionCallsRequest = {
  readonly subscriptionId: string;
  /** `name:version` */
  readonly product: string;
  /** The beginning of a day (UTC), inclusive. */
  readonly from: Date;
};

/** Calls of a subscription to an operation. */
export type SubscriptionCalls = Omit<ApiCaller, 'subscriptionId' | 'consumerOrg' | 'application' | 'plan'> & {
  /** `name:version` */
  readonly api: string;
};

/** Reads the operations of a product that a subscription has called, the last called first. */
export function callsOfSubscription(
  { prisma }: UsageReader,
  { subscriptionId, product, from }: SubscriptionCallsRequest,
): Promise<SubscriptionCalls[]> {
  return prisma.$queryRawUnsafe<SubscriptionCalls[]>(
    `SELECT u."api", u."operation", NULL AS "field", true AS "certain", sum(n."calls")::float8 AS "calls", max(n."from") AS "lastCallAt"
    FROM "UsageSeries" u JOIN ${counted({ from: '$3' })} AS n ON n."series" = u."id"
    WHERE u."subscriptionId" = $1::uuid AND u."product" = $2 AND u."api" IS NOT NULL AND u."lastDay" >= $3
    GROUP BY 1, 2 ORDER BY 4 DESC, 1, 2`,
    subscriptionId,
    product,
    from,
  );
}
