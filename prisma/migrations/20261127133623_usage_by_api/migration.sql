-- DropIndex
DROP INDEX "UsageSeries_orgId_idx";

-- CreateIndex
CREATE INDEX "UsageSeries_orgId_api_idx" ON "UsageSeries"("orgId", "api");

