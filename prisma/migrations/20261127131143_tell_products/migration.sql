-- This is an empty migration.


CREATE OR REPLACE FUNCTION "tellProducts"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
    keys TEXT[];
BEGIN
    IF TG_TABLE_NAME = 'CatalogProduct' THEN
        keys := ARRAY(SELECT concat('/', "catalogId", '/', "id") FROM some_rows);
    ELSE
        -- One that is deleted with its plans and APIs has told it itself.
        keys := ARRAY(SELECT DISTINCT concat('/', p."catalogId", '/', p."id")
            FROM some_rows r JOIN "CatalogProduct" p ON p."id" = r."catalogProductId");
    END IF;
    -- A notice has room for 8,000 bytes, and a key has 74.
    PERFORM pg_notify('gatehouse_published', json_agg(key)::text)
        FROM unnest(keys) WITH ORDINALITY AS each (key, number) GROUP BY number / 50;
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "tellProductsOnDelete" AFTER DELETE ON "CatalogApi" REFERENCING OLD TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProducts"();

CREATE OR REPLACE TRIGGER "tellProductsOnDelete" AFTER DELETE ON "CatalogPlan" REFERENCING OLD TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProducts"();

CREATE OR REPLACE TRIGGER "tellProductsOnDelete" AFTER DELETE ON "CatalogProduct" REFERENCING OLD TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProducts"();

CREATE OR REPLACE TRIGGER "tellProductsOnInsert" AFTER INSERT ON "CatalogApi" REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProducts"();

CREATE OR REPLACE TRIGGER "tellProductsOnInsert" AFTER INSERT ON "CatalogPlan" REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProducts"();

CREATE OR REPLACE TRIGGER "tellProductsOnInsert" AFTER INSERT ON "CatalogProduct" REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProducts"();

CREATE OR REPLACE TRIGGER "tellProductsOnUpdate" AFTER UPDATE ON "CatalogApi" REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProducts"();

CREATE OR REPLACE TRIGGER "tellProductsOnUpdate" AFTER UPDATE ON "CatalogPlan" REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProducts"();

CREATE OR REPLACE TRIGGER "tellProductsOnUpdate" AFTER UPDATE ON "CatalogProduct" REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProducts"();
