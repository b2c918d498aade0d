-- Writes an event CREDENTIAL when an API key is created, is deleted or gets another end.
CREATE OR REPLACE FUNCTION "tellApiKey"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", 'CREDENTIAL', u."name" || '/' || a."name",
                jsonb_build_object('change', 'KEY_ENDS', 'id', n."id", 'title', n."title")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            WHERE n."expiresAt" IS DISTINCT FROM o."expiresAt" ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", 'CREDENTIAL', u."name" || '/' || a."name",
                jsonb_build_object('id', r."id", 'title', r."title",
                    'change', CASE TG_OP WHEN 'INSERT' THEN 'KEY_CREATED' ELSE 'KEY_DELETED' END)
            FROM some_rows r JOIN "Application" a ON a."id" = r."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            ORDER BY r."id";
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellApiKeyOnDelete" AFTER DELETE ON "ApiKey"
    REFERENCING OLD TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellApiKey"();
CREATE OR REPLACE TRIGGER "tellApiKeyOnInsert" AFTER INSERT ON "ApiKey"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellApiKey"();
CREATE OR REPLACE TRIGGER "tellApiKeyOnUpdate" AFTER UPDATE ON "ApiKey"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellApiKey"();
