-- AlterTable
ALTER TABLE "UsageSeries" ADD COLUMN     "unknownSetDay" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP;

-- CreateTable
CREATE TABLE "FieldSet" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "api" TEXT NOT NULL,
    "coordinates" TEXT[],
    "lastDay" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FieldSet_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "FieldSetDay" (
    "series" UUID NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "set" UUID NOT NULL,
    "calls" BIGINT NOT NULL,
    "lastHour" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "FieldSetDay_pkey" PRIMARY KEY ("series","day","set")
) PARTITION BY RANGE ("day");

-- CreateIndex
CREATE INDEX "FieldSet_orgId_api_idx" ON "FieldSet"("orgId", "api");

-- CreateIndex
CREATE INDEX "FieldSet_lastDay_idx" ON "FieldSet"("lastDay");

