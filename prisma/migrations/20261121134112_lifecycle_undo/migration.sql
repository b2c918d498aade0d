-- CreateTable
CREATE TABLE "LifecycleUndo" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "action" TEXT NOT NULL,
    "subject" TEXT NOT NULL,
    "before" JSONB NOT NULL,
    "after" JSONB NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "undoneAt" TIMESTAMPTZ(3),

    CONSTRAINT "LifecycleUndo_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProductStateChange" (
    "id" BIGSERIAL NOT NULL,
    "catalogId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "from" "ProductState",
    "to" "ProductState",
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "ProductStateChange_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "LifecycleUndo_tokenHash_key" ON "LifecycleUndo"("tokenHash");

-- CreateIndex
CREATE INDEX "LifecycleUndo_orgId_expiresAt_idx" ON "LifecycleUndo"("orgId", "expiresAt");

-- CreateIndex
CREATE INDEX "LifecycleUndo_catalogId_idx" ON "LifecycleUndo"("catalogId");

-- CreateIndex
CREATE INDEX "ProductStateChange_catalogId_name_version_id_idx" ON "ProductStateChange"("catalogId", "name", "version", "id");

-- AddForeignKey
ALTER TABLE "LifecycleUndo" ADD CONSTRAINT "LifecycleUndo_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "LifecycleUndo" ADD CONSTRAINT "LifecycleUndo_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProductStateChange" ADD CONSTRAINT "ProductStateChange_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Every change of a product's state, by whatever way it comes, is kept in the same transaction. When the whole catalog
-- goes, its history goes with it.
CREATE FUNCTION "keepProductStateChange"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "keepProductStateChange" AFTER INSERT OR UPDATE OF "state" OR DELETE ON "CatalogProduct"
    FOR EACH ROW EXECUTE FUNCTION "keepProductStateChange"();

-- What came before is not known: the history of a product begins here.
INSERT INTO "ProductStateChange" ("catalogId", "name", "version", "to")
    SELECT "catalogId", "name", "version", "state" FROM "CatalogProduct" ORDER BY "id";
