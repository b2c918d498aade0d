-- Writes an event SUBSCRIPTION when a subscription is created, ends, or changes its plan, its state or its own limits. A rejection has
-- its reason. Rows are looked up by indexes alone: a session keeps the plans of its first call, and after a thousand subscriptions
-- of one org it would read the plans of all orgs for each one of another. Rows before and after are paired by sorting them: joined
-- by loops, of ten thousand each would be compared with each.
CREATE OR REPLACE FUNCTION "tellSubscription"() RETURNS trigger LANGUAGE plpgsql
    SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", o."catalogProductId", 'SUBSCRIPTION', u."name" || '/' || a."name",
                jsonb_build_object('change', 'ENDED', 'id', o."id", 'state', NULL,
                    'product', p."name" || ':' || p."version", 'plan', l."name")
            FROM old_rows o JOIN "Application" a ON a."id" = o."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                LEFT JOIN "CatalogProduct" p ON p."id" = o."catalogProductId"
                LEFT JOIN "CatalogPlan" l ON l."id" = o."catalogPlanId"
            ORDER BY o."id";
    ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", n."catalogProductId", 'SUBSCRIPTION', u."name" || '/' || a."name",
                jsonb_build_object('change', 'CREATED', 'id', n."id", 'state', n."state",
                    'product', p."name" || ':' || p."version", 'plan', l."name")
            FROM new_rows n JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
            ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", n."catalogProductId", 'SUBSCRIPTION', u."name" || '/' || a."name",
                jsonb_build_object('change', CASE WHEN (n."catalogPlanId", n."state") = (n."oldPlanId", n."oldState")
                    THEN 'LIMITS_CHANGED' ELSE 'CHANGED' END, 'id', n."id", 'state', n."state",
                    'product', p."name" || ':' || p."version", 'plan', l."name")
                    || CASE n."state" WHEN 'REJECTED' THEN jsonb_build_object('reason', n."rejectionReason") ELSE '{}' END
            FROM (SELECT r.*, lag(r."catalogPlanId") OVER pair AS "oldPlanId", lag(r."state") OVER pair AS "oldState",
                    lag(r."ownLimits") OVER pair AS "oldLimits"
                FROM (SELECT *, true AS "isNew" FROM new_rows UNION ALL SELECT *, false FROM old_rows) r
                WINDOW pair AS (PARTITION BY r."id" ORDER BY r."isNew")) n
                JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
            WHERE n."isNew"
                AND (n."catalogPlanId", n."state", n."ownLimits") IS DISTINCT FROM (n."oldPlanId", n."oldState", n."oldLimits")
            ORDER BY n."id";
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellSubscriptionOnDelete" AFTER DELETE ON "Subscription"
    REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellSubscription"();
CREATE OR REPLACE TRIGGER "tellSubscriptionOnInsert" AFTER INSERT ON "Subscription"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellSubscription"();
CREATE OR REPLACE TRIGGER "tellSubscriptionOnUpdate" AFTER UPDATE ON "Subscription"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellSubscription"();
