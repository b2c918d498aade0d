-- CreateTable
CREATE TABLE "PlatformProcess" (
    "id" UUID NOT NULL,
    "machine" TEXT NOT NULL,
    "addresses" TEXT[],
    "ports" INTEGER[],
    "seenAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "PlatformProcess_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PlatformProcess_seenAt_idx" ON "PlatformProcess"("seenAt");
