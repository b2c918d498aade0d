

CREATE OR REPLACE FUNCTION "sendNoticesOut"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
    INSERT INTO "NoticeReader" ("noticeId", "memberId")
        SELECT n."id", p."memberId" FROM new_rows n JOIN "ConsumerMembership" p ON p."consumerOrgId" = n."consumerOrgId";
    INSERT INTO "Mail" ("catalogId", "eventId", "memberId", "noticeId", "nextAttemptAt")
        SELECT n."catalogId", n."eventId", m."id", n."id", to_timestamp(0)
        FROM new_rows n JOIN "Catalog" c ON c."id" = n."catalogId" AND c."mail" IS NOT NULL
            JOIN "ConsumerMembership" p ON p."consumerOrgId" = n."consumerOrgId"
            JOIN "Member" m ON m."id" = p."memberId" AND m."email" IS NOT NULL AND m."noticesByMail"
                AND (m."emailVerifiedAt" IS NOT NULL OR NOT m."emailNeedsProof")
        ORDER BY n."id", m."id";
    INSERT INTO "WebhookDelivery" ("webhookId", "noticeId", "nextAttemptAt")
        SELECT w."id", n."id", to_timestamp(0)
        FROM new_rows n JOIN "Webhook" w ON w."consumerOrgId" = n."consumerOrgId" AND w."active" AND n."kind" = ANY (w."noticeKinds")
        ORDER BY n."id";
    WITH oldest AS MATERIALIZED (
        SELECT o."consumerOrgId", (SELECT k."id" FROM "Notice" k
            WHERE k."consumerOrgId" = o."consumerOrgId" ORDER BY k."id" DESC OFFSET 1000 LIMIT 1) AS "id"
        FROM (SELECT DISTINCT "consumerOrgId" FROM new_rows) o
    )
    DELETE FROM "Notice" WHERE "id" = ANY (ARRAY(
        SELECT d."id" FROM oldest o CROSS JOIN LATERAL (SELECT n."id" FROM "Notice" n
            WHERE n."consumerOrgId" = o."consumerOrgId" AND n."id" <= o."id" OFFSET 0) d));
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "writeNotices"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
AS $function$
BEGIN
    WITH notified AS MATERIALIZED (
        SELECT e."id", e."catalogId", e."consumerOrgId", e."productId", e."type", e."subject", e."at", d."detail",
            k."kind"::"NoticeKind" AS "kind", (e."detail"->>'campaign')::uuid AS "campaignId"
        FROM new_rows e
            LEFT JOIN "CatalogProduct" p ON p."id" = e."productId"
            LEFT JOIN "CatalogProduct" t ON t."id" = p."migrationTargetId"
            CROSS JOIN LATERAL (SELECT CASE WHEN e."type" IN ('PRODUCT_LIFECYCLE', 'SUNSET') THEN
                jsonb_build_object('successor', CASE WHEN t."visibility" <> 'CUSTOM' THEN t."name" || ':' || t."version" END,
                    'sunsetAt', to_char(p."sunsetAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) || e."detail"
                ELSE e."detail" END AS "detail") d
            CROSS JOIN LATERAL (SELECT "noticeKind"(e."type"::text, d."detail") AS "kind" OFFSET 0) k
        WHERE k."kind" IS NOT NULL AND e."catalogId" IS NOT NULL
            AND NOT (k."kind" = 'SUBSCRIPTION_ENDED' AND coalesce(p."state" = 'RETIRED', false))
    ), told AS (
        SELECT e.*, e."consumerOrgId" AS "to" FROM notified e WHERE e."consumerOrgId" IS NOT NULL
        UNION ALL
        SELECT e.*, s."consumerOrgId" FROM notified e CROSS JOIN LATERAL (
                SELECT DISTINCT a."consumerOrgId" FROM "Subscription" s JOIN "Application" a ON a."id" = s."applicationId"
                WHERE s."catalogProductId" = e."productId" AND s."state" <> 'REJECTED') s
            WHERE e."consumerOrgId" IS NULL AND e."type" <> 'MESSAGE'
        UNION ALL
        SELECT e.*, r."consumerOrgId" FROM notified e CROSS JOIN LATERAL (
                SELECT DISTINCT c."consumerOrgId" FROM "CampaignRecipient" c WHERE c."campaignId" = e."campaignId") r
            WHERE e."type" = 'MESSAGE' AND r."consumerOrgId" IS DISTINCT FROM e."consumerOrgId"
    )
    INSERT INTO "Notice" ("eventId", "catalogId", "consumerOrgId", "kind", "subject", "detail", "at", "campaignId")
        SELECT n."id", n."catalogId", u."id", n."kind", n."subject", n."detail", n."at", n."campaignId"
        FROM (SELECT t.*, row_number() OVER (PARTITION BY t."to" ORDER BY t."id" DESC) AS "place" FROM told t) n
            JOIN "ConsumerOrg" u ON u."id" = n."to"
        WHERE n."place" <= 1000
        ORDER BY n."id", u."id";
    RETURN NULL;
END $function$;
