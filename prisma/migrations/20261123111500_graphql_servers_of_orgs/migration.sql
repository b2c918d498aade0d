-- DropIndex
DROP INDEX "GraphQLServer_name_key";

-- AlterTable
ALTER TABLE "GraphQLServer" ADD COLUMN     "alias" TEXT,
ADD COLUMN     "exposed" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "openUntil" TIMESTAMPTZ(3);

-- CreateIndex
CREATE UNIQUE INDEX "GraphQLServer_alias_key" ON "GraphQLServer"("alias");

-- CreateIndex
CREATE UNIQUE INDEX "GraphQLServer_orgId_name_key" ON "GraphQLServer"("orgId", "name");


-- What was there keeps its address. For a quarter of an hour it answers direct calls as it did: gateways of the version
-- before send no pass. The server of .meshrc.yaml, of sample data, goes on to answer everybody.
UPDATE "GraphQLServer" SET
    "alias" = "name",
    "exposed" = "revision" = 0 AND "name" = 'sample',
    "openUntil" = CURRENT_TIMESTAMP + INTERVAL '15 minutes';
