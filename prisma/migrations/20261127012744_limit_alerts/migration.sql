-- AlterEnum
ALTER TYPE "EventType" ADD VALUE 'LIMIT_ALERT';

-- CreateTable
CREATE TABLE "LimitAlert" (
    "subscriptionId" UUID NOT NULL,
    "limit" TEXT NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "share" INTEGER NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "LimitAlert_pkey" PRIMARY KEY ("subscriptionId","limit","endsAt","share")
);

-- CreateIndex
CREATE INDEX "LimitAlert_endsAt_idx" ON "LimitAlert"("endsAt");

-- AddForeignKey
ALTER TABLE "LimitAlert" ADD CONSTRAINT "LimitAlert_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;


CREATE OR REPLACE FUNCTION "tellLimitAlert"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
        SELECT c."orgId", c."id", u."id", s."catalogProductId", 'LIMIT_ALERT', u."name" || '/' || a."name",
            jsonb_build_object('share', n."share", 'limit', n."limit",
                'endsAt', to_char(n."endsAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'id', s."id",
                'product', p."name" || ':' || p."version", 'plan', l."name")
        FROM new_rows n JOIN "Subscription" s ON s."id" = n."subscriptionId"
            JOIN "Application" a ON a."id" = s."applicationId"
            JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            JOIN "CatalogProduct" p ON p."id" = s."catalogProductId"
            JOIN "CatalogPlan" l ON l."id" = s."catalogPlanId"
        ORDER BY s."id", n."share";
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "tellLimitAlert" AFTER INSERT ON "LimitAlert" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellLimitAlert"();
