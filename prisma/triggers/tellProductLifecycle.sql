-- Writes an event PRODUCT_LIFECYCLE when a product enters a catalog, changes its state there or leaves it.
-- The event is public where the product is or was published for everybody.
CREATE OR REPLACE FUNCTION "tellProductLifecycle"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", n."id", n."state" = 'PUBLISHED' AND n."visibility" <> 'CUSTOM',
                'PRODUCT_LIFECYCLE', n."name" || ':' || n."version",
                jsonb_build_object('from', NULL, 'to', n."state")
            FROM new_rows n JOIN "Catalog" c ON c."id" = n."catalogId" ORDER BY n."id";
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", n."id",
                (n."state" = 'PUBLISHED' AND n."visibility" <> 'CUSTOM')
                    OR (o."state" = 'PUBLISHED' AND o."visibility" <> 'CUSTOM'),
                'PRODUCT_LIFECYCLE', n."name" || ':' || n."version",
                jsonb_build_object('from', o."state", 'to', n."state")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "Catalog" c ON c."id" = n."catalogId"
            WHERE n."state" <> o."state" ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", o."id", o."state" = 'PUBLISHED' AND o."visibility" <> 'CUSTOM',
                'PRODUCT_LIFECYCLE', o."name" || ':' || o."version",
                jsonb_build_object('from', o."state", 'to', NULL)
            FROM old_rows o JOIN "Catalog" c ON c."id" = o."catalogId" ORDER BY o."id";
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellProductLifecycleOnDelete" AFTER DELETE ON "CatalogProduct"
    REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellProductLifecycle"();
CREATE OR REPLACE TRIGGER "tellProductLifecycleOnInsert" AFTER INSERT ON "CatalogProduct"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellProductLifecycle"();
CREATE OR REPLACE TRIGGER "tellProductLifecycleOnUpdate" AFTER UPDATE ON "CatalogProduct"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellProductLifecycle"();
