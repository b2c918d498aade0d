CREATE OR REPLACE FUNCTION "endPlanRequest"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    -- A join of both would compare each with each: it is planned once in a session, for the first few rows that come.
    DELETE FROM "PlanRequest" r USING (
            SELECT "id", "catalogPlanId" FROM old_rows EXCEPT SELECT "id", "catalogPlanId" FROM new_rows
        ) moved WHERE r."subscriptionId" = moved."id";
    RETURN NULL;
END $function$;
