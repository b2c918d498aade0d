-- Writes an event CHANGE_REQUEST when a change request is proposed, and when its state changes.
CREATE OR REPLACE FUNCTION "tellChangeRequest"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "type", "subject", "detail")
        VALUES (NEW."orgId",
            CASE WHEN cardinality(NEW."catalogs") = 1 THEN
                (SELECT c."id" FROM "Catalog" c WHERE c."orgId" = NEW."orgId" AND c."name" = NEW."catalogs"[1]) END,
            'CHANGE_REQUEST', NEW."number"::text,
            jsonb_build_object('number', NEW."number", 'state', NEW."state", 'mutation', NEW."mutation",
                'about', NEW."subject", 'by', coalesce(NEW."closedBy", NEW."proposedBy"), 'title', NEW."title",
                'halt', NEW."closing"->'halt'->>'message', 'reason', NEW."closing"->>'reason'));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellChangeRequest" AFTER INSERT ON "ChangeRequest"
    FOR EACH ROW EXECUTE FUNCTION "tellChangeRequest"();

CREATE OR REPLACE TRIGGER "tellChangeRequestState" AFTER UPDATE OF "state" ON "ChangeRequest"
    FOR EACH ROW WHEN (OLD."state" IS DISTINCT FROM NEW."state") EXECUTE FUNCTION "tellChangeRequest"();
