-- Writes an event API_ONLINE_STATE when an API of a catalog goes online or offline.
CREATE OR REPLACE FUNCTION "tellApiOnlineState"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", p."id", p."state" = 'PUBLISHED' AND p."visibility" <> 'CUSTOM',
                'API_ONLINE_STATE', n."name" || ':' || n."version",
                jsonb_build_object('online', n."online", 'product', p."name" || ':' || p."version")
            FROM new_rows n JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "Catalog" c ON c."id" = p."catalogId"
            WHERE n."online" ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", p."id", p."state" = 'PUBLISHED' AND p."visibility" <> 'CUSTOM',
                'API_ONLINE_STATE', n."name" || ':' || n."version",
                jsonb_build_object('online', n."online", 'product', p."name" || ':' || p."version")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "Catalog" c ON c."id" = p."catalogId"
            WHERE n."online" <> o."online" ORDER BY n."id";
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellApiOnlineStateOnInsert" AFTER INSERT ON "CatalogApi"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellApiOnlineState"();
CREATE OR REPLACE TRIGGER "tellApiOnlineStateOnUpdate" AFTER UPDATE ON "CatalogApi"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellApiOnlineState"();
