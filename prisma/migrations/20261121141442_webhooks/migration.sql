-- CreateEnum
CREATE TYPE "EventType" AS ENUM ('PRODUCT_LIFECYCLE', 'SUBSCRIPTION', 'CREDENTIAL', 'API_ONLINE_STATE', 'GRAPHQL_SERVER_STATE');

-- CreateTable
CREATE TABLE "Event" (
    "id" BIGSERIAL NOT NULL,
    "orgId" UUID NOT NULL,
    "catalogId" UUID,
    "consumerOrgId" UUID,
    "productId" UUID,
    "isPublic" BOOLEAN NOT NULL DEFAULT false,
    "type" "EventType" NOT NULL,
    "subject" TEXT NOT NULL,
    "detail" JSONB NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT clock_timestamp(),

    CONSTRAINT "Event_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "Webhook" (
    "id" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "name" TEXT NOT NULL,
    "url" TEXT NOT NULL,
    "types" "EventType"[],
    "secretSealed" BYTEA NOT NULL,
    "active" BOOLEAN NOT NULL DEFAULT true,
    "createdAt" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "Webhook_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "WebhookDelivery" (
    "id" BIGSERIAL NOT NULL,
    "webhookId" UUID NOT NULL,
    "eventId" BIGINT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "lastStatus" INTEGER,
    "lastError" TEXT,
    "deliveredAt" TIMESTAMPTZ(3),

    CONSTRAINT "WebhookDelivery_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Event_orgId_id_idx" ON "Event"("orgId", "id");

-- CreateIndex
CREATE UNIQUE INDEX "Webhook_catalogId_name_key" ON "Webhook"("catalogId", "name");

-- CreateIndex
CREATE INDEX "WebhookDelivery_nextAttemptAt_idx" ON "WebhookDelivery"("nextAttemptAt");

-- CreateIndex
CREATE INDEX "WebhookDelivery_eventId_idx" ON "WebhookDelivery"("eventId");

-- CreateIndex
CREATE UNIQUE INDEX "WebhookDelivery_webhookId_eventId_key" ON "WebhookDelivery"("webhookId", "eventId");

-- AddForeignKey
ALTER TABLE "Event" ADD CONSTRAINT "Event_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Webhook" ADD CONSTRAINT "Webhook_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_webhookId_fkey" FOREIGN KEY ("webhookId") REFERENCES "Webhook"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "WebhookDelivery" ADD CONSTRAINT "WebhookDelivery_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;


-- Events are written where rows change, in the same transaction: one statement of many rows writes them in one go. A
-- row that belongs to a catalog, org or application that goes with the same statement is told of by nobody: the joins
-- find nothing.
CREATE FUNCTION "tellProductLifecycle"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", n."id", n."state" = 'PUBLISHED' AND n."visibility" <> 'CUSTOM',
                'PRODUCT_LIFECYCLE', n."name" || ':' || n."version",
                jsonb_build_object('from', NULL, 'to', n."state")
            FROM new_rows n JOIN "Catalog" c ON c."id" = n."catalogId" ORDER BY n."id";
    ELSIF TG_OP = 'UPDATE' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", n."id",
                (n."state" = 'PUBLISHED' AND n."visibility" <> 'CUSTOM')
                    OR (o."state" = 'PUBLISHED' AND o."visibility" <> 'CUSTOM'),
                'PRODUCT_LIFECYCLE', n."name" || ':' || n."version",
                jsonb_build_object('from', o."state", 'to', n."state")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "Catalog" c ON c."id" = n."catalogId"
            WHERE n."state" <> o."state" ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", o."id", o."state" = 'PUBLISHED' AND o."visibility" <> 'CUSTOM',
                'PRODUCT_LIFECYCLE', o."name" || ':' || o."version",
                jsonb_build_object('from', o."state", 'to', NULL)
            FROM old_rows o JOIN "Catalog" c ON c."id" = o."catalogId" ORDER BY o."id";
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION "tellApiOnlineState"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", p."id", p."state" = 'PUBLISHED' AND p."visibility" <> 'CUSTOM',
                'API_ONLINE_STATE', n."name" || ':' || n."version",
                jsonb_build_object('online', n."online", 'product', p."name" || ':' || p."version")
            FROM new_rows n JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "Catalog" c ON c."id" = p."catalogId"
            WHERE n."online" ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
            SELECT c."orgId", c."id", p."id", p."state" = 'PUBLISHED' AND p."visibility" <> 'CUSTOM',
                'API_ONLINE_STATE', n."name" || ':' || n."version",
                jsonb_build_object('online', n."online", 'product', p."name" || ':' || p."version")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "Catalog" c ON c."id" = p."catalogId"
            WHERE n."online" <> o."online" ORDER BY n."id";
    END IF;
    RETURN NULL;
END $$;

CREATE FUNCTION "tellSubscription"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", o."catalogProductId", 'SUBSCRIPTION', u."name" || '/' || a."name",
                jsonb_build_object('change', 'ENDED', 'id', o."id", 'state', NULL,
                    'product', p."name" || ':' || p."version", 'plan', l."name")
            FROM old_rows o JOIN "Application" a ON a."id" = o."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                LEFT JOIN "CatalogProduct" p ON p."id" = o."catalogProductId"
                LEFT JOIN "CatalogPlan" l ON l."id" = o."catalogPlanId"
            ORDER BY o."id";
    ELSIF TG_OP = 'INSERT' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", n."catalogProductId", 'SUBSCRIPTION', u."name" || '/' || a."name",
                jsonb_build_object('change', 'CREATED', 'id', n."id", 'state', n."state",
                    'product', p."name" || ':' || p."version", 'plan', l."name")
            FROM new_rows n JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
            ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "productId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", n."catalogProductId", 'SUBSCRIPTION', u."name" || '/' || a."name",
                jsonb_build_object('change', 'CHANGED', 'id', n."id", 'state', n."state",
                    'product', p."name" || ':' || p."version", 'plan', l."name")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
            WHERE (n."catalogPlanId", n."state") <> (o."catalogPlanId", o."state") ORDER BY n."id";
    END IF;
    RETURN NULL;
END $$;

-- A client key may be all that a call needs: no event holds one.
CREATE FUNCTION "tellCredential"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", 'CREDENTIAL', u."name" || '/' || a."name",
                jsonb_build_object('change', 'SECRET_RESET', 'id', n."id", 'title', n."title")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            WHERE n."secretHash" <> o."secretHash" ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "catalogId", "consumerOrgId", "type", "subject", "detail")
            SELECT c."orgId", c."id", u."id", 'CREDENTIAL', u."name" || '/' || a."name",
                jsonb_build_object('id', r."id", 'title', r."title",
                    'change', CASE TG_OP WHEN 'INSERT' THEN 'CREATED' ELSE 'DELETED' END)
            FROM some_rows r JOIN "Application" a ON a."id" = r."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
            ORDER BY r."id";
    END IF;
    RETURN NULL;
