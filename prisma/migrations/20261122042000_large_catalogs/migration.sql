-- AlterTable
ALTER TABLE "CatalogApi" ADD COLUMN     "searchText" TEXT NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "Application_state_idx" ON "Application"("state");

-- CreateIndex
CREATE INDEX "AuditEvent_at_idx" ON "AuditEvent" USING BRIN ("at");

-- CreateIndex
CREATE INDEX "Event_at_idx" ON "Event" USING BRIN ("at");

-- CreateIndex
CREATE INDEX "Subscription_state_idx" ON "Subscription"("state");


-- What the search of the portal looks in, of one API: its name and title, the paths of its OpenAPI document and the
-- summaries of their operations, and of SDL whatever may be the name of a field.
CREATE FUNCTION "writeSearchText"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    paths jsonb := CASE jsonb_typeof(NEW."openapi" -> 'paths') WHEN 'object' THEN NEW."openapi" -> 'paths' ELSE '{}' END;
BEGIN
    NEW."searchText" := lower(concat_ws(E'\n', NEW."name", NEW."title",
        (SELECT string_agg(key, E'\n') FROM jsonb_object_keys(paths) AS key),
        (SELECT string_agg(operation.value ->> 'summary', E'\n')
            FROM jsonb_each(paths) AS item, jsonb_each(CASE jsonb_typeof(item.value) WHEN 'object' THEN item.value ELSE '{}' END)
                AS operation
            WHERE jsonb_typeof(operation.value) = 'object'),
        (SELECT string_agg(DISTINCT word[1], E'\n') FROM regexp_matches(NEW."sdl", '(\w+)\s*[(:]', 'g') AS word)));
    RETURN NEW;
END $$;

CREATE TRIGGER "writeSearchText" BEFORE INSERT OR UPDATE OF "name", "title", "openapi", "sdl" ON "CatalogApi"
    FOR EACH ROW EXECUTE FUNCTION "writeSearchText"();

-- Those that there are.
UPDATE "CatalogApi" SET "title" = "title";
