-- Announces the org to gateways when a rehearsal begins or ends, and writes an event REHEARSAL when it has ended.
CREATE OR REPLACE FUNCTION "tellRehearsal"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('gatehouse_published', c."orgId"::text) FROM "Catalog" c WHERE c."id" = NEW."catalogId";
    IF NEW."endedAt" IS NOT NULL THEN
        INSERT INTO "Event" ("orgId", "catalogId", "type", "subject", "detail")
            SELECT c."orgId", c."id", 'REHEARSAL', concat(n."name", ':', n."version"),
                jsonb_build_object('id', NEW."id", 'state', CASE WHEN NEW."stoppedBy" IS NULL THEN 'DONE' ELSE 'STOPPED' END,
                    'old', concat(o."name", ':', o."version"),
                    'differences', (SELECT count(*) FROM "RehearsalDifference" d WHERE d."rehearsalId" = NEW."id"))
            FROM "Catalog" c, "CatalogProduct" o, "CatalogProduct" n
            WHERE c."id" = NEW."catalogId" AND o."id" = NEW."oldProductId" AND n."id" = NEW."newProductId";
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellRehearsal" AFTER INSERT ON "Rehearsal"
    FOR EACH ROW EXECUTE FUNCTION "tellRehearsal"();
CREATE OR REPLACE TRIGGER "tellRehearsalEnd" AFTER UPDATE OF "endedAt" ON "Rehearsal"
    FOR EACH ROW WHEN (OLD."endedAt" IS NULL AND NEW."endedAt" IS NOT NULL) EXECUTE FUNCTION "tellRehearsal"();
