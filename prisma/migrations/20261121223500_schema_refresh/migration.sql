-- AlterEnum
ALTER TYPE "EventType" ADD VALUE 'GRAPHQL_SCHEMA';

-- CreateTable
CREATE TABLE "SchemaRefresh" (
    "apiId" UUID NOT NULL,
    "triedAt" TIMESTAMPTZ(3) NOT NULL,
    "failure" TEXT,
    "heldSdl" TEXT,
    "heldAt" TIMESTAMPTZ(3),
    "heldBreaks" TEXT[] DEFAULT ARRAY[]::TEXT[],
    "dismissedSdl" TEXT,

    CONSTRAINT "SchemaRefresh_pkey" PRIMARY KEY ("apiId")
);

-- AddForeignKey
ALTER TABLE "SchemaRefresh" ADD CONSTRAINT "SchemaRefresh_apiId_fkey" FOREIGN KEY ("apiId") REFERENCES "Api"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- As all events: written where rows change, so that no way of changing them can forget it.
CREATE FUNCTION "tellGraphQLSchema"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "type", "subject", "detail")
        SELECT a."orgId", 'GRAPHQL_SCHEMA', a."name" || ':' || a."version", jsonb_build_object('change', TG_ARGV[0])
        FROM "Api" a WHERE a."id" = CASE TG_TABLE_NAME WHEN 'Api' THEN (to_jsonb(NEW)->>'id')::uuid
            ELSE (to_jsonb(NEW)->>'apiId')::uuid END;
    RETURN NULL;
END $$;

CREATE TRIGGER "tellGraphQLSchemaChanged" AFTER UPDATE ON "Api" FOR EACH ROW
    WHEN (OLD."sdl" IS DISTINCT FROM NEW."sdl") EXECUTE FUNCTION "tellGraphQLSchema"('CHANGED');
CREATE TRIGGER "tellGraphQLSchemaHeld" AFTER UPDATE ON "SchemaRefresh" FOR EACH ROW
    WHEN (NEW."heldSdl" IS NOT NULL AND OLD."heldSdl" IS DISTINCT FROM NEW."heldSdl")
    EXECUTE FUNCTION "tellGraphQLSchema"('HELD');
CREATE TRIGGER "tellGraphQLSchemaFailed" AFTER UPDATE ON "SchemaRefresh" FOR EACH ROW
    WHEN (OLD."failure" IS NULL AND NEW."failure" IS NOT NULL) EXECUTE FUNCTION "tellGraphQLSchema"('FAILED');
