-- CreateTable
CREATE TABLE "MeterHour" (
    "series" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "meter" TEXT NOT NULL,
    "units" BIGINT NOT NULL,
    "faults" INTEGER NOT NULL,

    CONSTRAINT "MeterHour_pkey" PRIMARY KEY ("series","hour","meter")
) PARTITION BY RANGE ("hour");

-- CreateTable
CREATE TABLE "MeterDay" (
    "series" UUID NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "meter" TEXT NOT NULL,
    "units" BIGINT NOT NULL,
    "faults" BIGINT NOT NULL,

    CONSTRAINT "MeterDay_pkey" PRIMARY KEY ("series","day","meter")
) PARTITION BY RANGE ("day");

