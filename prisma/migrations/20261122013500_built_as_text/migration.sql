-- AlterTable
ALTER TABLE "GraphQLServer" ADD COLUMN "report" JSONB;
UPDATE "GraphQLServer" SET "report" = "built" #> '{model,report}' WHERE "built" IS NOT NULL;
ALTER TABLE "GraphQLServer" ALTER COLUMN "built" SET DATA TYPE TEXT USING "built"::text;
