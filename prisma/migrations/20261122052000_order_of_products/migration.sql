-- AlterTable
ALTER TABLE "CatalogProduct" ADD COLUMN     "sortKey" TEXT COLLATE "C" NOT NULL DEFAULT '';

-- CreateIndex
CREATE INDEX "CatalogProduct_catalogId_sortKey_idx" ON "CatalogProduct"("catalogId", "sortKey");


-- By name, the newest version first: each number of a version has nine digits at most, and is taken from the greatest.
CREATE FUNCTION "writeSortKey"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW."sortKey" := NEW."name" || (SELECT string_agg(' ' || lpad((999999999 - number::int)::text, 9, '0'), '' ORDER BY place)
        FROM unnest(string_to_array(NEW."version", '.')) WITH ORDINALITY AS part(number, place));
    RETURN NEW;
END $$;

CREATE TRIGGER "writeSortKey" BEFORE INSERT OR UPDATE OF "name", "version" ON "CatalogProduct"
    FOR EACH ROW EXECUTE FUNCTION "writeSortKey"();

-- Those that there are.
UPDATE "CatalogProduct" SET "name" = "name";
