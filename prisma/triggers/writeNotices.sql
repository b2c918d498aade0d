-- Writes the notices of an event: to the consumer org that it is about, to all with a subscription of its product, or to the
-- recipients of its message. Who
-- is told that a product is retired is not told that the subscription has ended, too.
CREATE OR REPLACE FUNCTION "writeNotices"() RETURNS trigger LANGUAGE plpgsql AS $$
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
            CROSS JOIN LATERAL (SELECT "noticeKind"(e."type", d."detail") AS "kind") k
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
END $$;

CREATE OR REPLACE TRIGGER "writeNotices" AFTER INSERT ON "Event"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "writeNotices"();
