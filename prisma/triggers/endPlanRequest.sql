-- Deletes the request for another plan once its subscription is on another plan, by whatever way it came there.
CREATE OR REPLACE FUNCTION "endPlanRequest"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM "PlanRequest" r USING new_rows n, old_rows o
        WHERE r."subscriptionId" = n."id" AND o."id" = n."id" AND n."catalogPlanId" <> o."catalogPlanId";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "endPlanRequest" AFTER UPDATE ON "Subscription"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "endPlanRequest"();
