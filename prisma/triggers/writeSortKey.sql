-- Keeps the key that products of a catalog, and drafts of APIs, are listed by: the name, then the newest version first.
CREATE OR REPLACE FUNCTION "writeSortKey"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."sortKey" := NEW."name" || (SELECT string_agg(' ' || lpad((999999999 - number::int)::text, 9, '0'), '' ORDER BY place)
        FROM unnest(string_to_array(NEW."version", '.')) WITH ORDINALITY AS part(number, place));
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "writeSortKey" BEFORE INSERT OR UPDATE OF name, version ON "CatalogProduct"
    FOR EACH ROW EXECUTE FUNCTION "writeSortKey"();

CREATE OR REPLACE TRIGGER "writeSortKey" BEFORE INSERT OR UPDATE OF name, version ON "Api"
    FOR EACH ROW EXECUTE FUNCTION "writeSortKey"();
