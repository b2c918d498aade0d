-- Names the user registry of what people signed in for and allowed, when their provider gets another one: whoever has the same
-- name there is somebody else.
CREATE OR REPLACE FUNCTION "keepRegistry"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    UPDATE "TokenFamily" SET "userRegistryId" = OLD."userRegistryId"
        WHERE "oauthProviderId" = NEW."id" AND "userRegistryId" IS NULL;
    UPDATE "Consent" SET "userRegistryId" = OLD."userRegistryId"
        WHERE "oauthProviderId" = NEW."id" AND "userRegistryId" IS NULL;
    UPDATE "ProviderSession" SET "userRegistryId" = OLD."userRegistryId"
        WHERE "oauthProviderId" = NEW."id" AND "userRegistryId" IS NULL;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "keepRegistry" AFTER UPDATE ON "OAuthProvider" FOR EACH ROW
    WHEN (OLD."userRegistryId" IS NOT NULL AND OLD."userRegistryId" IS DISTINCT FROM NEW."userRegistryId")
    EXECUTE FUNCTION "keepRegistry"();
