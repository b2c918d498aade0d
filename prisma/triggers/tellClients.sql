-- Announces to gateways which clients changed, by client key, by `#` and the hash of an API key, by `@` and the key of a
-- client of an external issuer, or by `~` and the key of a client certificate, in notices of at most 4,000 bytes. A column of these tables that gateways need must be compared here: gateways hear of a change by this alone.
CREATE OR REPLACE FUNCTION "tellClients"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    keys TEXT[];
BEGIN
    IF TG_TABLE_NAME = 'Credential' AND TG_OP = 'UPDATE' THEN
        -- Its last use is written every few seconds, and changes nothing for a gateway.
        keys := ARRAY(SELECT n."clientKey" FROM some_rows n JOIN old_rows o ON o."id" = n."id"
            WHERE (n."secretHash", n."secretExpiresAt", n."previousSecretHash", n."previousSecretExpiresAt")
                IS DISTINCT FROM (o."secretHash", o."secretExpiresAt", o."previousSecretHash", o."previousSecretExpiresAt"));
    ELSIF TG_TABLE_NAME = 'Credential' THEN
        keys := ARRAY(SELECT "clientKey" FROM some_rows);
    ELSIF TG_TABLE_NAME = 'ApiKey' AND TG_OP = 'UPDATE' THEN
        keys := ARRAY(SELECT '#' || n."keyHash" FROM some_rows n JOIN old_rows o ON o."id" = n."id"
            WHERE n."expiresAt" IS DISTINCT FROM o."expiresAt");
    ELSIF TG_TABLE_NAME = 'ApiKey' THEN
        keys := ARRAY(SELECT '#' || "keyHash" FROM some_rows);
    ELSIF TG_TABLE_NAME = 'ExternalClient' THEN
        keys := ARRAY(SELECT '@' || "key" FROM some_rows);
    ELSIF TG_TABLE_NAME = 'ClientCertificate' THEN
        keys := ARRAY(SELECT '~' || "key" FROM some_rows);
    ELSIF TG_TABLE_NAME = 'Application' THEN
        keys := ARRAY(SELECT c."clientKey" FROM some_rows r JOIN "Credential" c ON c."applicationId" = r."id"
            UNION ALL SELECT '#' || k."keyHash" FROM some_rows r JOIN "ApiKey" k ON k."applicationId" = r."id"
            UNION ALL SELECT '@' || e."key" FROM some_rows r JOIN "ExternalClient" e ON e."applicationId" = r."id"
            UNION ALL SELECT '~' || t."key" FROM some_rows r JOIN "ClientCertificate" t ON t."applicationId" = r."id");
    ELSE
        keys := ARRAY(SELECT c."clientKey" FROM some_rows r JOIN "Credential" c ON c."applicationId" = r."applicationId"
            UNION SELECT '#' || k."keyHash" FROM some_rows r JOIN "ApiKey" k ON k."applicationId" = r."applicationId"
            UNION SELECT '@' || e."key" FROM some_rows r JOIN "ExternalClient" e ON e."applicationId" = r."applicationId"
            UNION SELECT '~' || t."key" FROM some_rows r JOIN "ClientCertificate" t ON t."applicationId" = r."applicationId");
    END IF;
    -- A notice has room for 8,000 bytes.
    PERFORM pg_notify('gatehouse_published', json_agg(key)::text) FROM (
        SELECT key, sum(octet_length(key) + 3) OVER (ROWS UNBOUNDED PRECEDING) / 4000 AS part FROM unnest(keys) AS key
    ) AS parts GROUP BY part;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellClientsOnDelete" AFTER DELETE ON "ApiKey"
    REFERENCING OLD TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnInsert" AFTER INSERT ON "ApiKey"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnUpdate" AFTER UPDATE ON "ApiKey"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnUpdate" AFTER UPDATE ON "Application"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnDelete" AFTER DELETE ON "ClientCertificate"
    REFERENCING OLD TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnInsert" AFTER INSERT ON "ClientCertificate"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnDelete" AFTER DELETE ON "Credential"
    REFERENCING OLD TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnInsert" AFTER INSERT ON "Credential"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnUpdate" AFTER UPDATE ON "Credential"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnDelete" AFTER DELETE ON "ExternalClient"
    REFERENCING OLD TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnInsert" AFTER INSERT ON "ExternalClient"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnDelete" AFTER DELETE ON "Subscription"
    REFERENCING OLD TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnInsert" AFTER INSERT ON "Subscription"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE OR REPLACE TRIGGER "tellClientsOnUpdate" AFTER UPDATE ON "Subscription"
    REFERENCING NEW TABLE AS some_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
