-- CreateTable
CREATE TABLE "TokenFamily" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "oauthProviderId" UUID NOT NULL,
    "credentialId" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "scopes" TEXT[],
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "revokedAt" TIMESTAMPTZ(3),

    CONSTRAINT "TokenFamily_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "AuthorizationCode" (
    "codeHash" TEXT NOT NULL,
    "familyId" UUID NOT NULL,
    "redirectUri" TEXT,
    "codeChallenge" TEXT,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "AuthorizationCode_pkey" PRIMARY KEY ("codeHash")
);

-- CreateTable
CREATE TABLE "RefreshToken" (
    "tokenHash" TEXT NOT NULL,
    "familyId" UUID NOT NULL,
    "isForConfidential" BOOLEAN NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "usedAt" TIMESTAMPTZ(3),

    CONSTRAINT "RefreshToken_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateTable
CREATE TABLE "Consent" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "oauthProviderId" UUID NOT NULL,
    "applicationId" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "scopes" TEXT[],
    "grantedAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "Consent_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ProviderSession" (
    "tokenHash" TEXT NOT NULL,
    "catalogId" UUID NOT NULL,
    "oauthProviderId" UUID NOT NULL,
    "subject" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ProviderSession_pkey" PRIMARY KEY ("tokenHash")
);

-- CreateIndex
CREATE INDEX "TokenFamily_catalogId_revokedAt_idx" ON "TokenFamily"("catalogId", "revokedAt");

-- CreateIndex
CREATE INDEX "TokenFamily_oauthProviderId_idx" ON "TokenFamily"("oauthProviderId");

-- CreateIndex
CREATE INDEX "TokenFamily_credentialId_subject_idx" ON "TokenFamily"("credentialId", "subject");

-- CreateIndex
CREATE INDEX "TokenFamily_expiresAt_idx" ON "TokenFamily"("expiresAt");

-- CreateIndex
CREATE INDEX "TokenFamily_revokedAt_idx" ON "TokenFamily"("revokedAt");

-- CreateIndex
CREATE UNIQUE INDEX "AuthorizationCode_familyId_key" ON "AuthorizationCode"("familyId");

-- CreateIndex
CREATE INDEX "RefreshToken_familyId_idx" ON "RefreshToken"("familyId");

-- CreateIndex
CREATE INDEX "Consent_oauthProviderId_idx" ON "Consent"("oauthProviderId");

-- CreateIndex
CREATE INDEX "Consent_applicationId_idx" ON "Consent"("applicationId");

-- CreateIndex
CREATE UNIQUE INDEX "Consent_catalogId_oauthProviderId_subject_applicationId_key" ON "Consent"("catalogId", "oauthProviderId", "subject", "applicationId");

-- CreateIndex
CREATE INDEX "ProviderSession_catalogId_idx" ON "ProviderSession"("catalogId");

-- CreateIndex
CREATE INDEX "ProviderSession_oauthProviderId_idx" ON "ProviderSession"("oauthProviderId");

-- CreateIndex
CREATE INDEX "ProviderSession_expiresAt_idx" ON "ProviderSession"("expiresAt");

-- AddForeignKey
ALTER TABLE "TokenFamily" ADD CONSTRAINT "TokenFamily_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TokenFamily" ADD CONSTRAINT "TokenFamily_oauthProviderId_fkey" FOREIGN KEY ("oauthProviderId") REFERENCES "OAuthProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "TokenFamily" ADD CONSTRAINT "TokenFamily_credentialId_fkey" FOREIGN KEY ("credentialId") REFERENCES "Credential"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "AuthorizationCode" ADD CONSTRAINT "AuthorizationCode_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "TokenFamily"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "RefreshToken" ADD CONSTRAINT "RefreshToken_familyId_fkey" FOREIGN KEY ("familyId") REFERENCES "TokenFamily"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_oauthProviderId_fkey" FOREIGN KEY ("oauthProviderId") REFERENCES "OAuthProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Consent" ADD CONSTRAINT "Consent_applicationId_fkey" FOREIGN KEY ("applicationId") REFERENCES "Application"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderSession" ADD CONSTRAINT "ProviderSession_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ProviderSession" ADD CONSTRAINT "ProviderSession_oauthProviderId_fkey" FOREIGN KEY ("oauthProviderId") REFERENCES "OAuthProvider"("id") ON DELETE CASCADE ON UPDATE CASCADE;

