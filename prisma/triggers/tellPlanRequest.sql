-- Writes an event SUBSCRIPTION when another plan is requested, and when that is rejected, with the reason.
CREATE OR REPLACE FUNCTION "tellPlanRequest"() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

CREATE OR REPLACE TRIGGER "tellPlanRequestOnInsert" AFTER INSERT ON "PlanRequest"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellPlanRequest"();
CREATE OR REPLACE TRIGGER "tellPlanRequestOnUpdate" AFTER UPDATE ON "PlanRequest"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellPlanRequest"();
