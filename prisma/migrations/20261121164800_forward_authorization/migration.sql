-- AlterTable
ALTER TABLE "Api" ADD COLUMN     "forwardAuthorization" BOOLEAN NOT NULL DEFAULT false;

-- AlterTable
ALTER TABLE "CatalogApi" ADD COLUMN     "forwardAuthorization" BOOLEAN NOT NULL DEFAULT false;

