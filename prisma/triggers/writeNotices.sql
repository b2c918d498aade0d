-- Writes the notices of an event: to the consumer org that it is about, to all with a subscription of its product, or to the
-- recipients of its message. Who is told that a product is retired is not told that the subscription has ended, too. A
-- successor for chosen consumers is not named. An org keeps its last 1,000 notices: of more at once, the older ones are not
-- written. An event goes with each of its readers: to join it again would read all events for each notice, since PostgreSQL
-- expects one. Rows are looked up by indexes alone, as in "sendNoticesOut".
CREATE OR REPLACE FUNCTION "writeNotices"() RETURNS trigger LANGUAGE plpgsql SET jit = off SET enable_seqscan = off AS $$
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
END $$;

CREATE OR REPLACE TRIGGER "writeNotices" AFTER INSERT ON "Event"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "writeNotices"();
