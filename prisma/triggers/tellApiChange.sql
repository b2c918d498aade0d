-- Writes an event API_CHANGED when an API that serves gets another document, with its first 20 operations of each change, or
-- asks its callers for something else.
CREATE OR REPLACE FUNCTION "tellApiChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
        SELECT c."orgId", c."id", p."id", p."state" = 'PUBLISHED' AND p."visibility" <> 'CUSTOM', 'API_CHANGED',
            NEW."name" || ':' || NEW."version",
            jsonb_build_object('product', p."name" || ':' || p."version", 'kind', NEW."kind",
                'security',
                (NEW."securityDefinitions", NEW."security", NEW."settings"->'operationSecurity')
                    IS DISTINCT FROM (OLD."securityDefinitions", OLD."security", OLD."settings"->'operationSecurity')) || (
                SELECT jsonb_object_agg(change, coalesce(operations, '[]'))
                FROM (VALUES ('added'), ('removed'), ('changed')) AS changes (change), LATERAL (
                    SELECT jsonb_agg(operation) AS operations FROM (
                        SELECT coalesce(n.operation, o.operation) AS operation
                        FROM "operationsOf"(NEW."openapi") n
                            FULL JOIN "operationsOf"(OLD."openapi") o ON o.operation = n.operation
                        WHERE change = CASE WHEN o.operation IS NULL THEN 'added' WHEN n.operation IS NULL THEN 'removed'
                            WHEN o.value <> n.value THEN 'changed' END
                        ORDER BY 1 LIMIT 20
                    ) changed
                ) of)
        FROM "CatalogProduct" p JOIN "Catalog" c ON c."id" = p."catalogId"
        WHERE p."id" = NEW."catalogProductId" AND p."state" IN ('PUBLISHED', 'DEPRECATED');
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellApiChangeOfDocument" AFTER UPDATE OF "openapi" ON "CatalogApi"
    FOR EACH ROW WHEN (OLD."openapi" IS NOT NULL AND OLD."openapi" IS DISTINCT FROM NEW."openapi")
    EXECUTE FUNCTION "tellApiChange"();
CREATE OR REPLACE TRIGGER "tellApiChangeOfSchema" AFTER UPDATE OF "sdl" ON "CatalogApi"
    FOR EACH ROW WHEN (OLD."sdl" IS NOT NULL AND OLD."sdl" IS DISTINCT FROM NEW."sdl")
    EXECUTE FUNCTION "tellApiChange"();
CREATE OR REPLACE TRIGGER "tellApiChangeOfSecurity" AFTER UPDATE OF "securityDefinitions", "security", "settings" ON "CatalogApi"
    FOR EACH ROW WHEN ((NEW."securityDefinitions", NEW."security", NEW."settings"->'operationSecurity')
            IS DISTINCT FROM (OLD."securityDefinitions", OLD."security", OLD."settings"->'operationSecurity')
        AND OLD."openapi" IS NOT DISTINCT FROM NEW."openapi"
        AND OLD."sdl" IS NOT DISTINCT FROM NEW."sdl")
    EXECUTE FUNCTION "tellApiChange"();
