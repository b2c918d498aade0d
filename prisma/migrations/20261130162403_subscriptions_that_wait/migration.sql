-- DropIndex
DROP INDEX "Subscription_state_idx";

-- CreateIndex
CREATE INDEX "Subscription_state_catalogProductId_id_idx" ON "Subscription"("state", "catalogProductId", "id");

