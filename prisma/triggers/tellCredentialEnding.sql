-- Writes an event CREDENTIAL_ENDING when the end of a secret or an API key is told.
CREATE OR REPLACE FUNCTION "tellCredentialEnding"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "type", "subject", "detail")
        SELECT c."orgId", c."id", u."id", 'CREDENTIAL_ENDING', u."name" || '/' || a."name",
            jsonb_build_object('days', n."noticedDays", 'kind', n."kind", 'id', n."id", 'title', n."title",
                'endsAt', to_char(n."endsAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        FROM (SELECT r."id", r."applicationId", r."title", r."noticedDays",
                CASE TG_TABLE_NAME WHEN 'ApiKey' THEN 'API_KEY' ELSE 'SECRET' END AS "kind",
                (to_jsonb(r) ->> CASE TG_TABLE_NAME WHEN 'ApiKey' THEN 'expiresAt' ELSE 'secretExpiresAt' END)::timestamptz AS "endsAt"
                FROM new_rows r) n
            JOIN old_rows o ON o."id" = n."id" JOIN "Application" a ON a."id" = n."applicationId"
            JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
        WHERE n."noticedDays" IS NOT NULL AND n."noticedDays" IS DISTINCT FROM o."noticedDays"
        ORDER BY n."id";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellCredentialEndingOnUpdate" AFTER UPDATE ON "ApiKey"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellCredentialEnding"();
CREATE OR REPLACE TRIGGER "tellCredentialEndingOnUpdate" AFTER UPDATE ON "Credential"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellCredentialEnding"();
