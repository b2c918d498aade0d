-- Writes an event GRAPHQL_SCHEMA with the change that the trigger names: CHANGED, FAILED or HELD.
CREATE OR REPLACE FUNCTION "tellGraphQLSchema"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "type", "subject", "detail")
        SELECT a."orgId", 'GRAPHQL_SCHEMA', a."name" || ':' || a."version", jsonb_build_object('change', TG_ARGV[0])
        FROM "Api" a WHERE a."id" = CASE TG_TABLE_NAME WHEN 'Api' THEN (to_jsonb(NEW)->>'id')::uuid
            ELSE (to_jsonb(NEW)->>'apiId')::uuid END;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellGraphQLSchemaChanged" AFTER UPDATE ON "Api"
    FOR EACH ROW
    WHEN (old.sdl IS DISTINCT FROM new.sdl) EXECUTE FUNCTION "tellGraphQLSchema"('CHANGED');
CREATE OR REPLACE TRIGGER "tellGraphQLSchemaFailed" AFTER UPDATE ON "SchemaRefresh"
    FOR EACH ROW
    WHEN (old.failure IS NULL AND new.failure IS NOT NULL) EXECUTE FUNCTION "tellGraphQLSchema"('FAILED');
CREATE OR REPLACE TRIGGER "tellGraphQLSchemaHeld" AFTER UPDATE ON "SchemaRefresh"
    FOR EACH ROW
    WHEN (new."heldSdl" IS NOT NULL AND old."heldSdl" IS DISTINCT FROM new."heldSdl") EXECUTE FUNCTION "tellGraphQLSchema"('HELD');
