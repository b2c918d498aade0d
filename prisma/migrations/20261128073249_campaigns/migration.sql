-- AlterEnum
ALTER TYPE "EventType" ADD VALUE 'MESSAGE';

-- AlterEnum
ALTER TYPE "NoticeKind" ADD VALUE 'MESSAGE';

-- AlterTable
ALTER TABLE "Notice" ADD COLUMN     "acknowledgedAt" TIMESTAMPTZ(3),
ADD COLUMN     "acknowledgedBy" TEXT,
ADD COLUMN     "campaignId" UUID;

-- CreateTable
CREATE TABLE "Campaign" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "productId" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "plan" TEXT,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "asksAcknowledgement" BOOLEAN NOT NULL DEFAULT false,
    "sentBy" TEXT NOT NULL,
    "sentAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Campaign_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "CampaignRecipient" (
    "campaignId" UUID NOT NULL,
    "subscriptionId" UUID NOT NULL,
    "consumerOrgId" UUID NOT NULL,
    "consumerOrg" TEXT NOT NULL,
    "application" TEXT NOT NULL,
    "plan" TEXT NOT NULL,

    CONSTRAINT "CampaignRecipient_pkey" PRIMARY KEY ("campaignId","subscriptionId")
);

-- CreateIndex
CREATE INDEX "Campaign_catalogId_id_idx" ON "Campaign"("catalogId", "id");

-- CreateIndex
CREATE INDEX "Campaign_sentAt_idx" ON "Campaign" USING BRIN ("sentAt");

-- CreateIndex
CREATE INDEX "Notice_campaignId_consumerOrgId_idx" ON "Notice"("campaignId", "consumerOrgId");

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_campaignId_fkey" FOREIGN KEY ("campaignId") REFERENCES "Campaign"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Campaign" ADD CONSTRAINT "Campaign_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "CampaignRecipient" ADD CONSTRAINT "CampaignRecipient_campaignId_fkey" FOREIGN KEY ("campaignId") REFERENCES "Campaign"("id") ON DELETE CASCADE ON UPDATE CASCADE;


CREATE OR REPLACE FUNCTION "noticeKind"(type text, detail jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
    RETURN CASE
        WHEN "type" IN ('LIMIT_ALERT', 'CREDENTIAL_ENDING', 'API_CHANGED', 'MESSAGE') THEN "type"
        WHEN "type" = 'SUNSET' THEN 'PRODUCT_SUNSET'
        WHEN "type" = 'SUBSCRIPTION' THEN CASE "detail"->>'change'
            WHEN 'CHANGED' THEN 'SUBSCRIPTION_' || ("detail"->>'state')
            WHEN 'ENDED' THEN 'SUBSCRIPTION_ENDED'
            WHEN 'PLAN_REJECTED' THEN 'PLAN_REJECTED' END
        WHEN "type" = 'PRODUCT_LIFECYCLE' THEN CASE "detail"->>'to'
            WHEN 'DEPRECATED' THEN CASE WHEN "detail"->>'successor' IS NULL THEN 'PRODUCT_DEPRECATED' ELSE 'PRODUCT_SUPERSEDED' END
            WHEN 'RETIRED' THEN 'PRODUCT_RETIRED' END
        END;
END $function$;

CREATE OR REPLACE FUNCTION "tellMessage"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
        SELECT c."orgId", c."id", m."productId", false, 'MESSAGE', m."product",
            jsonb_build_object('campaign', m."id", 'product', m."product", 'plan', m."plan", 'title', m."title",
                'text', m."text", 'asksAcknowledgement', m."asksAcknowledgement")
        FROM "Campaign" m JOIN "Catalog" c ON c."id" = m."catalogId"
        WHERE m."id" IN (SELECT n."campaignId" FROM new_rows n) ORDER BY m."id";
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "writeNotices"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Notice" ("eventId", "catalogId", "consumerOrgId", "kind", "subject", "detail", "at", "campaignId")
        SELECT e."id", e."catalogId", u."id", k."kind"::"NoticeKind", e."subject", d."detail", e."at", (e."detail"->>'campaign')::uuid
        FROM new_rows e
            LEFT JOIN "CatalogProduct" p ON p."id" = e."productId"
            LEFT JOIN "CatalogProduct" t ON t."id" = p."migrationTargetId"
            CROSS JOIN LATERAL (SELECT CASE WHEN e."type" IN ('PRODUCT_LIFECYCLE', 'SUNSET') THEN
                jsonb_build_object('successor', t."name" || ':' || t."version",
                    'sunsetAt', to_char(p."sunsetAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) || e."detail"
                ELSE e."detail" END AS "detail") d
            CROSS JOIN LATERAL (SELECT "noticeKind"(e."type"::text, d."detail") AS "kind") k
            CROSS JOIN LATERAL (
                SELECT e."consumerOrgId" AS "id" WHERE e."consumerOrgId" IS NOT NULL
                UNION
                SELECT a."consumerOrgId" FROM "Subscription" s JOIN "Application" a ON a."id" = s."applicationId"
                WHERE e."consumerOrgId" IS NULL AND e."type" <> 'MESSAGE' AND s."catalogProductId" = e."productId" AND s."state" <> 'REJECTED'
                UNION
                SELECT r."consumerOrgId" FROM "CampaignRecipient" r
                WHERE e."type" = 'MESSAGE' AND r."campaignId" = (e."detail"->>'campaign')::uuid
            ) AS told
            JOIN "ConsumerOrg" u ON u."id" = told."id"
        WHERE k."kind" IS NOT NULL AND e."catalogId" IS NOT NULL
            AND NOT (k."kind" = 'SUBSCRIPTION_ENDED' AND coalesce(p."state" = 'RETIRED', false))
        ORDER BY e."id", u."id";
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "tellMessage" AFTER INSERT ON "CampaignRecipient" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellMessage"();
