-- CreateTable
CREATE TABLE "UsageMinute" (
    "series" UUID NOT NULL,
    "minute" TIMESTAMPTZ(3) NOT NULL,
    "outcome" "UsageOutcome" NOT NULL,
    "code" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "durations" INTEGER[],

    CONSTRAINT "UsageMinute_pkey" PRIMARY KEY ("series","minute","outcome","code")
) PARTITION BY RANGE ("minute");

