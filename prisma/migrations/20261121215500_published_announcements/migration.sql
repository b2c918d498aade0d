-- Gateways hold a million clients and read again the changed ones alone: their client keys are told, as JSON arrays, before
-- the org itself is told at the end of its change. What is told in one transaction arrives in order and together.
CREATE FUNCTION "tellClients"() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    keys TEXT[];
BEGIN
    IF TG_TABLE_NAME = 'Credential' AND TG_OP = 'UPDATE' THEN
        -- Its last use is written every few seconds, and changes nothing for a gateway.
        keys := ARRAY(SELECT n."clientKey" FROM some_rows n JOIN old_rows o ON o."id" = n."id"
            WHERE (n."secretHash", n."previousSecretHash", n."previousSecretExpiresAt")
                IS DISTINCT FROM (o."secretHash", o."previousSecretHash", o."previousSecretExpiresAt"));
    ELSIF TG_TABLE_NAME = 'Credential' THEN
        keys := ARRAY(SELECT "clientKey" FROM some_rows);
    ELSIF TG_TABLE_NAME = 'Application' THEN
        keys := ARRAY(SELECT c."clientKey" FROM some_rows r JOIN "Credential" c ON c."applicationId" = r."id");
    ELSE
        keys := ARRAY(SELECT DISTINCT c."clientKey" FROM some_rows r
            JOIN "Credential" c ON c."applicationId" = r."applicationId");
    END IF;
    -- A notice has room for 8,000 bytes.
    PERFORM pg_notify('gatehouse_published', json_agg(key)::text) FROM (
        SELECT key, sum(octet_length(key) + 3) OVER (ROWS UNBOUNDED PRECEDING) / 4000 AS part FROM unnest(keys) AS key
    ) AS parts GROUP BY part;
    RETURN NULL;
END $$;

CREATE TRIGGER "tellClientsOnInsert" AFTER INSERT ON "Credential"
    REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE TRIGGER "tellClientsOnUpdate" AFTER UPDATE ON "Credential"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE TRIGGER "tellClientsOnDelete" AFTER DELETE ON "Credential"
    REFERENCING OLD TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();

CREATE TRIGGER "tellClientsOnUpdate" AFTER UPDATE ON "Application"
    REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();

CREATE TRIGGER "tellClientsOnInsert" AFTER INSERT ON "Subscription"
    REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE TRIGGER "tellClientsOnUpdate" AFTER UPDATE ON "Subscription"
    REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE TRIGGER "tellClientsOnDelete" AFTER DELETE ON "Subscription"
    REFERENCING OLD TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
