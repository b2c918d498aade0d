import type { BrokenParts } from '../../domain/api/api-break.ts';
import type { Database } from '../database/database.ts';
import {
  type ApiCaller,
  type ApiCallersRequest,
  SERIES,
  type SubscriptionCalls,
  type SubscriptionCallsRequest,
  seriesValues,
} from './api-callers.ts';
import { counted } from './counted.ts';

type UsageReader = Pick<Database, 'prisma'>;

/** Calls by fields: of a GraphQL schema, or the query parameters of operations. */
type FieldCallersRequest = ApiCallersRequest & { readonly fields: BrokenParts };

/** A field as it is told. Of a variable with known enum values (`$=Type`) that is its type. */
const SHOWN = `CASE WHEN starts_with("field", '$=') THEN '$' || substr("field", 3) ELSE "field" END`;

/**
 * The sets of an API that have some of the fields $6, and those fields. The first $7 of them break for sure. Sets are few,
 * and their fields are compared by a hash. Days are found by their sets: a table has those of all orgs.
 *
 * The operations $8 of a REST API break for all their callers. It is null for GraphQL, whose documents are always read.
 */
const SETS = `asked AS MATERIALIZED (
    SELECT "field", ${SHOWN} AS "shown", "at" <= $7 AS "certain" FROM unnest($6::text[]) WITH ORDINALITY AS given("field", "at")
  ), broken AS MATERIALIZED (
    SELECT f."id" AS "set", asked."shown" AS "field", asked."certain"
    FROM "FieldSet" f CROSS JOIN unnest(f."coordinates") AS used("field") JOIN asked ON asked."field" = used."field"
    WHERE f."orgId" = (SELECT "orgId" FROM "Catalog" WHERE "id" = $1::uuid) AND f."api" = $3 AND f."lastDay" >= $5
  ), called AS MATERIALIZED (
    SELECT u."id", u."subscriptionId", u."operation",
      COALESCE(u."unknownSetDay" >= $5, $8::text[] IS NOT NULL) AS "isUnknown" ${SERIES}
  )`;

/** The offset keeps the planner from reading all days. */
const DAYS_OF_SET = `(
    SELECT * FROM "FieldSetDay" d WHERE d."set" = b."set" AND d."day" >= $5 OFFSET 0) d`;

const fieldValues = ({ certain, possible }: BrokenParts) =>
  [[...certain, ...possible], certain.length] as const;

/** Operations that break for all their callers. Null for a GraphQL API, which has none. */
const certainOf = ({ operations }: Pick<ApiCallersRequest, 'operations'>) =>
  operations && [...operations.certain];

/** Counts the subscriptions whose calls used some of the fields, or unknown ones. */
export async function countFieldCallers(
  { prisma }: UsageReader,
  request: FieldCallersRequest,
): Promise<number> {
  const [row] = await prisma.$queryRawUnsafe<{ count: number }[]>(
    `WITH ${SETS}
    SELECT count(DISTINCT r."subscriptionId")::int4 AS count FROM called r
    WHERE r."isUnknown" OR r."id" IN (SELECT d."series"
      FROM (SELECT DISTINCT "set" FROM broken) b CROSS JOIN LATERAL ${DAYS_OF_SET})`,
    ...seriesValues(request),
    ...fieldValues(request.fields),
    certainOf(request),
  );
  return row?.count ?? 0;
}

/**
 * Reads whose calls used some of the fields, and how often. Those who called last come first. A caller of fields that
 * are not known has all its calls of an operation in one row.
 */
