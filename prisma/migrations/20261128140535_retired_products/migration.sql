-- AlterTable
ALTER TABLE "CatalogProduct" ADD COLUMN     "retiredAt" TIMESTAMPTZ(3),
ADD COLUMN     "successorId" UUID;

-- CreateIndex
CREATE INDEX "CatalogProduct_catalogId_retiredAt_idx" ON "CatalogProduct"("catalogId", "retiredAt");


-- What was retired until now: when is known, what took its place is not. Nothing changes by it, so no trigger tells of
-- it; one of them has words of an enum that a transaction cannot use which adds them.
ALTER TABLE "CatalogProduct" DISABLE TRIGGER USER;
UPDATE "CatalogProduct" p SET "retiredAt" = (
    SELECT max(c."at") FROM "ProductStateChange" c
    WHERE c."catalogId" = p."catalogId" AND c."name" = p."name" AND c."version" = p."version" AND c."to" = 'RETIRED')
WHERE p."state" IN ('RETIRED', 'ARCHIVED');
ALTER TABLE "CatalogProduct" ENABLE TRIGGER USER;
