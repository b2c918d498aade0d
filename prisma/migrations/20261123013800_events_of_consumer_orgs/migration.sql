-- CreateIndex
CREATE INDEX "Event_consumerOrgId_id_idx" ON "Event"("consumerOrgId", "id");
