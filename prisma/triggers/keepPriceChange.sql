-- Keeps what a subscription costs, in the order of its changes: of its plan, of its state, and of the plan's price.
-- Nothing is kept of a subscription that has never had a price. What its consumer accepts, the portal writes.
-- Rows are looked up by indexes alone, as in "tellSubscription".
CREATE OR REPLACE FUNCTION "keepPriceChange"() RETURNS trigger LANGUAGE plpgsql
    SET jit = off SET enable_seqscan = off SET enable_hashjoin = off SET enable_mergejoin = off AS $$
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
END $$;

CREATE OR REPLACE TRIGGER "keepPriceChangeOfPlan" AFTER UPDATE ON "CatalogPlan"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "keepPriceChange"();
CREATE OR REPLACE TRIGGER "keepPriceChangeOnInsert" AFTER INSERT ON "Subscription"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "keepPriceChange"();
CREATE OR REPLACE TRIGGER "keepPriceChangeOnUpdate" AFTER UPDATE ON "Subscription"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "keepPriceChange"();
CREATE OR REPLACE TRIGGER "keepPriceChangeOnDelete" AFTER DELETE ON "Subscription"
    REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "keepPriceChange"();
