-- AlterTable
ALTER TABLE "Plan" ADD COLUMN     "maxConcurrentCalls" INTEGER NOT NULL DEFAULT 100;

-- AlterTable
ALTER TABLE "CatalogPlan" ADD COLUMN     "maxConcurrentCalls" INTEGER NOT NULL DEFAULT 100;
