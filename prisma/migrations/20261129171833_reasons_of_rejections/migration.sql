
CREATE OR REPLACE FUNCTION "tellChangeRequest"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "type", "subject", "detail")
        VALUES (NEW."orgId",
            CASE WHEN cardinality(NEW."catalogs") = 1 THEN
                (SELECT c."id" FROM "Catalog" c WHERE c."orgId" = NEW."orgId" AND c."name" = NEW."catalogs"[1]) END,
            'CHANGE_REQUEST', NEW."number"::text,
            jsonb_build_object('number', NEW."number", 'state', NEW."state", 'mutation', NEW."mutation",
                'about', NEW."subject", 'by', coalesce(NEW."closedBy", NEW."proposedBy"), 'title', NEW."title",
                'halt', NEW."closing"->'halt'->>'message', 'reason', NEW."closing"->>'reason'));
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "tellPlanRequest"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
        SELECT c."orgId", c."id", u."id", s."catalogProductId", 'SUBSCRIPTION', u."name" || '/' || a."name",
            jsonb_build_object('change', CASE WHEN n."rejectedAt" IS NULL THEN 'PLAN_REQUESTED' ELSE 'PLAN_REJECTED' END,
                'id', s."id", 'state', s."state", 'product', p."name" || ':' || p."version", 'plan', l."name")
                || CASE WHEN n."rejectedAt" IS NULL THEN '{}' ELSE jsonb_build_object('reason', n."rejectionReason") END
        FROM new_rows n JOIN "Subscription" s ON s."id" = n."subscriptionId"
            JOIN "Application" a ON a."id" = s."applicationId"
            JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            JOIN "CatalogProduct" p ON p."id" = s."catalogProductId"
            JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
        ORDER BY s."id";
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "tellSubscription"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
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
                jsonb_build_object('change', CASE WHEN (n."catalogPlanId", n."state") = (o."catalogPlanId", o."state")
                    THEN 'LIMITS_CHANGED' ELSE 'CHANGED' END, 'id', n."id", 'state', n."state",
                    'product', p."name" || ':' || p."version", 'plan', l."name")
                    || CASE n."state" WHEN 'REJECTED' THEN jsonb_build_object('reason', n."rejectionReason") ELSE '{}' END
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
            WHERE (n."catalogPlanId", n."state", n."ownLimits") IS DISTINCT FROM (o."catalogPlanId", o."state", o."ownLimits")
            ORDER BY n."id";
    END IF;
    RETURN NULL;
END $function$;
