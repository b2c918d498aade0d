-- Writes an event APPLICATION_STATE when an application is suspended, when the reason for it changes, and when it is enabled again.
CREATE OR REPLACE FUNCTION "tellApplication"() RETURNS trigger LANGUAGE plpgsql SET jit = off AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "type", "subject", "detail")
        SELECT c."orgId", c."id", u."id", 'APPLICATION_STATE', u."name" || '/' || n."name",
            jsonb_build_object('state', n."state", 'reason', n."suspensionReason")
        FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "ConsumerOrg" u ON u."id" = n."consumerOrgId"
            JOIN "Catalog" c ON c."id" = u."catalogId"
        WHERE n."state" <> o."state" OR n."suspensionReason" IS DISTINCT FROM o."suspensionReason" ORDER BY n."id";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellApplication" AFTER UPDATE ON "Application"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellApplication"();
