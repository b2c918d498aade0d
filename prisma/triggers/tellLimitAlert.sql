-- Writes an event LIMIT_ALERT when a subscription has used a share of a window.
CREATE OR REPLACE FUNCTION "tellLimitAlert"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
        SELECT c."orgId", c."id", u."id", s."catalogProductId", 'LIMIT_ALERT', u."name" || '/' || a."name",
            jsonb_build_object('share', n."share", 'limit', n."limit",
                'endsAt', to_char(n."endsAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), 'id', s."id",
                'product', p."name" || ':' || p."version", 'plan', l."name")
        FROM new_rows n JOIN "Subscription" s ON s."id" = n."subscriptionId"
            JOIN "Application" a ON a."id" = s."applicationId"
            JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            JOIN "CatalogProduct" p ON p."id" = s."catalogProductId"
            JOIN "CatalogPlan" l ON l."id" = s."catalogPlanId"
        ORDER BY s."id", n."share";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellLimitAlert" AFTER INSERT ON "LimitAlert"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellLimitAlert"();
