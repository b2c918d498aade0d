-- AlterTable
ALTER TABLE "GraphQLServer" ADD COLUMN     "built" JSONB,
ADD COLUMN     "builtRevision" INTEGER,
ADD COLUMN     "documents" JSONB,
ADD COLUMN     "revision" INTEGER NOT NULL DEFAULT 0;
