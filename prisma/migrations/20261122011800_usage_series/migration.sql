-- CreateTable
CREATE TABLE "UsageSeries" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "catalog" TEXT NOT NULL,
    "consumerOrg" TEXT,
    "application" TEXT,
    "subscriptionId" UUID,
    "product" TEXT,
    "plan" TEXT,
    "api" TEXT,
    "operation" TEXT,
    "lastDay" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UsageSeries_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "UsageSeries_orgId_idx" ON "UsageSeries"("orgId");
CREATE INDEX "UsageSeries_subscriptionId_idx" ON "UsageSeries"("subscriptionId");
CREATE INDEX "UsageSeries_lastDay_idx" ON "UsageSeries"("lastDay");

CREATE TABLE "UsageWriter" (
    "id" UUID NOT NULL,
    "sequence" BIGINT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "UsageWriter_pkey" PRIMARY KEY ("id")
);
CREATE INDEX "UsageWriter_at_idx" ON "UsageWriter"("at");

ALTER TABLE "UsageHour" RENAME TO "UsageHourBefore";
ALTER TABLE "UsageHourBefore" RENAME CONSTRAINT "UsageHour_pkey" TO "UsageHourBefore_pkey";

CREATE TABLE "UsageHour" (
    "series" UUID NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "outcome" "UsageOutcome" NOT NULL,
    "code" TEXT NOT NULL,
    "calls" INTEGER NOT NULL,
    "durations" INTEGER[],

    CONSTRAINT "UsageHour_pkey" PRIMARY KEY ("series","hour","outcome","code")
) PARTITION BY RANGE ("hour");

CREATE TABLE "UsageDay" (
    "series" UUID NOT NULL,
    "day" TIMESTAMPTZ(3) NOT NULL,
    "outcome" "UsageOutcome" NOT NULL,
    "code" TEXT NOT NULL,
    "calls" BIGINT NOT NULL,
    "durations" BIGINT[],

    CONSTRAINT "UsageDay_pkey" PRIMARY KEY ("series","day","outcome","code")
) PARTITION BY RANGE ("day");

-- What was counted is kept, with whose it is now; of what is gone nobody could be told. Which API, operation and duration
-- it was is not known. The refusals had no code, and no duration is counted.
INSERT INTO "UsageSeries" ("id", "orgId", "catalog", "consumerOrg", "application", "subscriptionId", "product", "plan", "lastDay")
SELECT md5(s."id"::text)::uuid, c."orgId", c."name", o."name", a."name", s."id", p."name" || ':' || p."version", l."name",
  (SELECT date_trunc('day', max(b."hour"), 'UTC') FROM "UsageHourBefore" b WHERE b."subscriptionId" = s."id")
FROM "Subscription" s
  JOIN "Application" a ON a."id" = s."applicationId"
  JOIN "ConsumerOrg" o ON o."id" = a."consumerOrgId"
  JOIN "CatalogPlan" l ON l."id" = s."catalogPlanId"
  JOIN "CatalogProduct" p ON p."id" = s."catalogProductId"
  JOIN "Catalog" c ON c."id" = p."catalogId"
WHERE EXISTS (SELECT FROM "UsageHourBefore" b WHERE b."subscriptionId" = s."id");

DO $$
DECLARE
  day TIMESTAMPTZ;
BEGIN
  SET LOCAL TIME ZONE 'UTC';
  FOR day IN SELECT DISTINCT date_trunc('day', "hour") FROM "UsageHourBefore" LOOP
    EXECUTE format('CREATE TABLE %I PARTITION OF "UsageHour" FOR VALUES FROM (%L) TO (%L)',
      'UsageHour_' || to_char(day, 'YYYYMMDD'), day, day + INTERVAL '1 day');
  END LOOP;
END $$;

INSERT INTO "UsageHour" ("series", "hour", "outcome", "code", "calls", "durations")
SELECT md5(b."subscriptionId"::text)::uuid, b."hour", b."outcome", '', b."calls", array_fill(0, ARRAY[34])
FROM "UsageHourBefore" b JOIN "Subscription" s ON s."id" = b."subscriptionId";

DROP TABLE "UsageHourBefore";