export function fieldCallers(
  { prisma }: UsageReader,
  request: FieldCallersRequest,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<ApiCaller[]> {
  return prisma.$queryRawUnsafe<ApiCaller[]>(
    `WITH ${SETS}, caller AS (
      SELECT r."subscriptionId", r."operation", b."field", b."certain", sum(d."calls") AS "calls", max(d."lastHour") AS "lastCallAt"
      FROM broken b CROSS JOIN LATERAL ${DAYS_OF_SET} JOIN called r ON r."id" = d."series"
      GROUP BY 1, 2, 3, 4
      UNION ALL SELECT r."subscriptionId", r."operation", NULL, COALESCE(r."operation" = ANY ($8), false), sum(n."calls"),
        max(n."from")
      FROM called r JOIN ${counted({ from: '$5' })} AS n ON n."series" = r."id" WHERE r."isUnknown" GROUP BY 1, 2
    ), part AS (SELECT * FROM caller ORDER BY "lastCallAt" DESC, "subscriptionId", "operation", "field" LIMIT $9 OFFSET $10)
    SELECT r."subscriptionId"::text AS "subscriptionId", o."name" AS "consumerOrg", a."name" AS "application",
      l."name" AS "plan", r."operation", NULLIF(r."field", r."operation") AS "field", r."certain", r."calls"::float8 AS "calls", r."lastCallAt"
    FROM part r JOIN "Subscription" s ON s."id" = r."subscriptionId"
      JOIN "Application" a ON a."id" = s."applicationId" JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
      JOIN "CatalogPlan" l ON l."id" = s."catalogPlanId"
    ORDER BY r."lastCallAt" DESC, 1, r."operation", r."field"`,
    ...seriesValues(request),
    ...fieldValues(request.fields),
    certainOf(request),
    limit,
    offset,
  );
}

/** The calls of an API in all catalogs of an org. */
export type UsedFieldsRequest = {
  readonly orgId: string;
  readonly api: string;
  readonly kind: 'REST' | 'GRAPHQL';
  readonly from: Date;
};

/**
 * Reads the fields of an API that calls used, in any catalog of the org.
 *
 * @param from the beginning of a day (UTC), inclusive
 * @returns tells whether a coordinate was used; undefined where the fields of some calls are not known
 */
export async function usedFields(
  prisma: Pick<UsageReader['prisma'], '$queryRaw'>,
  { orgId, api, kind, from }: UsedFieldsRequest,
): Promise<((coordinate: string) => boolean) | undefined> {
  const unknown = await prisma.$queryRaw<unknown[]>`
    SELECT 1 FROM "UsageSeries"
    WHERE "orgId" = ${orgId}::uuid AND "api" = ${api} AND "lastDay" >= ${from} AND "operation" IS NOT NULL
      AND COALESCE("unknownSetDay" >= ${from}, ${kind === 'REST'}) LIMIT 1`;
  if (unknown.length > 0) return undefined;
  const rows = await prisma.$queryRaw<{ field: string }[]>`
    SELECT DISTINCT used."field" FROM "FieldSet" f CROSS JOIN unnest(f."coordinates") AS used("field")
    WHERE f."orgId" = ${orgId}::uuid AND f."api" = ${api} AND f."lastDay" >= ${from}`;
  const used = new Set(rows.map(({ field }) => field));
  return (coordinate) => used.has(coordinate);
}

/** Fields of an API whose breaks a subscription may meet. */
type SubscriptionFieldsRequest = SubscriptionCallsRequest & {
  /** `name:version` */
  readonly api: string;
  /** Null for a GraphQL API. */
  readonly operations: BrokenParts | null;
  readonly fields: BrokenParts;
};

/** Reads the fields that the calls of a subscription used, the last called first. */
export function fieldCallsOfSubscription(
  { prisma }: UsageReader,
  { subscriptionId, product, api, operations, fields, from }: SubscriptionFieldsRequest,
): Promise<SubscriptionCalls[]> {
  return prisma.$queryRawUnsafe<SubscriptionCalls[]>(
    `WITH asked AS (
      SELECT "field", ${SHOWN} AS "shown", "at" <= $6 AS "certain" FROM unnest($5::text[]) WITH ORDINALITY AS given("field", "at")
    ), called AS (
      SELECT *, COALESCE("unknownSetDay" >= $4, $7::text[] IS NOT NULL) AS "isUnknown" FROM "UsageSeries"
      WHERE "subscriptionId" = $1::uuid AND "product" = $2 AND "api" = $3 AND "lastDay" >= $4
        AND ($8::text[] IS NULL OR "operation" = ANY ($8))
    )
    SELECT r."api", r."operation", NULLIF(asked."shown", r."operation") AS "field", asked."certain", sum(d."calls")::float8 AS "calls",
      max(d."lastHour") AS "lastCallAt"
    FROM called r
      CROSS JOIN LATERAL (SELECT * FROM "FieldSetDay" d WHERE d."series" = r."id" AND d."day" >= $4 OFFSET 0) d
      JOIN "FieldSet" f ON f."id" = d."set"
      CROSS JOIN unnest(f."coordinates") AS used("field") JOIN asked ON asked."field" = used."field"
    GROUP BY 1, 2, 3, 4
    UNION ALL SELECT r."api", r."operation", NULL, COALESCE(r."operation" = ANY ($7), false), sum(n."calls")::float8,
      max(n."from")
    FROM called r JOIN ${counted({ from: '$4' })} AS n ON n."series" = r."id" WHERE r."isUnknown" GROUP BY 1, 2
    ORDER BY 6 DESC, 2, 3`,
    subscriptionId,
    product,
    api,
    from,
    ...fieldValues(fields),
    certainOf({ operations }),
    operations && [...operations.certain, ...operations.possible],
  );
}
