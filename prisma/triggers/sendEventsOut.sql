-- The outbox: gives each new event to the active webhooks of its catalog that asked for its type, and to the members whom
-- the catalog tells by mail. It announces the org, so that deliverers and event streams look. It runs in the transaction of the change: an event without its deliveries is never seen.
CREATE OR REPLACE FUNCTION "sendEventsOut"() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

CREATE OR REPLACE TRIGGER "sendEventsOut" AFTER INSERT ON "Event"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "sendEventsOut"();
