-- Writes an event CHANGE_WAVE when a wave of a change request begins, is done, or is taken back.
CREATE OR REPLACE FUNCTION "tellChangeWave"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "type", "subject", "detail")
        SELECT r."orgId", c."id", 'CHANGE_WAVE', r."number"::text,
            jsonb_build_object('number', r."number", 'wave', NEW."number", 'state', NEW."state", 'moved', NEW."moved",
                'mutation', r."mutation", 'about', r."subject", 'title', r."title")
        FROM "ChangeRequest" r LEFT JOIN "Catalog" c ON c."orgId" = r."orgId" AND c."name" = r."catalogs"[1]
        WHERE r."id" = NEW."changeRequestId";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellChangeWave" AFTER UPDATE OF "state" ON "ChangeWave"
    FOR EACH ROW WHEN (OLD."state" IS DISTINCT FROM NEW."state" AND NEW."state" <> 'WAITING')
    EXECUTE FUNCTION "tellChangeWave"();
