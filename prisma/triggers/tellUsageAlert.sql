-- Writes an event USAGE_ALERT when the usage of a subscription has changed.
CREATE OR REPLACE FUNCTION "tellUsageAlert"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
        SELECT c."orgId", c."id", u."id", s."catalogProductId", 'USAGE_ALERT', u."name" || '/' || a."name",
            jsonb_build_object('kind', n."kind", 'calls', n."calls", 'usual', n."usual",
                'since', to_char(n."since" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'id', s."id",
                'product', p."name" || ':' || p."version", 'plan', l."name")
        FROM new_rows n JOIN "Subscription" s ON s."id" = n."subscriptionId"
            JOIN "Application" a ON a."id" = s."applicationId"
            JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            JOIN "CatalogProduct" p ON p."id" = s."catalogProductId"
            JOIN "CatalogPlan" l ON l."id" = s."catalogPlanId"
        ORDER BY n."since", s."id";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellUsageAlert" AFTER INSERT ON "UsageAlert"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellUsageAlert"();
