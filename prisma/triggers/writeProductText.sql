-- Keeps the text that the portal searches a product by: name, title, summary, description and tags.
CREATE OR REPLACE FUNCTION "writeProductText"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."searchText" := lower(concat_ws(E'\n', NEW."name", NEW."title", NEW."words" ->> 'summary', NEW."words" ->> 'description',
        (SELECT string_agg(tag, E'\n') FROM jsonb_array_elements_text(NEW."words" -> 'tags') AS tag)));
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER "writeProductText" BEFORE INSERT OR UPDATE OF name, title, words ON "CatalogProduct"
    FOR EACH ROW EXECUTE FUNCTION "writeProductText"();
