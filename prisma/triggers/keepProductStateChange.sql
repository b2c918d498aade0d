-- Keeps each change of a product's state in a catalog, for the history of lifecycle and for undo.
-- A catalog that is deleted takes its history along.
CREATE OR REPLACE FUNCTION "keepProductStateChange"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "ProductStateChange" ("catalogId", "name", "version", "to")
            VALUES (NEW."catalogId", NEW."name", NEW."version", NEW."state");
    ELSIF TG_OP = 'UPDATE' THEN
        IF NEW."state" <> OLD."state" THEN
            INSERT INTO "ProductStateChange" ("catalogId", "name", "version", "from", "to")
                VALUES (NEW."catalogId", NEW."name", NEW."version", OLD."state", NEW."state");
        END IF;
    ELSIF EXISTS (SELECT FROM "Catalog" WHERE "id" = OLD."catalogId") THEN
        INSERT INTO "ProductStateChange" ("catalogId", "name", "version", "from")
            VALUES (OLD."catalogId", OLD."name", OLD."version", OLD."state");
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "keepProductStateChange" AFTER INSERT OR DELETE OR UPDATE OF state ON "CatalogProduct"
    FOR EACH ROW EXECUTE FUNCTION "keepProductStateChange"();
