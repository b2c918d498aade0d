-- CreateEnum
CREATE TYPE "TargetHealthState" AS ENUM ('UNKNOWN', 'HEALTHY', 'UNHEALTHY');

-- AlterEnum
ALTER TYPE "EventType" ADD VALUE 'BACKEND_HEALTH';

-- CreateTable
CREATE TABLE "TargetHealth" (
    "id" UUID NOT NULL,
    "catalogBackendId" UUID NOT NULL,
    "url" TEXT NOT NULL,
    "state" "TargetHealthState" NOT NULL DEFAULT 'UNKNOWN',
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "fault" TEXT,

    CONSTRAINT "TargetHealth_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Lease" (
    "name" TEXT NOT NULL,
    "holder" UUID NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Lease_pkey" PRIMARY KEY ("name")
);

-- CreateIndex
CREATE INDEX "TargetHealth_catalogBackendId_idx" ON "TargetHealth"("catalogBackendId");

-- AddForeignKey
ALTER TABLE "TargetHealth" ADD CONSTRAINT "TargetHealth_catalogBackendId_fkey" FOREIGN KEY ("catalogBackendId") REFERENCES "CatalogBackend"("id") ON DELETE CASCADE ON UPDATE CASCADE;


CREATE OR REPLACE FUNCTION "tellBackendHealth"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "type", "subject", "detail")
        SELECT c."orgId", c."id", 'BACKEND_HEALTH', k."name",
            jsonb_build_object('target', n."url", 'from', o."state", 'to', n."state", 'fault', n."fault")
        FROM new_rows n JOIN old_rows o ON o."id" = n."id"
            JOIN "CatalogBackend" b ON b."id" = n."catalogBackendId"
            JOIN "Backend" k ON k."id" = b."backendId" JOIN "Catalog" c ON c."id" = b."catalogId"
        WHERE n."state" <> o."state" AND 'UNHEALTHY' IN (o."state", n."state") ORDER BY n."id";
    PERFORM pg_notify('gatehouse_published', c."orgId"::text)
        FROM new_rows n JOIN "CatalogBackend" b ON b."id" = n."catalogBackendId"
            JOIN "Catalog" c ON c."id" = b."catalogId" GROUP BY c."orgId";
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "tellBackendHealth" AFTER UPDATE ON "TargetHealth" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellBackendHealth"();
