

CREATE OR REPLACE FUNCTION "tellApiChange"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
END $function$;

CREATE OR REPLACE TRIGGER "tellApiChangeOfSecurity" AFTER UPDATE OF "securityDefinitions", security, settings ON "CatalogApi" FOR EACH ROW WHEN ((new."securityDefinitions" IS DISTINCT FROM old."securityDefinitions" OR new.security IS DISTINCT FROM old.security OR (new.settings -> 'operationSecurity'::text) IS DISTINCT FROM (old.settings -> 'operationSecurity'::text)) AND NOT old.openapi IS DISTINCT FROM new.openapi AND NOT old.sdl IS DISTINCT FROM new.sdl) EXECUTE FUNCTION "tellApiChange"();
