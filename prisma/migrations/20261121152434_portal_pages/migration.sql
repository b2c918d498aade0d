-- AlterTable
ALTER TABLE "Catalog" ADD COLUMN     "branding" JSONB NOT NULL DEFAULT '{}';

-- AlterTable
ALTER TABLE "Credential" ADD COLUMN     "previousSecretLastUsedAt" TIMESTAMPTZ(3),
ADD COLUMN     "secretLastUsedAt" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "SubscriptionMigration" (
    "id" UUID NOT NULL,
    "subscriptionId" UUID NOT NULL,
    "fromPlanId" UUID NOT NULL,
    "toPlanId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "SubscriptionMigration_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "ConsoleSession" (
    "id" UUID NOT NULL,
    "accessTokenId" UUID NOT NULL,
    "tokenHash" TEXT NOT NULL,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expiresAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "ConsoleSession_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "SubscriptionMigration_subscriptionId_id_idx" ON "SubscriptionMigration"("subscriptionId", "id");

-- CreateIndex
CREATE INDEX "SubscriptionMigration_fromPlanId_idx" ON "SubscriptionMigration"("fromPlanId");

-- CreateIndex
CREATE INDEX "SubscriptionMigration_toPlanId_idx" ON "SubscriptionMigration"("toPlanId");

-- CreateIndex
CREATE UNIQUE INDEX "ConsoleSession_tokenHash_key" ON "ConsoleSession"("tokenHash");

-- CreateIndex
CREATE INDEX "ConsoleSession_accessTokenId_idx" ON "ConsoleSession"("accessTokenId");

-- AddForeignKey
ALTER TABLE "SubscriptionMigration" ADD CONSTRAINT "SubscriptionMigration_subscriptionId_fkey" FOREIGN KEY ("subscriptionId") REFERENCES "Subscription"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubscriptionMigration" ADD CONSTRAINT "SubscriptionMigration_fromPlanId_fkey" FOREIGN KEY ("fromPlanId") REFERENCES "CatalogPlan"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "SubscriptionMigration" ADD CONSTRAINT "SubscriptionMigration_toPlanId_fkey" FOREIGN KEY ("toPlanId") REFERENCES "CatalogPlan"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ConsoleSession" ADD CONSTRAINT "ConsoleSession_accessTokenId_fkey" FOREIGN KEY ("accessTokenId") REFERENCES "AccessToken"("id") ON DELETE CASCADE ON UPDATE CASCADE;

