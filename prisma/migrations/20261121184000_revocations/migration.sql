-- CreateTable
CREATE TABLE "Revocation" (
    "id" TEXT NOT NULL,
    "revokedAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Revocation_pkey" PRIMARY KEY ("id")
);

-- What was revoked so far stays revoked: tokens by their jti, families for as long as a token of theirs can live.
INSERT INTO "Revocation" ("id", "expiresAt") SELECT "jti", "expiresAt" FROM "RevokedToken";
INSERT INTO "Revocation" ("id", "expiresAt")
    SELECT "id"::text, "revokedAt" + interval '25 hours' FROM "TokenFamily" WHERE "revokedAt" IS NOT NULL;

-- DropTable
DROP TABLE "RevokedToken";

-- CreateIndex
CREATE INDEX "Revocation_revokedAt_id_idx" ON "Revocation"("revokedAt", "id");

-- CreateIndex
CREATE INDEX "Revocation_expiresAt_idx" ON "Revocation"("expiresAt");

-- DropIndex
DROP INDEX "TokenFamily_catalogId_revokedAt_idx";

-- CreateIndex
CREATE INDEX "TokenFamily_catalogId_idx" ON "TokenFamily"("catalogId");

-- CreateIndex
CREATE INDEX "AuthorizationCode_usedAt_expiresAt_idx" ON "AuthorizationCode"("usedAt", "expiresAt");
