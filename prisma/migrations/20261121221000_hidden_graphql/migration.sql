-- AlterTable
ALTER TABLE "CatalogPlan" ADD COLUMN     "hiddenGraphQL" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "Plan" ADD COLUMN     "hiddenGraphQL" TEXT[] DEFAULT ARRAY[]::TEXT[];
