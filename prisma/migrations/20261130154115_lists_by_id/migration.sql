-- DropIndex
DROP INDEX "Subscription_catalogProductId_idx";

-- CreateIndex
CREATE INDEX "Application_consumerOrgId_id_idx" ON "Application"("consumerOrgId", "id");

-- CreateIndex
CREATE INDEX "CatalogProduct_catalogId_id_state_idx" ON "CatalogProduct"("catalogId", "id", "state");

-- CreateIndex
CREATE INDEX "CatalogProduct_catalogId_createdAt_sortKey_idx" ON "CatalogProduct"("catalogId", "createdAt" DESC, "sortKey");

-- CreateIndex
CREATE INDEX "ConsumerOrg_catalogId_id_idx" ON "ConsumerOrg"("catalogId", "id");

-- CreateIndex
CREATE INDEX "Product_orgId_id_idx" ON "Product"("orgId", "id");

-- CreateIndex
CREATE INDEX "Subscription_catalogProductId_id_idx" ON "Subscription"("catalogProductId", "id");

