-- This is an empty migration.


CREATE OR REPLACE FUNCTION "writeNotices"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
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
        SELECT e."id", e."consumerOrgId" FROM notified e WHERE e."consumerOrgId" IS NOT NULL
        UNION
        SELECT e."id", a."consumerOrgId" FROM notified e JOIN "Subscription" s ON s."catalogProductId" = e."productId"
                JOIN "Application" a ON a."id" = s."applicationId"
            WHERE e."consumerOrgId" IS NULL AND e."type" <> 'MESSAGE' AND s."state" <> 'REJECTED'
        UNION
        SELECT e."id", r."consumerOrgId" FROM notified e JOIN "CampaignRecipient" r ON r."campaignId" = e."campaignId"
            WHERE e."type" = 'MESSAGE'
    )
    INSERT INTO "Notice" ("eventId", "catalogId", "consumerOrgId", "kind", "subject", "detail", "at", "campaignId")
        SELECT e."id", e."catalogId", u."id", e."kind", e."subject", e."detail", e."at", e."campaignId"
        FROM (SELECT t.*, row_number() OVER (PARTITION BY t."consumerOrgId" ORDER BY t."id" DESC) AS "place" FROM told t) n
            JOIN notified e ON e."id" = n."id" JOIN "ConsumerOrg" u ON u."id" = n."consumerOrgId"
        WHERE n."place" <= 1000
        ORDER BY e."id", u."id";
    RETURN NULL;
END $function$;