END $$;

-- Why a server failed is for its owner to read in the management API: it may name addresses.
CREATE FUNCTION "tellGraphQLServerState"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE' THEN
        INSERT INTO "Event" ("orgId", "type", "subject", "detail")
            SELECT n."orgId", 'GRAPHQL_SERVER_STATE', n."name", jsonb_build_object('from', o."state", 'to', n."state")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" WHERE n."state" <> o."state" ORDER BY n."id";
    ELSE
        INSERT INTO "Event" ("orgId", "type", "subject", "detail")
            SELECT g."id", 'GRAPHQL_SERVER_STATE', r."name",
                CASE TG_OP WHEN 'INSERT' THEN jsonb_build_object('from', NULL, 'to', r."state")
                    ELSE jsonb_build_object('from', r."state", 'to', NULL) END
            FROM some_rows r JOIN "Org" g ON g."id" = r."orgId" ORDER BY r."id";
    END IF;
    RETURN NULL;
END $$;

-- The outbox, and the announcement. What is due since 1970 is due whatever the clocks of the processes say.
CREATE FUNCTION "sendEventsOut"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "WebhookDelivery" ("webhookId", "eventId", "nextAttemptAt")
        SELECT w."id", e."id", to_timestamp(0)
        FROM new_rows e JOIN "Catalog" c ON c."orgId" = e."orgId" AND c."id" = coalesce(e."catalogId", c."id")
            JOIN "Webhook" w ON w."catalogId" = c."id" AND w."active" AND e."type" = ANY (w."types")
        ORDER BY e."id";
    PERFORM pg_notify('gatehouse_changes', "orgId"::text) FROM (SELECT DISTINCT "orgId" FROM new_rows) AS orgs;
    RETURN NULL;
