-- AlterTable
ALTER TABLE "GraphQLServer" ADD COLUMN     "standingPolicies" JSONB;
