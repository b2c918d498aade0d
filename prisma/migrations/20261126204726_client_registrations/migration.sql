-- CreateTable
CREATE TABLE "ClientRegistration" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "externalClientId" UUID,
    "managementSealed" BYTEA,
    "failures" INTEGER NOT NULL DEFAULT 0,
    "retryAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "ClientRegistration_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ClientRegistration_externalClientId_key" ON "ClientRegistration"("externalClientId");

-- CreateIndex
CREATE INDEX "ClientRegistration_orgId_idx" ON "ClientRegistration"("orgId");

-- AddForeignKey
ALTER TABLE "ClientRegistration" ADD CONSTRAINT "ClientRegistration_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ClientRegistration" ADD CONSTRAINT "ClientRegistration_externalClientId_fkey" FOREIGN KEY ("externalClientId") REFERENCES "ExternalClient"("id") ON DELETE SET NULL ON UPDATE CASCADE;

