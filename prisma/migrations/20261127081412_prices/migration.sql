-- AlterTable
ALTER TABLE "CatalogPlan" ADD COLUMN     "price" JSONB;

-- AlterTable
ALTER TABLE "Plan" ADD COLUMN     "price" JSONB;

-- CreateTable
CREATE TABLE "PriceChange" (
    "id" BIGSERIAL NOT NULL,
    "orgId" UUID NOT NULL,
    "catalogId" UUID NOT NULL,
    "consumerOrgId" UUID NOT NULL,
    "consumerOrg" TEXT NOT NULL,
    "application" TEXT NOT NULL,
    "subscriptionId" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "price" JSONB,
    "active" BOOLEAN NOT NULL,
    "acceptedBy" TEXT,
    "at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "PriceChange_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "MeteredUsage" (
    "id" UUID NOT NULL,
    "orgId" UUID NOT NULL,
    "catalog" TEXT NOT NULL,
    "consumerOrg" TEXT NOT NULL,
    "application" TEXT NOT NULL,
    "subscriptionId" UUID NOT NULL,
    "product" TEXT NOT NULL,
    "plan" TEXT NOT NULL,
    "thing" TEXT NOT NULL,
    "hour" TIMESTAMPTZ(3) NOT NULL,
    "sequence" INTEGER NOT NULL,
    "units" BIGINT NOT NULL,
    "price" TEXT NOT NULL,

    CONSTRAINT "MeteredUsage_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "PriceChange_subscriptionId_id_idx" ON "PriceChange"("subscriptionId", "id");

-- CreateIndex
CREATE INDEX "PriceChange_consumerOrgId_id_idx" ON "PriceChange"("consumerOrgId", "id");

-- CreateIndex
CREATE INDEX "PriceChange_orgId_idx" ON "PriceChange"("orgId");

-- CreateIndex
CREATE INDEX "MeteredUsage_orgId_hour_id_idx" ON "MeteredUsage"("orgId", "hour", "id");

-- CreateIndex
CREATE INDEX "MeteredUsage_subscriptionId_hour_idx" ON "MeteredUsage"("subscriptionId", "hour");


CREATE OR REPLACE FUNCTION "keepPriceChange"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    IF TG_TABLE_NAME = 'CatalogPlan' THEN
        INSERT INTO "PriceChange" ("orgId", "catalogId", "consumerOrgId", "consumerOrg", "application", "subscriptionId",
                "product", "plan", "price", "active")
            SELECT c."orgId", c."id", u."id", u."name", a."name", s."id", p."name" || ':' || p."version", n."name",
                n."price", s."state" = 'ACTIVE'
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "Subscription" s ON s."catalogPlanId" = n."id"
                JOIN "Application" a ON a."id" = s."applicationId" JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId"
                JOIN "Catalog" c ON c."id" = u."catalogId" JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
            WHERE n."price" IS DISTINCT FROM o."price"
            ORDER BY s."id";
    ELSIF TG_OP = 'DELETE' THEN
        INSERT INTO "PriceChange" ("orgId", "catalogId", "consumerOrgId", "consumerOrg", "application", "subscriptionId",
                "product", "plan", "price", "active")
            SELECT l."orgId", l."catalogId", l."consumerOrgId", l."consumerOrg", l."application", l."subscriptionId",
                l."product", l."plan", l."price", false
            FROM old_rows o JOIN LATERAL (SELECT * FROM "PriceChange" h WHERE h."subscriptionId" = o."id"
                ORDER BY h."id" DESC LIMIT 1) l ON true
            ORDER BY o."id";
    ELSE
        INSERT INTO "PriceChange" ("orgId", "catalogId", "consumerOrgId", "consumerOrg", "application", "subscriptionId",
                "product", "plan", "price", "active")
            SELECT c."orgId", c."id", u."id", u."name", a."name", n."id", p."name" || ':' || p."version", l."name",
                l."price", n."state" = 'ACTIVE'
            FROM new_rows n JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId" JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
            WHERE (l."price" IS NOT NULL OR EXISTS (SELECT FROM "PriceChange" h WHERE h."subscriptionId" = n."id"))
                AND NOT EXISTS (SELECT FROM "PriceChange" h WHERE h."id" = (SELECT max(i."id") FROM "PriceChange" i
                    WHERE i."subscriptionId" = n."id") AND h."product" = p."name" || ':' || p."version"
                    AND h."plan" = l."name" AND h."price" IS NOT DISTINCT FROM l."price"
                    AND h."active" = (n."state" = 'ACTIVE'))
            ORDER BY n."id";
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAudit"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    plan text := 'r."title", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls", r."maxGraphQLCost",
        r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL", r."registeredOperationsOnly", r."approvalRequired",
        r."price"';
    api text := 'r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl", r."securityDefinitions",
        r."security", r."forwardAuthorization", r."settings"';
    columns text := CASE TG_TABLE_NAME
        WHEN 'Org' THEN '''org '' || r."name" AS key, r."title", r."requiresSecondFactor"'
        WHEN 'Quota' THEN 'concat_ws('' '', ''quota'', r."resource",
            (SELECT ''in '' || c."name" FROM "Catalog" c WHERE c."id" = r."catalogId")) AS key, r."limit"'
        WHEN 'Catalog' THEN '''catalog '' || r."name" AS key, r."title", r."selfServiceSignUp", r."branding", r."credentialPolicy"'
        WHEN 'UserRegistry' THEN '''user registry '' || r."name" AS key, r."title", r."displayName", r."type", r."url", r."ldap",
            r."openId"'
        WHEN 'LocalUser' THEN '''local user '' || concat_ws(''/'', (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."userRegistryId"), r."username") AS key, r."state", r."passwordChangedAt"'
        WHEN 'OAuthProvider' THEN '''OAuth provider '' || r."name" AS key, r."title", r."gatewayType", r."issuer", r."grantTypes",
            r."clientTypes", r."authorizePath", r."tokenPath", r."scopes", r."accessTokenSeconds", r."refreshTokens",
            r."refreshTokenSeconds", r."signingAlgorithm", r."certificateBinding",
            (SELECT u."name" FROM "UserRegistry" u WHERE u."id" = r."userRegistryId") AS "userRegistry"'
        WHEN 'SigningKey' THEN '''signing key '' || r."id" AS key, r."algorithm", r."signsFrom"'
        WHEN '_CatalogToOAuthProvider' THEN '''assignment '' || concat_ws(''/'',
            (SELECT c."name" FROM "Catalog" c WHERE c."id" = r."A"),
            (SELECT p."name" FROM "OAuthProvider" p WHERE p."id" = r."B")) AS key, true AS "assigned"'
        WHEN '_CatalogToUserRegistry' THEN '''assignment '' || concat_ws(''/'',
            (SELECT c."name" FROM "Catalog" c WHERE c."id" = r."A"),
            (SELECT u."name" FROM "UserRegistry" u WHERE u."id" = r."B")) AS key, true AS "assigned"'
        WHEN 'Backend' THEN '''back-end '' || r."name" AS key, r."title"'
        WHEN 'CatalogBackend' THEN '''back-end '' || concat_ws(''/'',
            (SELECT c."name" FROM "Catalog" c WHERE c."id" = r."catalogId"),
            (SELECT b."name" FROM "Backend" b WHERE b."id" = r."backendId")) AS key, r."settings"'
        WHEN 'Secret' THEN '''secret '' || concat_ws(''/'',
            (SELECT c."name" FROM "Catalog" c WHERE c."id" = r."catalogId"), r."name") AS key, r."changedAt"'
        WHEN 'Api' THEN '''API '' || r."name" || '':'' || r."version" AS key, ' || api || ', r."openapi"'
        WHEN 'SchemaRefresh' THEN '''schema of '' || concat((SELECT a."name" || '':'' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."failure", r."heldSdl", r."heldBreaks", r."dismissedSdl"'
        WHEN 'Product' THEN '''product '' || r."name" || '':'' || r."version" AS key, r."title", r."visibility",
            r."subscribability"'
        WHEN 'ProductApi' THEN '''API of '' || concat_ws('' '',
            (SELECT p."name" || '':'' || p."version" FROM "Product" p WHERE p."id" = r."productId"),
            (SELECT a."name" || '':'' || a."version" FROM "Api" a WHERE a."id" = r."apiId")) AS key, r."position"'
        WHEN 'Plan' THEN '''plan '' || concat_ws(''/'', (SELECT p."name" || '':'' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), r."name") AS key, ' || plan
        WHEN 'CatalogProduct' THEN 'r."name" || '':'' || r."version" AS key, r."title", r."state", r."visibility",
            r."subscribability", r."migrationPlans", r."deprecatedAt", r."sunsetAt"'
        WHEN 'CatalogApi' THEN '''copy of API '' || r."name" || '':'' || r."version" || coalesce((SELECT '' in '' || p."name"
            || '':'' || p."version" FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), '''') AS key, r."online", ' || api
        WHEN 'CatalogPlan' THEN '''copy of plan '' || concat_ws(''/'', (SELECT p."name" || '':'' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), r."name") AS key, ' || plan
        WHEN 'ConsumerOrg' THEN '''consumer org '' || r."name" AS key, r."title"'
        WHEN 'Member' THEN '''member '' || r."username" AS key, r."email"'
        WHEN 'Application' THEN '''application '' || concat_ws(''/'', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."name") AS key, r."title", r."state", r."clientType", r."redirectUris"'
        WHEN 'Credential' THEN '''client key '' || concat_ws(''/'', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."secretExpiresAt", r."previousSecretExpiresAt"'
        WHEN 'ApiKey' THEN '''API key '' || concat_ws(''/'', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."expiresAt"'
        WHEN 'ClientCertificate' THEN '''client certificate '' || concat_ws(''/'', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."thumbprint") AS key, r."subject", r."notAfter"'
        WHEN 'ExternalClient' THEN '''client id '' || concat_ws(''/'', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."clientId") AS key, (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."oauthProviderId") AS "oauthProvider"'
        WHEN 'Subscription' THEN '''subscription '' || r."id" AS key, r."state", r."rejectionReason", r."ownLimits",
            (SELECT a."name" FROM "Application" a WHERE a."id" = r."applicationId") AS "application",
            (SELECT p."name" || '':'' || p."version" FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId") AS "product",
            (SELECT p."name" FROM "CatalogPlan" p WHERE p."id" = r."catalogPlanId") AS "plan"'
        WHEN 'GraphQLServer' THEN '''GraphQL server '' || r."name" AS key, r."title", r."exposed", r."sources", r."documents",
            r."policies"'
        WHEN 'Membership' THEN '''person '' || concat((SELECT u."email" FROM "User" u WHERE u."id" = r."userId")) AS key,
            r."orgId" AS "$org", r."role", r."state", r."secondFactorId" IS NOT NULL AS "secondFactor"'
        WHEN 'Passkey' THEN '''passkey '' || r."name" AS key, r."createdAt"'
        WHEN 'AccessToken' THEN '''access token '' || r."name" AS key, r."orgId" AS "$org", r."role", r."expiresAt"'
        WHEN 'Webhook' THEN '''webhook '' || r."name" AS key, r."url", r."types", r."active"'
    END;
    image text := '(SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
            ''characters'', length(value::text), ''sha256'', left(encode(sha256(convert_to(value::text, ''UTF8'')), ''hex''), 16)) END)
        FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT ' || columns || ' FROM (SELECT %s.*) r) x)))';
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    EXECUTE 'SELECT string_agg(jsonb_build_object(''before'', before, ''after'', after)::text, E''\n'') FROM ('
        || CASE TG_OP
            WHEN 'INSERT' THEN 'SELECT NULL::jsonb AS before, ' || format(image, 'n') || ' AS after FROM new_rows n LIMIT 20'
            WHEN 'DELETE' THEN 'SELECT ' || format(image, 'o') || ' AS before, NULL::jsonb AS after FROM old_rows o LIMIT 20'
            ELSE 'SELECT ' || format(image, 'o') || ' AS before, ' || format(image, 'n') || ' AS after FROM old_rows o JOIN new_rows n'
                || CASE TG_TABLE_NAME
                    WHEN 'ProductApi' THEN ' USING ("productId", "apiId")'
                    WHEN 'SchemaRefresh' THEN ' USING ("apiId")'
                    ELSE ' USING ("id")'
                END || ' WHERE o.* IS DISTINCT FROM n.* LIMIT 20'
        END || ') AS rows WHERE before IS DISTINCT FROM after' INTO changes;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "keepPriceChangeOfPlan" AFTER UPDATE ON "CatalogPlan" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepPriceChange"();

CREATE OR REPLACE TRIGGER "keepPriceChangeOnDelete" AFTER DELETE ON "Subscription" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepPriceChange"();

CREATE OR REPLACE TRIGGER "keepPriceChangeOnInsert" AFTER INSERT ON "Subscription" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepPriceChange"();

CREATE OR REPLACE TRIGGER "keepPriceChangeOnUpdate" AFTER UPDATE ON "Subscription" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepPriceChange"();
