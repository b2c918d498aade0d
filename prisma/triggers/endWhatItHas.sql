-- Deletes what an application or a consumer org has before the row itself, from the leaves up. A cascade of the
-- database would delete in any order, and the events of what ended could no longer name whose it was. What a consumer org
-- has goes in one statement a table: each statement runs the triggers of its table, also where it deletes nothing. So
-- what is not there is not deleted.
CREATE OR REPLACE FUNCTION "endWhatItHas"() RETURNS trigger LANGUAGE plpgsql AS $$
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
END $$;

CREATE OR REPLACE TRIGGER "endWhatItHas" BEFORE DELETE ON "Application"
    FOR EACH ROW EXECUTE FUNCTION "endWhatItHas"();
CREATE OR REPLACE TRIGGER "endWhatItHas" BEFORE DELETE ON "ConsumerOrg"
    FOR EACH ROW EXECUTE FUNCTION "endWhatItHas"();
