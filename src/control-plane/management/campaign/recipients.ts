import type { Database } from '../../../infrastructure/database/database.ts';

type Reader = Pick<Database['prisma'], '$queryRawUnsafe'>;

/** A subscription whose consumer org got a message, and what became of it. */
export type Recipient = {
  readonly consumerOrg: string;
  readonly application: string;
  readonly plan: string;
  readonly readAt: Date | null;
  readonly acknowledgedAt: Date | null;
  readonly acknowledgedBy: string | null;
  readonly state: 'STAYS' | 'MOVED' | 'ENDED';
  /** The product with its version, and the plan, that it moved to. */
  readonly movedTo: string | null;
  readonly lastCalledOn: Date | null;
};

export type CampaignCounts = {
  readonly consumerOrgs: number;
  readonly subscriptions: number;
  readonly read: number;
  readonly acknowledged: number;
  readonly moved: number;
  readonly ended: number;
  readonly calling: number;
};

/** The recipients of the message $1. Calls count from the day on that it was sent. */
const RECIPIENTS = `
  SELECT r."consumerOrg", r."application", r."plan", r."consumerOrgId", x."readAt", n."acknowledgedAt", n."acknowledgedBy",
    CASE WHEN s."id" IS NULL THEN 'ENDED' WHEN s."catalogProductId" <> m."productId" OR l."name" <> r."plan" THEN 'MOVED'
      ELSE 'STAYS' END AS "state",
    CASE WHEN s."catalogProductId" <> m."productId" OR l."name" <> r."plan" THEN concat(p."name", ':', p."version", ' ', l."name") END AS "movedTo",
    u."lastCalledOn"
  FROM "Campaign" m JOIN "CampaignRecipient" r ON r."campaignId" = m."id"
    LEFT JOIN "Notice" n ON n."campaignId" = m."id" AND n."consumerOrgId" = r."consumerOrgId"
    LEFT JOIN "Subscription" s ON s."id" = r."subscriptionId"
    LEFT JOIN "CatalogProduct" p ON p."id" = s."catalogProductId" LEFT JOIN "CatalogPlan" l ON l."id" = s."catalogPlanId"
    LEFT JOIN LATERAL (SELECT min(o."readAt") AS "readAt" FROM "NoticeReader" o WHERE o."noticeId" = n."id") x ON true
    LEFT JOIN LATERAL (SELECT max(u."lastDay") AS "lastCalledOn" FROM "UsageSeries" u WHERE u."subscriptionId" = r."subscriptionId"
      AND u."product" = m."product" AND u."lastDay" >= (m."sentAt" AT TIME ZONE 'UTC')::date) u ON true
  WHERE m."id" = $1::uuid`;

/** Reads the recipients of a message by consumer org and application. */
export const recipientsOf = (
  prisma: Reader,
  id: string,
  { take, skip = 0 }: { readonly take: number; readonly skip?: number },
): Promise<Recipient[]> =>
  prisma.$queryRawUnsafe<Recipient[]>(
    `${RECIPIENTS} ORDER BY r."consumerOrg", r."application", r."subscriptionId" LIMIT $2 OFFSET $3`,
    id,
    take,
    skip,
  );

const NOBODY: CampaignCounts = {
  consumerOrgs: 0,
  subscriptions: 0,
  read: 0,
  acknowledged: 0,
  moved: 0,
  ended: 0,
  calling: 0,
};

/** Counts what became of a message. Consumer orgs read and acknowledge; subscriptions move, end and call. */
export async function countsOf(prisma: Reader, id: string): Promise<CampaignCounts> {
  const [counts] = await prisma.$queryRawUnsafe<CampaignCounts[]>(
    `SELECT count(DISTINCT "consumerOrgId")::int4 AS "consumerOrgs", count(*)::int4 AS "subscriptions",
      (count(DISTINCT "consumerOrgId") FILTER (WHERE "readAt" IS NOT NULL))::int4 AS "read",
      (count(DISTINCT "consumerOrgId") FILTER (WHERE "acknowledgedAt" IS NOT NULL))::int4 AS "acknowledged",
      (count(*) FILTER (WHERE "state" = 'MOVED'))::int4 AS "moved", (count(*) FILTER (WHERE "state" = 'ENDED'))::int4 AS "ended",
      (count(*) FILTER (WHERE "lastCalledOn" IS NOT NULL AND "state" <> 'ENDED'))::int4 AS "calling"
    FROM (${RECIPIENTS}) r`,
    id,
  );
  return counts ?? NOBODY;
}
