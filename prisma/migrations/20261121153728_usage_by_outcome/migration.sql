-- CreateEnum
CREATE TYPE "UsageOutcome" AS ENUM ('ANSWERED', 'CLIENT_ERROR', 'LIMITED', 'REFUSED', 'SERVER_ERROR');

-- CreateTable
CREATE TABLE "UsageHour" (
    "subscriptionId" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "outcome" "UsageOutcome" NOT NULL,
    "calls" INTEGER NOT NULL,

    CONSTRAINT "UsageHour_pkey" PRIMARY KEY ("subscriptionId","hour","outcome")
);

-- What was counted by day is kept. Only calls that were admitted were counted, and no more is known of them: they stand
-- in the first hour of their day, as answered.
INSERT INTO "UsageHour" ("subscriptionId", "hour", "outcome", "calls")
SELECT "subscriptionId", "day"::timestamp AT TIME ZONE 'UTC', 'ANSWERED', "calls" FROM "UsageDay";

-- DropTable
DROP TABLE "UsageDay";

-- CreateTable
CREATE TABLE "RefusedCall" (
    "id" BIGSERIAL NOT NULL,
    "requestId" TEXT NOT NULL,
    "requestIdIsOwn" BOOLEAN NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "catalogId" UUID NOT NULL,
    "applicationId" UUID,
    "subscriptionId" UUID,
    "planId" UUID,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "api" TEXT,
    "status" INTEGER NOT NULL,
    "code" TEXT NOT NULL,
    "detail" TEXT NOT NULL,
    "decision" JSONB NOT NULL,

    CONSTRAINT "RefusedCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "RefusedCall_catalogId_applicationId_at_idx" ON "RefusedCall"("catalogId", "applicationId", "at");

-- CreateIndex
CREATE INDEX "RefusedCall_requestId_idx" ON "RefusedCall"("requestId");

-- CreateIndex
CREATE INDEX "RefusedCall_at_idx" ON "RefusedCall"("at");

