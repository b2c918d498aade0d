-- This is an empty migration.


CREATE OR REPLACE FUNCTION "historyMoment"(org uuid)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
    known jsonb := coalesce(nullif(current_setting('gatehouse.moments', true), ''), '{}');
    made bigint := known ->> org::text;
BEGIN
    IF NOT EXISTS (SELECT FROM "Org" WHERE "id" = org) THEN
        RETURN NULL;
    END IF;
    IF made IS NULL THEN
        INSERT INTO "HistoryMoment" ("orgId", "at") VALUES (org, date_trunc('milliseconds', clock_timestamp()))
            RETURNING "id" INTO made;
        PERFORM set_config('gatehouse.moments', (known || jsonb_build_object(org, made))::text, true);
    END IF;
    RETURN made;
END $function$;
