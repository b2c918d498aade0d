-- Writes an event GRAPHQL_SERVER_STATE when a GraphQL server is created, changes its state or is deleted.
CREATE OR REPLACE FUNCTION "tellGraphQLServerState"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO "Event" ("orgId", "type", "subject", "detail")
            SELECT n."orgId", 'GRAPHQL_SERVER_STATE', n."name", jsonb_build_object('from', o."state", 'to', n."state")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" WHERE n."state" <> o."state" ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "type", "subject", "detail")
            SELECT g."id", 'GRAPHQL_SERVER_STATE', r."name",
                CASE TG_OP WHEN 'INSERT' THEN jsonb_build_object('from', NULL, 'to', r."state")
                    ELSE jsonb_build_object('from', r."state", 'to', NULL) END
            FROM some_rows r JOIN "Org" g ON g."id" = r."orgId" ORDER BY r."id";
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellGraphQLServerStateOnDelete" AFTER DELETE ON "GraphQLServer"
    REFERENCING OLD TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellGraphQLServerState"();
CREATE OR REPLACE TRIGGER "tellGraphQLServerStateOnInsert" AFTER INSERT ON "GraphQLServer"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellGraphQLServerState"();
CREATE OR REPLACE TRIGGER "tellGraphQLServerStateOnUpdate" AFTER UPDATE ON "GraphQLServer"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellGraphQLServerState"();
