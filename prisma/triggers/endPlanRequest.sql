-- Deletes the request for another plan once its subscription is on another plan, by whatever way it came there.
CREATE OR REPLACE FUNCTION "endPlanRequest"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    -- A join of both would compare each with each: it is planned once in a session, for the first few rows that come.
    DELETE FROM "PlanRequest" r USING (
            SELECT "id", "catalogPlanId" FROM old_rows EXCEPT SELECT "id", "catalogPlanId" FROM new_rows
        ) moved WHERE r."subscriptionId" = moved."id";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "endPlanRequest" AFTER UPDATE ON "Subscription"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "endPlanRequest"();
