-- A webhook that goes on failing rests; what is due is looked for by webhook, so that orgs take turns.
ALTER TABLE "Webhook" ADD COLUMN "failures" INTEGER NOT NULL DEFAULT 0, ADD COLUMN "restsUntil" TIMESTAMPTZ(3);
CREATE INDEX "WebhookDelivery_webhookId_nextAttemptAt_idx" ON "WebhookDelivery"("webhookId", "nextAttemptAt");
DROP INDEX "WebhookDelivery_nextAttemptAt_idx";
