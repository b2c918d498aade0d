-- AlterTable
ALTER TABLE "Catalog" ADD COLUMN     "pages" JSONB NOT NULL DEFAULT '[]';

