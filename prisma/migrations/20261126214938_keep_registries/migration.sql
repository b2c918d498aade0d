-- DropIndex
DROP INDEX "ProviderSession_oauthProviderId_idx";

-- DropIndex
DROP INDEX "TokenFamily_oauthProviderId_idx";

-- AlterTable
ALTER TABLE "Consent" ADD COLUMN     "userRegistryId" UUID;

-- AlterTable
ALTER TABLE "ProviderSession" ADD COLUMN     "userRegistryId" UUID;

-- AlterTable
ALTER TABLE "TokenFamily" ADD COLUMN     "userRegistryId" UUID;

-- CreateIndex
CREATE INDEX "ProviderSession_oauthProviderId_subject_idx" ON "ProviderSession"("oauthProviderId", "subject");

-- CreateIndex
CREATE INDEX "TokenFamily_oauthProviderId_subject_idx" ON "TokenFamily"("oauthProviderId", "subject");


CREATE OR REPLACE FUNCTION "keepRegistry"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    UPDATE "TokenFamily" SET "userRegistryId" = OLD."userRegistryId"
        WHERE "oauthProviderId" = NEW."id" AND "userRegistryId" IS NULL;
    UPDATE "Consent" SET "userRegistryId" = OLD."userRegistryId"
        WHERE "oauthProviderId" = NEW."id" AND "userRegistryId" IS NULL;
    UPDATE "ProviderSession" SET "userRegistryId" = OLD."userRegistryId"
        WHERE "oauthProviderId" = NEW."id" AND "userRegistryId" IS NULL;
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "keepRegistry" AFTER UPDATE ON "OAuthProvider" FOR EACH ROW WHEN (old."userRegistryId" IS NOT NULL AND old."userRegistryId" IS DISTINCT FROM new."userRegistryId") EXECUTE FUNCTION "keepRegistry"();
