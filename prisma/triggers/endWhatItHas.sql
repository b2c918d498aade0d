-- Deletes what an application or a consumer org has before the row itself, from the leaves up. A cascade of the
-- database would delete in any order, and the events of what ended could no longer name whose it was.
CREATE OR REPLACE FUNCTION "endWhatItHas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'Application' THEN
        DELETE FROM "Subscription" WHERE "applicationId" = OLD."id";
        DELETE FROM "Credential" WHERE "applicationId" = OLD."id";
        DELETE FROM "ApiKey" WHERE "applicationId" = OLD."id";
        DELETE FROM "ExternalClient" WHERE "applicationId" = OLD."id";
        DELETE FROM "ClientCertificate" WHERE "applicationId" = OLD."id";
    ELSE
        DELETE FROM "Application" WHERE "consumerOrgId" = OLD."id";
        DELETE FROM "ConsumerMembership" WHERE "consumerOrgId" = OLD."id";
    END IF;
    RETURN OLD;
END $$;

CREATE OR REPLACE TRIGGER "endWhatItHas" BEFORE DELETE ON "Application"
    FOR EACH ROW EXECUTE FUNCTION "endWhatItHas"();
CREATE OR REPLACE TRIGGER "endWhatItHas" BEFORE DELETE ON "ConsumerOrg"
    FOR EACH ROW EXECUTE FUNCTION "endWhatItHas"();
