-- CreateTable
CREATE TABLE "RecordedShape" (
    "apiId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "side" TEXT NOT NULL,
    "operation" TEXT NOT NULL,
    "status" TEXT,
    "shape" JSONB NOT NULL,
    "calls" BIGINT NOT NULL,
    "firstAt" TIMESTAMPTZ(3) NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "RecordedShape_pkey" PRIMARY KEY ("apiId","hash")
);

-- CreateIndex
CREATE INDEX "RecordedShape_lastAt_idx" ON "RecordedShape"("lastAt");

-- AddForeignKey
ALTER TABLE "RecordedShape" ADD CONSTRAINT "RecordedShape_apiId_fkey" FOREIGN KEY ("apiId") REFERENCES "Api"("id") ON DELETE CASCADE ON UPDATE CASCADE;

