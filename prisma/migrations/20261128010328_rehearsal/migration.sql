-- AlterEnum
ALTER TYPE "EventType" ADD VALUE 'REHEARSAL';

-- CreateTable
CREATE TABLE "Rehearsal" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "oldProductId" UUID NOT NULL,
    "newProductId" UUID NOT NULL,
    "sample" DOUBLE PRECISION NOT NULL,
    "ignored" JSONB NOT NULL,
    "startedBy" TEXT NOT NULL,
    "startedAt" TIMESTAMPTZ(3) NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,
    "endedAt" TIMESTAMPTZ(3),
    "stoppedBy" TEXT,

    CONSTRAINT "Rehearsal_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "RehearsalOperation" (
    "rehearsalId" UUID NOT NULL,
    "api" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "compared" BIGINT NOT NULL,
    "unread" BIGINT NOT NULL,
    "dropped" BIGINT NOT NULL,
    "before" INTEGER[],
    "after" INTEGER[],

    CONSTRAINT "RehearsalOperation_pkey" PRIMARY KEY ("rehearsalId","api","operation")
);

-- CreateTable
CREATE TABLE "RehearsalDifference" (
    "rehearsalId" UUID NOT NULL,
    "api" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "pointer" TEXT NOT NULL,
    "was" TEXT NOT NULL,
    "now" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "firstAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RehearsalDifference_pkey" PRIMARY KEY ("rehearsalId","api","operation","kind","pointer","was","now")
);

-- CreateIndex
CREATE INDEX "Rehearsal_catalogId_endedAt_idx" ON "Rehearsal"("catalogId", "endedAt");

-- CreateIndex
CREATE INDEX "Rehearsal_oldProductId_idx" ON "Rehearsal"("oldProductId");

-- CreateIndex
CREATE INDEX "Rehearsal_newProductId_idx" ON "Rehearsal"("newProductId");

-- CreateIndex
CREATE INDEX "Rehearsal_endedAt_endsAt_idx" ON "Rehearsal"("endedAt", "endsAt");

-- AddForeignKey
ALTER TABLE "Rehearsal" ADD CONSTRAINT "Rehearsal_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rehearsal" ADD CONSTRAINT "Rehearsal_oldProductId_fkey" FOREIGN KEY ("oldProductId") REFERENCES "CatalogProduct"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Rehearsal" ADD CONSTRAINT "Rehearsal_newProductId_fkey" FOREIGN KEY ("newProductId") REFERENCES "CatalogProduct"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RehearsalOperation" ADD CONSTRAINT "RehearsalOperation_rehearsalId_fkey" FOREIGN KEY ("rehearsalId") REFERENCES "Rehearsal"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RehearsalDifference" ADD CONSTRAINT "RehearsalDifference_rehearsalId_fkey" FOREIGN KEY ("rehearsalId") REFERENCES "Rehearsal"("id") ON DELETE CASCADE ON UPDATE CASCADE;


CREATE OR REPLACE FUNCTION "tellRehearsal"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    PERFORM pg_notify('gatehouse_published', c."orgId"::text) FROM "Catalog" c WHERE c."id" = NEW."catalogId";
    IF NEW."endedAt" IS NOT NULL THEN
        INSERT INTO "Event" ("orgId", "catalogId", "type", "subject", "detail")
            SELECT c."orgId", c."id", 'REHEARSAL', concat(n."name", ':', n."version"),
                jsonb_build_object('id', NEW."id", 'state', CASE WHEN NEW."stoppedBy" IS NULL THEN 'DONE' ELSE 'STOPPED' END,
                    'old', concat(o."name", ':', o."version"),
                    'differences', (SELECT count(*) FROM "RehearsalDifference" d WHERE d."rehearsalId" = NEW."id"))
            FROM "Catalog" c, "CatalogProduct" o, "CatalogProduct" n
            WHERE c."id" = NEW."catalogId" AND o."id" = NEW."oldProductId" AND n."id" = NEW."newProductId";
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "tellRehearsal" AFTER INSERT ON "Rehearsal" FOR EACH ROW EXECUTE FUNCTION "tellRehearsal"();

CREATE OR REPLACE TRIGGER "tellRehearsalEnd" AFTER UPDATE OF "endedAt" ON "Rehearsal" FOR EACH ROW WHEN (old."endedAt" IS NULL AND new."endedAt" IS NOT NULL) EXECUTE FUNCTION "tellRehearsal"();
