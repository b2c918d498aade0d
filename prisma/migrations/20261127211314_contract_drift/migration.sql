-- AlterEnum
ALTER TYPE "EventType" ADD VALUE 'CONTRACT_DRIFT';

-- CreateTable
CREATE TABLE "ContractDrift" (
    "catalogId" UUID NOT NULL,
    "api" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "pointer" TEXT NOT NULL,
    "keyword" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "firstAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,
    "toldAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ContractDrift_pkey" PRIMARY KEY ("catalogId","api","side","operation","pointer","keyword")
);

-- CreateIndex
CREATE INDEX "ContractDrift_lastAt_idx" ON "ContractDrift"("lastAt");

-- AddForeignKey
ALTER TABLE "ContractDrift" ADD CONSTRAINT "ContractDrift_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;


CREATE OR REPLACE FUNCTION "tellContractDrift"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "type", "subject", "detail")
        SELECT c."orgId", c."id", 'CONTRACT_DRIFT', NEW."api", jsonb_build_object('side', NEW."side",
            'operation', NEW."operation", 'pointer', NEW."pointer", 'keyword', NEW."keyword", 'calls', NEW."calls",
            'firstAt', to_char(NEW."firstAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        FROM "Catalog" c WHERE c."id" = NEW."catalogId";
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "tellContractDriftFound" AFTER INSERT ON "ContractDrift" FOR EACH ROW EXECUTE FUNCTION "tellContractDrift"();

CREATE OR REPLACE TRIGGER "tellContractDriftGoesOn" AFTER UPDATE ON "ContractDrift" FOR EACH ROW WHEN (old."toldAt" IS DISTINCT FROM new."toldAt") EXECUTE FUNCTION "tellContractDrift"();