END $$;

-- Before an application or a consumer org goes: what it has goes first, while its name can still be told.
CREATE FUNCTION "endWhatItHas"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_TABLE_NAME = 'Application' THEN
        DELETE FROM "Subscription" WHERE "applicationId" = OLD."id";
        DELETE FROM "Credential" WHERE "applicationId" = OLD."id";
    ELSE
        DELETE FROM "Application" WHERE "consumerOrgId" = OLD."id";
    END IF;
    RETURN OLD;
END $$;

CREATE TRIGGER "endWhatItHas" BEFORE DELETE ON "Application" FOR EACH ROW EXECUTE FUNCTION "endWhatItHas"();
CREATE TRIGGER "endWhatItHas" BEFORE DELETE ON "ConsumerOrg" FOR EACH ROW EXECUTE FUNCTION "endWhatItHas"();

CREATE TRIGGER "sendEventsOut" AFTER INSERT ON "Event"
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "sendEventsOut"();

CREATE TRIGGER "tellProductLifecycleOnInsert" AFTER INSERT ON "CatalogProduct"
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProductLifecycle"();
CREATE TRIGGER "tellProductLifecycleOnUpdate" AFTER UPDATE ON "CatalogProduct"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProductLifecycle"();
CREATE TRIGGER "tellProductLifecycleOnDelete" AFTER DELETE ON "CatalogProduct"
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellProductLifecycle"();

CREATE TRIGGER "tellApiOnlineStateOnInsert" AFTER INSERT ON "CatalogApi"
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellApiOnlineState"();
CREATE TRIGGER "tellApiOnlineStateOnUpdate" AFTER UPDATE ON "CatalogApi"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellApiOnlineState"();

CREATE TRIGGER "tellSubscriptionOnInsert" AFTER INSERT ON "Subscription"
    REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellSubscription"();
CREATE TRIGGER "tellSubscriptionOnUpdate" AFTER UPDATE ON "Subscription"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellSubscription"();
CREATE TRIGGER "tellSubscriptionOnDelete" AFTER DELETE ON "Subscription"
    REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellSubscription"();

CREATE TRIGGER "tellCredentialOnInsert" AFTER INSERT ON "Credential"
    REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellCredential"();
CREATE TRIGGER "tellCredentialOnUpdate" AFTER UPDATE ON "Credential"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellCredential"();
CREATE TRIGGER "tellCredentialOnDelete" AFTER DELETE ON "Credential"
    REFERENCING OLD TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellCredential"();

CREATE TRIGGER "tellGraphQLServerStateOnInsert" AFTER INSERT ON "GraphQLServer"
    REFERENCING NEW TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellGraphQLServerState"();
CREATE TRIGGER "tellGraphQLServerStateOnUpdate" AFTER UPDATE ON "GraphQLServer"
    REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellGraphQLServerState"();
CREATE TRIGGER "tellGraphQLServerStateOnDelete" AFTER DELETE ON "GraphQLServer"
    REFERENCING OLD TABLE AS some_rows FOR EACH STATEMENT EXECUTE FUNCTION "tellGraphQLServerState"();
