
CREATE OR REPLACE FUNCTION "keepPriceChange"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
BEGIN
    IF TG_TABLE_NAME = 'CatalogPlan' THEN
        INSERT INTO "PriceChange" ("orgId", "catalogId", "consumerOrgId", "consumerOrg", "application", "subscriptionId",
                "product", "plan", "price", "active")
            SELECT c."orgId", c."id", u."id", u."name", a."name", s."id", p."name" || ':' || p."version", n."name",
                n."price", s."state" = 'ACTIVE'
            FROM (SELECT r.*, lag(r."price") OVER (PARTITION BY r."id" ORDER BY r."isNew") AS "oldPrice"
                FROM (SELECT *, true AS "isNew" FROM new_rows UNION ALL SELECT *, false FROM old_rows) r) n
                JOIN "Subscription" s ON s."catalogPlanId" = n."id"
                JOIN "Application" a ON a."id" = s."applicationId" JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId"
                JOIN "Catalog" c ON c."id" = u."catalogId" JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
            WHERE n."isNew" AND n."price" IS DISTINCT FROM n."oldPrice"
            ORDER BY s."id";
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO "PriceChange" ("orgId", "catalogId", "consumerOrgId", "consumerOrg", "application", "subscriptionId",
                "product", "plan", "price", "active")
            SELECT l."orgId", l."catalogId", l."consumerOrgId", l."consumerOrg", l."application", l."subscriptionId",
                l."product", l."plan", l."price", false
            FROM old_rows o JOIN LATERAL (SELECT * FROM "PriceChange" h WHERE h."subscriptionId" = o."id"
                ORDER BY h."id" DESC LIMIT 1) l ON true
            ORDER BY o."id";
    ELSE
        INSERT INTO "PriceChange" ("orgId", "catalogId", "consumerOrgId", "consumerOrg", "application", "subscriptionId",
                "product", "plan", "price", "active")
            SELECT c."orgId", c."id", u."id", u."name", a."name", n."id", p."name" || ':' || p."version", l."name",
                l."price", n."state" = 'ACTIVE'
            FROM new_rows n JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId" JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
            WHERE (l."price" IS NOT NULL OR EXISTS (SELECT FROM "PriceChange" h WHERE h."subscriptionId" = n."id"))
                AND NOT EXISTS (SELECT FROM "PriceChange" h WHERE h."id" = (SELECT max(i."id") FROM "PriceChange" i
                    WHERE i."subscriptionId" = n."id") AND h."product" = p."name" || ':' || p."version"
                    AND h."plan" = l."name" AND h."price" IS NOT DISTINCT FROM l."price"
                    AND h."active" = (n."state" = 'ACTIVE'))
            ORDER BY n."id";
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "tellSubscription"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_seqscan TO 'off'
 SET enable_hashjoin TO 'off'
 SET enable_mergejoin TO 'off'
AS $function$
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
END $function$;
