-- CreateEnum
CREATE TYPE "NoticeKind" AS ENUM ('LIMIT_ALERT', 'CREDENTIAL_ENDING', 'SUBSCRIPTION_ACTIVE', 'SUBSCRIPTION_PENDING_APPROVAL', 'SUBSCRIPTION_REJECTED', 'SUBSCRIPTION_ENDED', 'PLAN_REJECTED', 'PRODUCT_DEPRECATED', 'PRODUCT_SUPERSEDED', 'PRODUCT_SUNSET', 'PRODUCT_RETIRED', 'API_CHANGED');

-- AlterEnum
-- This migration adds more than one value to an enum.
-- With PostgreSQL versions 11 and earlier, this is not possible
-- in a single migration. This can be worked around by creating
-- multiple migrations, each migration adding only one value to
-- the enum.


ALTER TYPE "EventType" ADD VALUE 'API_CHANGED';
ALTER TYPE "EventType" ADD VALUE 'SUNSET';

-- AlterTable
ALTER TABLE "Mail" ADD COLUMN     "noticeId" BIGINT;

-- CreateTable
CREATE TABLE "Notice" (
    "id" BIGSERIAL NOT NULL,
    "eventId" BIGINT NOT NULL,
    "catalogId" UUID NOT NULL,
    "consumerOrgId" UUID NOT NULL,
    "kind" "NoticeKind" NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Notice_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "NoticeReader" (
    "noticeId" BIGINT NOT NULL,
    "memberId" UUID NOT NULL,
    "readAt" TIMESTAMPTZ(3),

    CONSTRAINT "NoticeReader_pkey" PRIMARY KEY ("noticeId","memberId")
);

-- CreateTable
CREATE TABLE "SunsetNotice" (
    "catalogProductId" UUID NOT NULL,
    "sunsetAt" TIMESTAMPTZ(3) NOT NULL,
    "days" INTEGER NOT NULL,

    CONSTRAINT "SunsetNotice_pkey" PRIMARY KEY ("catalogProductId","sunsetAt","days")
);

-- CreateIndex
CREATE INDEX "Notice_consumerOrgId_id_idx" ON "Notice"("consumerOrgId", "id");

-- CreateIndex
CREATE INDEX "Notice_catalogId_idx" ON "Notice"("catalogId");

-- CreateIndex
CREATE INDEX "Notice_at_idx" ON "Notice" USING BRIN ("at");

-- CreateIndex
CREATE UNIQUE INDEX "Notice_eventId_consumerOrgId_key" ON "Notice"("eventId", "consumerOrgId");

-- CreateIndex
CREATE INDEX "NoticeReader_memberId_readAt_idx" ON "NoticeReader"("memberId", "readAt");

-- CreateIndex
CREATE INDEX "Mail_noticeId_idx" ON "Mail"("noticeId");

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_noticeId_fkey" FOREIGN KEY ("noticeId") REFERENCES "Notice"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Notice" ADD CONSTRAINT "Notice_consumerOrgId_fkey" FOREIGN KEY ("consumerOrgId") REFERENCES "ConsumerOrg"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NoticeReader" ADD CONSTRAINT "NoticeReader_noticeId_fkey" FOREIGN KEY ("noticeId") REFERENCES "Notice"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "NoticeReader" ADD CONSTRAINT "NoticeReader_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "Member"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SunsetNotice" ADD CONSTRAINT "SunsetNotice_catalogProductId_fkey" FOREIGN KEY ("catalogProductId") REFERENCES "CatalogProduct"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Mails that wait get their notices: from now on a mail is made of one.
INSERT INTO "Notice" ("eventId", "catalogId", "consumerOrgId", "kind", "subject", "detail", "at")
    SELECT DISTINCT e."id", m."catalogId", r."consumerOrgId", (CASE e."type"::text
            WHEN 'SUBSCRIPTION' THEN CASE e."detail"->>'change' WHEN 'CHANGED' THEN 'SUBSCRIPTION_' || (e."detail"->>'state')
                WHEN 'ENDED' THEN 'SUBSCRIPTION_ENDED' ELSE 'PLAN_REJECTED' END
            WHEN 'PRODUCT_LIFECYCLE' THEN CASE WHEN t."id" IS NULL THEN 'PRODUCT_DEPRECATED' ELSE 'PRODUCT_SUPERSEDED' END
            ELSE e."type"::text END)::"NoticeKind",
        e."subject", e."detail" || CASE WHEN e."type"::text <> 'PRODUCT_LIFECYCLE' THEN '{}' ELSE jsonb_build_object(
            'successor', t."name" || ':' || t."version",
            'sunsetAt', to_char(p."sunsetAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) END, e."at"
    FROM "Mail" m JOIN "Event" e ON e."id" = m."eventId" JOIN "Member" r ON r."id" = m."memberId"
        LEFT JOIN "CatalogProduct" p ON p."id" = e."productId" LEFT JOIN "CatalogProduct" t ON t."id" = p."migrationTargetId"
    WHERE m."nextAttemptAt" IS NOT NULL;
UPDATE "Mail" m SET "noticeId" = n."id" FROM "Notice" n, "Member" r
    WHERE m."nextAttemptAt" IS NOT NULL AND r."id" = m."memberId" AND n."eventId" = m."eventId"
        AND n."consumerOrgId" = r."consumerOrgId";

CREATE OR REPLACE FUNCTION "noticeKind"(type text, detail jsonb)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
    RETURN CASE
        WHEN "type" IN ('LIMIT_ALERT', 'CREDENTIAL_ENDING', 'API_CHANGED') THEN "type"
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

CREATE OR REPLACE FUNCTION "operationsOf"(document jsonb)
 RETURNS TABLE(operation text, value jsonb)
 LANGUAGE sql
 IMMUTABLE
AS $function$
    SELECT upper(m.key) || ' ' || p.key, m.value
    FROM jsonb_each(CASE jsonb_typeof("document"->'paths') WHEN 'object' THEN "document"->'paths' ELSE '{}' END) p,
        jsonb_each(CASE jsonb_typeof(p.value) WHEN 'object' THEN p.value ELSE '{}' END) m
    WHERE m.key IN ('get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace')
$function$;

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
    PERFORM pg_notify('gatehouse_changes', "orgId"::text) FROM (SELECT DISTINCT "orgId" FROM new_rows) AS orgs;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "sendNoticesOut"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "NoticeReader" ("noticeId", "memberId")
        SELECT n."id", m."id" FROM new_rows n JOIN "Member" m ON m."consumerOrgId" = n."consumerOrgId";
    INSERT INTO "Mail" ("catalogId", "eventId", "memberId", "noticeId", "nextAttemptAt")
        SELECT n."catalogId", n."eventId", m."id", n."id", to_timestamp(0)
        FROM new_rows n JOIN "Catalog" c ON c."id" = n."catalogId" AND c."mail" IS NOT NULL
            JOIN "Member" m ON m."consumerOrgId" = n."consumerOrgId" AND m."email" IS NOT NULL AND m."noticesByMail"
        ORDER BY n."id", m."id";
    DELETE FROM "Notice" d USING (SELECT DISTINCT "consumerOrgId" FROM new_rows) o
        WHERE d."consumerOrgId" = o."consumerOrgId" AND d."id" <= (SELECT k."id" FROM "Notice" k
            WHERE k."consumerOrgId" = o."consumerOrgId" ORDER BY k."id" DESC OFFSET 1000 LIMIT 1);
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "tellApiChange"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
        SELECT c."orgId", c."id", p."id", p."state" = 'PUBLISHED' AND p."visibility" <> 'CUSTOM', 'API_CHANGED',
            NEW."name" || ':' || NEW."version",
            jsonb_build_object('product', p."name" || ':' || p."version", 'kind', NEW."kind") || (
                SELECT jsonb_object_agg(change, coalesce(operations, '[]'))
                FROM (VALUES ('added'), ('removed'), ('changed')) AS changes (change), LATERAL (
                    SELECT jsonb_agg(operation) AS operations FROM (
                        SELECT coalesce(n.operation, o.operation) AS operation
                        FROM "operationsOf"(NEW."openapi") n
                            FULL JOIN "operationsOf"(OLD."openapi") o ON o.operation = n.operation
                        WHERE change = CASE WHEN o.operation IS NULL THEN 'added' WHEN n.operation IS NULL THEN 'removed'
                            WHEN o.value <> n.value THEN 'changed' END
                        ORDER BY 1 LIMIT 20
                    ) changed
                ) of)
        FROM "CatalogProduct" p JOIN "Catalog" c ON c."id" = p."catalogId"
        WHERE p."id" = NEW."catalogProductId" AND p."state" IN ('PUBLISHED', 'DEPRECATED');
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "tellSunset"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
        SELECT c."orgId", c."id", p."id", false, 'SUNSET', p."name" || ':' || p."version",
            jsonb_build_object('days', n."days",
                'sunsetAt', to_char(n."sunsetAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        FROM new_rows n JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
            JOIN "Catalog" c ON c."id" = p."catalogId" ORDER BY n."sunsetAt", p."id";
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "writeNotices"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Notice" ("eventId", "catalogId", "consumerOrgId", "kind", "subject", "detail", "at")
        SELECT e."id", e."catalogId", u."id", k."kind"::"NoticeKind", e."subject", d."detail", e."at"
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
                WHERE e."consumerOrgId" IS NULL AND s."catalogProductId" = e."productId" AND s."state" <> 'REJECTED'
            ) AS told
            JOIN "ConsumerOrg" u ON u."id" = told."id"
        WHERE k."kind" IS NOT NULL AND e."catalogId" IS NOT NULL
            AND NOT (k."kind" = 'SUBSCRIPTION_ENDED' AND coalesce(p."state" = 'RETIRED', false))
        ORDER BY e."id", u."id";
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "sendNoticesOut" AFTER INSERT ON "Notice" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "sendNoticesOut"();

CREATE OR REPLACE TRIGGER "tellApiChangeOfDocument" AFTER UPDATE OF openapi ON "CatalogApi" FOR EACH ROW WHEN (old.openapi IS NOT NULL AND old.openapi IS DISTINCT FROM new.openapi) EXECUTE FUNCTION "tellApiChange"();

CREATE OR REPLACE TRIGGER "tellApiChangeOfSchema" AFTER UPDATE OF sdl ON "CatalogApi" FOR EACH ROW WHEN (old.sdl IS NOT NULL AND old.sdl IS DISTINCT FROM new.sdl) EXECUTE FUNCTION "tellApiChange"();

CREATE OR REPLACE TRIGGER "tellSunset" AFTER INSERT ON "SunsetNotice" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellSunset"();

CREATE OR REPLACE TRIGGER "writeNotices" AFTER INSERT ON "Event" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "writeNotices"();
