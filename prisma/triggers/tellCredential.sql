-- Writes an event CREDENTIAL when a credential is created, is deleted or gets a new secret.
CREATE OR REPLACE FUNCTION "tellCredential"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", 'CREDENTIAL', u."name" || '/' || a."name",
                jsonb_build_object('change', 'SECRET_RESET', 'id', n."id", 'title', n."title")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            WHERE n."secretHash" <> o."secretHash" ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", 'CREDENTIAL', u."name" || '/' || a."name",
                jsonb_build_object('id', r."id", 'title', r."title",
                    'change', CASE TG_OP WHEN 'INSERT' THEN 'CREATED' ELSE 'DELETED' END)
            FROM some_rows r JOIN "Application" a ON a."id" = r."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            ORDER BY r."id";
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellCredentialOnDelete" AFTER DELETE ON "Credential"
    REFERENCING OLD TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellCredential"();
CREATE OR REPLACE TRIGGER "tellCredentialOnInsert" AFTER INSERT ON "Credential"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellCredential"();
CREATE OR REPLACE TRIGGER "tellCredentialOnUpdate" AFTER UPDATE ON "Credential"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellCredential"();
