-- AlterTable
ALTER TABLE "Api" ADD COLUMN     "settings" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "CatalogApi" ADD COLUMN     "settings" JSONB NOT NULL DEFAULT '{}';

