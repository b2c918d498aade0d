-- AlterTable
ALTER TABLE "CatalogPlan" ADD COLUMN     "graphQLCostLimit" INTEGER,
ADD COLUMN     "graphQLCostLimitUnit" "RateLimitUnit" NOT NULL DEFAULT 'HOUR',
ADD COLUMN     "registeredOperationsOnly" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "Plan" ADD COLUMN     "graphQLCostLimit" INTEGER,
ADD COLUMN     "graphQLCostLimitUnit" "RateLimitUnit" NOT NULL DEFAULT 'HOUR',
ADD COLUMN     "registeredOperationsOnly" BOOLEAN NOT NULL DEFAULT false;
