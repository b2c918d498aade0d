-- Writes an event SUNSET when a background job notes that the sunset of a product is told.
CREATE OR REPLACE FUNCTION "tellSunset"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
        SELECT c."orgId", c."id", p."id", false, 'SUNSET', p."name" || ':' || p."version",
            jsonb_build_object('days', n."days",
                'sunsetAt', to_char(n."sunsetAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        FROM new_rows n JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
            JOIN "Catalog" c ON c."id" = p."catalogId" ORDER BY n."sunsetAt", p."id";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellSunset" AFTER INSERT ON "SunsetNotice"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellSunset"();
