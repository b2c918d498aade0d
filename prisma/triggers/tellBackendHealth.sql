-- Writes an event BACKEND_HEALTH when a target becomes unhealthy or is healthy again, and announces the org to gateways.
CREATE OR REPLACE FUNCTION "tellBackendHealth"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "type", "subject", "detail")
        SELECT c."orgId", c."id", 'BACKEND_HEALTH', k."name",
            jsonb_build_object('target', n."url", 'from', o."state", 'to', n."state", 'fault', n."fault")
        FROM new_rows n JOIN old_rows o ON o."id" = n."id"
            JOIN "CatalogBackend" b ON b."id" = n."catalogBackendId"
            JOIN "Backend" k ON k."id" = b."backendId" JOIN "Catalog" c ON c."id" = b."catalogId"
        WHERE n."state" <> o."state" AND 'UNHEALTHY' IN (o."state", n."state") ORDER BY n."id";
    PERFORM pg_notify('gatehouse_published', c."orgId"::text)
        FROM new_rows n JOIN "CatalogBackend" b ON b."id" = n."catalogBackendId"
            JOIN "Catalog" c ON c."id" = b."catalogId" GROUP BY c."orgId";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellBackendHealth" AFTER UPDATE ON "TargetHealth"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellBackendHealth"();
