-- AlterTable
ALTER TABLE "RefusedCall" ADD COLUMN     "durationMs" DOUBLE PRECISION,
ADD COLUMN     "oauthProvider" TEXT,
ADD COLUMN     "operation" TEXT;

-- CreateTable
CREATE TABLE "AnsweredCall" (
    "id" BIGSERIAL NOT NULL,
    "requestId" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "catalogId" UUID NOT NULL,
    "applicationId" UUID,
    "subscriptionId" UUID,
    "planId" UUID,
    "method" TEXT NOT NULL,
    "path" TEXT NOT NULL,
    "api" TEXT,
    "operation" TEXT,
    "status" INTEGER NOT NULL,
    "durationMs" DOUBLE PRECISION NOT NULL,

    CONSTRAINT "AnsweredCall_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "AnsweredCall_catalogId_at_idx" ON "AnsweredCall"("catalogId", "at");

-- CreateIndex
CREATE INDEX "AnsweredCall_at_idx" ON "AnsweredCall"("at");

-- CreateIndex
CREATE INDEX "RefusedCall_catalogId_at_idx" ON "RefusedCall"("catalogId", "at");

