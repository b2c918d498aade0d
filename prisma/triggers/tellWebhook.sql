-- Writes an event WEBHOOK_DISABLED when the platform switches off a webhook of a consumer org. It names the host alone: the rest
-- of the address can be a secret of the consumer.
CREATE OR REPLACE FUNCTION "tellWebhook"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "type", "subject", "detail")
        SELECT c."orgId", c."id", u."id", 'WEBHOOK_DISABLED', u."name" || '/' || substring(n."url" FROM '^[^:]+://([^/?#]+)'),
            jsonb_build_object('id', n."id", 'since', to_char(coalesce(n."failingSince", n."disabledAt") AT TIME ZONE 'UTC',
                'YYYY-MM-DD"T"HH24:MI:SS"Z"'))
        FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "ConsumerOrg" u ON u."id" = n."consumerOrgId"
            JOIN "Catalog" c ON c."id" = u."catalogId"
        WHERE n."disabledAt" IS NOT NULL AND o."disabledAt" IS NULL ORDER BY n."id";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellWebhook" AFTER UPDATE ON "Webhook"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellWebhook"();
