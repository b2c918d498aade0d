-- CreateTable
CREATE TABLE "LimitCount" (
    "key" TEXT NOT NULL,
    "points" BIGINT NOT NULL,
    "endsAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "LimitCount_pkey" PRIMARY KEY ("key")
);

-- CreateIndex
CREATE INDEX "LimitCount_endsAt_idx" ON "LimitCount"("endsAt");

