-- CreateTable
CREATE TABLE "ApiKey" (
    "id" UUID NOT NULL,
    "applicationId" UUID NOT NULL,
    "title" TEXT NOT NULL,
    "prefix" TEXT NOT NULL,
    "keyHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3),
    "lastUsedAt" TIMESTAMPTZ(3),

    CONSTRAINT "ApiKey_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ApiKey_keyHash_key" ON "ApiKey"("keyHash");

-- CreateIndex
CREATE INDEX "ApiKey_applicationId_idx" ON "ApiKey"("applicationId");

-- CreateIndex
CREATE INDEX "ApiKey_expiresAt_idx" ON "ApiKey"("expiresAt");

-- AddForeignKey
ALTER TABLE "ApiKey" ADD CONSTRAINT "ApiKey_applicationId_fkey" FOREIGN KEY ("applicationId") REFERENCES "Application"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- What gateways hold of an application is read again also when one of its API keys comes, goes or gets an end. A key is told
-- as the mark `#` and its hash.
CREATE OR REPLACE FUNCTION "tellClients"() RETURNS trigger LANGUAGE plpgsql AS $$
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
    ELSIF TG_TABLE_NAME = 'ApiKey' AND TG_OP = 'UPDATE' THEN
        keys := ARRAY(SELECT '#' || n."keyHash" FROM some_rows n JOIN old_rows o ON o."id" = n."id"
            WHERE n."expiresAt" IS DISTINCT FROM o."expiresAt");
    ELSIF TG_TABLE_NAME = 'ApiKey' THEN
        keys := ARRAY(SELECT '#' || "keyHash" FROM some_rows);
    ELSIF TG_TABLE_NAME = 'Application' THEN
        keys := ARRAY(SELECT c."clientKey" FROM some_rows r JOIN "Credential" c ON c."applicationId" = r."id"
            UNION ALL SELECT '#' || k."keyHash" FROM some_rows r JOIN "ApiKey" k ON k."applicationId" = r."id");
    ELSE
        keys := ARRAY(SELECT c."clientKey" FROM some_rows r JOIN "Credential" c ON c."applicationId" = r."applicationId"
            UNION SELECT '#' || k."keyHash" FROM some_rows r JOIN "ApiKey" k ON k."applicationId" = r."applicationId");
    END IF;
    -- A notice has room for 8,000 bytes.
    PERFORM pg_notify('gatehouse_published', json_agg(key)::text) FROM (
        SELECT key, sum(octet_length(key) + 3) OVER (ROWS UNBOUNDED PRECEDING) / 4000 AS part FROM unnest(keys) AS key
    ) AS parts GROUP BY part;
    RETURN NULL;
END $$;

CREATE TRIGGER "tellClientsOnInsert" AFTER INSERT ON "ApiKey"
    REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE TRIGGER "tellClientsOnUpdate" AFTER UPDATE ON "ApiKey"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();
CREATE TRIGGER "tellClientsOnDelete" AFTER DELETE ON "ApiKey"
    REFERENCING OLD TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellClients"();

-- No event holds a key, or what it is found by.
CREATE FUNCTION "tellApiKey"() RETURNS trigger LANGUAGE plpgsql AS $$
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

CREATE TRIGGER "tellApiKeyOnInsert" AFTER INSERT ON "ApiKey"
    REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellApiKey"();
CREATE TRIGGER "tellApiKeyOnUpdate" AFTER UPDATE ON "ApiKey"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellApiKey"();
CREATE TRIGGER "tellApiKeyOnDelete" AFTER DELETE ON "ApiKey"
    REFERENCING OLD TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellApiKey"();

CREATE OR REPLACE FUNCTION "endWhatItHas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'Application' THEN
        DELETE FROM "Subscription" WHERE "applicationId" = OLD."id";
        DELETE FROM "Credential" WHERE "applicationId" = OLD."id";
        DELETE FROM "ApiKey" WHERE "applicationId" = OLD."id";
    ELSE
        DELETE FROM "Application" WHERE "consumerOrgId" = OLD."id";
    END IF;
    RETURN OLD;
END $$;
