-- AlterTable
ALTER TABLE "Catalog" ADD COLUMN     "mail" JSONB;

-- AlterTable
ALTER TABLE "Member" ADD COLUMN     "noticesByMail" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "Mail" (
    "id" BIGSERIAL NOT NULL,
    "catalogId" UUID NOT NULL,
    "eventId" BIGINT NOT NULL,
    "memberId" UUID NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "nextAttemptAt" TIMESTAMPTZ(3),
    "lastError" TEXT,
    "sentAt" TIMESTAMPTZ(3),

    CONSTRAINT "Mail_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "Mail_catalogId_nextAttemptAt_idx" ON "Mail"("catalogId", "nextAttemptAt");

-- CreateIndex
CREATE INDEX "Mail_memberId_idx" ON "Mail"("memberId");

-- CreateIndex
CREATE UNIQUE INDEX "Mail_eventId_memberId_key" ON "Mail"("eventId", "memberId");

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_catalogId_fkey" FOREIGN KEY ("catalogId") REFERENCES "Catalog"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_eventId_fkey" FOREIGN KEY ("eventId") REFERENCES "Event"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "Mail" ADD CONSTRAINT "Mail_memberId_fkey" FOREIGN KEY ("memberId") REFERENCES "Member"("id") ON DELETE CASCADE ON UPDATE CASCADE;


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
        WHEN 'Catalog' THEN '''catalog '' || r."name" AS key, r."title", r."selfServiceSignUp", r."branding", r."credentialPolicy", r."usageAlerts", r."mail"'
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
        WHEN 'Member' THEN '''member '' || r."username" AS key, r."email", r."noticesByMail"'
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

CREATE OR REPLACE FUNCTION "sendEventsOut"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
BEGIN
    INSERT INTO "WebhookDelivery" ("webhookId", "eventId", "nextAttemptAt")
        SELECT w."id", e."id", to_timestamp(0)
        FROM new_rows e JOIN "Catalog" c ON c."orgId" = e."orgId" AND c."id" = coalesce(e."catalogId", c."id")
            JOIN "Webhook" w ON w."catalogId" = c."id" AND w."active" AND e."type" = ANY (w."types")
        ORDER BY e."id";
    IF EXISTS (SELECT 1 FROM new_rows e JOIN "Catalog" c ON c."id" = e."catalogId" WHERE c."mail" IS NOT NULL) THEN
        INSERT INTO "Mail" ("catalogId", "eventId", "memberId", "nextAttemptAt")
            SELECT e."catalogId", e."id", m."id", to_timestamp(0)
            FROM new_rows e JOIN "Catalog" c ON c."id" = e."catalogId" AND c."mail" IS NOT NULL
                CROSS JOIN LATERAL (
                    SELECT e."consumerOrgId" AS "id" WHERE e."type" IN ('LIMIT_ALERT', 'CREDENTIAL_ENDING')
                        OR e."type" = 'SUBSCRIPTION' AND e."detail"->>'change' IN ('CHANGED', 'ENDED')
                    UNION
                    SELECT a."consumerOrgId" FROM "Subscription" s JOIN "Application" a ON a."id" = s."applicationId"
                    WHERE e."type" = 'PRODUCT_LIFECYCLE' AND e."detail"->>'to' = 'DEPRECATED'
                        AND s."catalogProductId" = e."productId"
                ) AS told
                JOIN "Member" m ON m."consumerOrgId" = told."id" AND m."email" IS NOT NULL AND m."noticesByMail"
            ORDER BY e."id", m."id";
    END IF;
    PERFORM pg_notify('gatehouse_changes', "orgId"::text) FROM (SELECT DISTINCT "orgId" FROM new_rows) AS orgs;
    RETURN NULL;
END $function$;
