-- CreateTable
CREATE TABLE "ChangeWaveBudget" (
    "id" UUID NOT NULL,
    "changeRequestId" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "calls" INTEGER NOT NULL,
    "taken" INTEGER NOT NULL DEFAULT 0,
    "isWanted" BOOLEAN NOT NULL DEFAULT false,

    CONSTRAINT "ChangeWaveBudget_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "ChangeWaveBudget_changeRequestId_key" ON "ChangeWaveBudget"("changeRequestId");

-- CreateIndex
CREATE INDEX "ChangeWaveBudget_catalogId_idx" ON "ChangeWaveBudget"("catalogId");

-- CreateIndex
CREATE INDEX "ChangeWaveMove_subscriptionId_idx" ON "ChangeWaveMove"("subscriptionId");

-- AddForeignKey
ALTER TABLE "ChangeWaveBudget" ADD CONSTRAINT "ChangeWaveBudget_changeRequestId_fkey" FOREIGN KEY ("changeRequestId") REFERENCES "ChangeRollout"("changeRequestId") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "ChangeWaveBudget" ADD CONSTRAINT "ChangeWaveBudget_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

