-- This is an empty migration.


CREATE OR REPLACE FUNCTION "endWhatItHas"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
    ended uuid[] := CASE TG_TABLE_NAME WHEN 'Application' THEN ARRAY[OLD."id"]
        ELSE ARRAY(SELECT a."id" FROM "Application" a WHERE a."consumerOrgId" = OLD."id") END;
BEGIN
    IF EXISTS (SELECT FROM "Subscription" WHERE "applicationId" = ANY (ended)) THEN
        DELETE FROM "Subscription" WHERE "applicationId" = ANY (ended);
    END IF;
    IF EXISTS (SELECT FROM "Credential" WHERE "applicationId" = ANY (ended)) THEN
        DELETE FROM "Credential" WHERE "applicationId" = ANY (ended);
    END IF;
    IF EXISTS (SELECT FROM "ApiKey" WHERE "applicationId" = ANY (ended)) THEN
        DELETE FROM "ApiKey" WHERE "applicationId" = ANY (ended);
    END IF;
    IF EXISTS (SELECT FROM "ExternalClient" WHERE "applicationId" = ANY (ended)) THEN
        DELETE FROM "ExternalClient" WHERE "applicationId" = ANY (ended);
    END IF;
    IF EXISTS (SELECT FROM "ClientCertificate" WHERE "applicationId" = ANY (ended)) THEN
        DELETE FROM "ClientCertificate" WHERE "applicationId" = ANY (ended);
    END IF;
    IF TG_TABLE_NAME = 'ConsumerOrg' THEN
        DELETE FROM "Application" WHERE "consumerOrgId" = OLD."id";
        DELETE FROM "ConsumerMembership" WHERE "consumerOrgId" = OLD."id";
    END IF;
    RETURN OLD;
END $function$;
