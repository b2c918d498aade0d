-- AlterTable
ALTER TABLE "ConsumerOrg" ADD COLUMN     "applicationsEndedAt" TIMESTAMPTZ(3)[] DEFAULT ARRAY[]::TIMESTAMPTZ(3)[];

-- CreateTable
CREATE TABLE "Quota" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "catalogId" UUID,
    "resource" TEXT NOT NULL,
    "limit" INTEGER NOT NULL,

    CONSTRAINT "Quota_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Quota_catalogId_idx" ON "Quota"("catalogId");

-- CreateIndex
CREATE UNIQUE INDEX "Quota_orgId_catalogId_resource_key" ON "Quota"("orgId", "catalogId", "resource");

-- AddForeignKey
ALTER TABLE "Quota" ADD CONSTRAINT "Quota_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Quota" ADD CONSTRAINT "Quota_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

