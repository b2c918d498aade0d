-- CreateTable
CREATE TABLE "PlanRequest" (
    "subscriptionId" UUID NOT NULL,
    "catalogPlanId" UUID NOT NULL,
    "requestedBy" TEXT NOT NULL,
    "acceptedPrice" TEXT,
    "requestedAt" TIMESTAMPTZ(3) NOT NULL,
    "rejectedAt" TIMESTAMPTZ(3),
    "rejectionReason" TEXT,

    CONSTRAINT "PlanRequest_pkey" PRIMARY KEY ("subscriptionId")
);

-- CreateIndex
CREATE INDEX "PlanRequest_catalogPlanId_idx" ON "PlanRequest"("catalogPlanId");

-- AddForeignKey
ALTER TABLE "PlanRequest" ADD CONSTRAINT "PlanRequest_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "PlanRequest" ADD CONSTRAINT "PlanRequest_catalogPlanId_fkey" FOREIGN KEY ("catalogPlanId") REFERENCES "CatalogPlan"("id") ON DELETE CASCADE ON UPDATE CASCADE;


CREATE OR REPLACE FUNCTION "endPlanRequest"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    DELETE FROM "PlanRequest" r USING new_rows n, old_rows o
        WHERE r."subscriptionId" = n."id" AND o."id" = n."id" AND n."catalogPlanId" <> o."catalogPlanId";
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "sendEventsOut"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "WebhookDelivery" ("webhookId", "eventId", "nextAttemptAt")
        SELECT w."id", e."id", to_timestamp(0)
        FROM new_rows e JOIN "Catalog" c ON c."orgId" = e."orgId" AND c."id" = coalesce(e."catalogId", c."id")
            JOIN "Webhook" w ON w."catalogId" = c."id" AND w."active" AND e."type" = ANY (w."types")
        ORDER BY e."id";
    IF EXISTS (SELECT 1 FROM new_rows e JOIN "Catalog" c ON c."id" = e."catalogId" WHERE c."mail" IS NOT NULL) THEN
        INSERT INTO "Mail" ("catalogId", "eventId", "memberId", "nextAttemptAt")
            SELECT e."catalogId", e."id", m."id", to_timestamp(0)
            FROM new_rows e JOIN "Catalog" c ON c."id" = e."catalogId" AND c."mail" IS NOT NULL
                CROSS JOIN LATERAL (
                    SELECT e."consumerOrgId" AS "id" WHERE e."type" IN ('LIMIT_ALERT', 'CREDENTIAL_ENDING')
                        OR e."type" = 'SUBSCRIPTION' AND e."detail"->>'change' IN ('CHANGED', 'ENDED', 'PLAN_REJECTED')
                    UNION
                    SELECT a."consumerOrgId" FROM "Subscription" s JOIN "Application" a ON a."id" = s."applicationId"
                    WHERE e."type" = 'PRODUCT_LIFECYCLE' AND e."detail"->>'to' = 'DEPRECATED'
                        AND s."catalogProductId" = e."productId"
                ) AS told
                JOIN "Member" m ON m."consumerOrgId" = told."id" AND m."email" IS NOT NULL AND m."noticesByMail"
            ORDER BY e."id", m."id";
    END IF;
    PERFORM pg_notify('gatehouse_changes', "orgId"::text) FROM (SELECT DISTINCT "orgId" FROM new_rows) AS orgs;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "tellPlanRequest"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
        SELECT c."orgId", c."id", u."id", s."catalogProductId", 'SUBSCRIPTION', u."name" || '/' || a."name",
            jsonb_build_object('change', CASE WHEN n."rejectedAt" IS NULL THEN 'PLAN_REQUESTED' ELSE 'PLAN_REJECTED' END,
                'id', s."id", 'state', s."state", 'product', p."name" || ':' || p."version", 'plan', l."name")
        FROM new_rows n JOIN "Subscription" s ON s."id" = n."subscriptionId"
            JOIN "Application" a ON a."id" = s."applicationId"
            JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            JOIN "CatalogProduct" p ON p."id" = s."catalogProductId"
            JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
        ORDER BY s."id";
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "endPlanRequest" AFTER UPDATE ON "Subscription" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "endPlanRequest"();

CREATE OR REPLACE TRIGGER "tellPlanRequestOnInsert" AFTER INSERT ON "PlanRequest" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellPlanRequest"();

CREATE OR REPLACE TRIGGER "tellPlanRequestOnUpdate" AFTER UPDATE ON "PlanRequest" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellPlanRequest"();
