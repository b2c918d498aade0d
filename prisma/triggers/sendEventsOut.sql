-- The outbox: gives each new event to the active webhooks of its catalog that asked for its type. It announces the org, so
-- that deliverers and event streams look. It runs in the transaction of the change: an event without its deliveries is
-- never seen.
CREATE OR REPLACE FUNCTION "sendEventsOut"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "WebhookDelivery" ("webhookId", "eventId", "nextAttemptAt")
        SELECT w."id", e."id", to_timestamp(0)
        FROM new_rows e JOIN "Catalog" c ON c."orgId" = e."orgId" AND c."id" = coalesce(e."catalogId", c."id")
            JOIN "Webhook" w ON w."catalogId" = c."id" AND w."consumerOrgId" IS NULL AND w."active" AND e."type" = ANY (w."types")
        ORDER BY e."id";
    PERFORM pg_notify('gatehouse_changes', "orgId"::text) FROM (SELECT DISTINCT "orgId" FROM new_rows) AS orgs;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "sendEventsOut" AFTER INSERT ON "Event"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "sendEventsOut"();
