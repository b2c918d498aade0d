-- This is an empty migration.


CREATE OR REPLACE FUNCTION "keepHistory"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
DECLARE
    parent text := format('%%s.%I', "historyParent"(TG_TABLE_NAME));
    own text := CASE TG_OP WHEN 'INSERT' THEN 'n' ELSE 'o' END;
    rows text := CASE
        WHEN TG_LEVEL = 'ROW' THEN '(SELECT ($1).*) o'
        WHEN TG_OP = 'INSERT' THEN 'new_rows n'
        WHEN TG_OP = 'DELETE' THEN 'old_rows o'
        ELSE format('old_rows o JOIN new_rows n ON %s = %s', "historyKey"(TG_TABLE_NAME, 'o'), "historyKey"(TG_TABLE_NAME, 'n'))
    END;
    image text := CASE TG_OP WHEN 'INSERT' THEN '''{}''::jsonb' ELSE (
        SELECT string_agg(format(CASE TG_OP
            WHEN 'DELETE' THEN 'jsonb_build_object(%1$L, o.%1$I)'
            ELSE 'CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I THEN jsonb_build_object(%1$L, o.%1$I) ELSE ''{}'' END'
        END, attname), ' || ')
        FROM pg_attribute WHERE attrelid = TG_RELID AND attnum > 0 AND NOT attisdropped AND atttypid <> 'bytea'::regtype
            AND attname <> ALL (string_to_array(TG_ARGV[0], ' '))) END;
BEGIN
    EXECUTE format($query$
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT %1$s AS key, %2$s AS parent, %3$s AS image FROM %4$s) c WHERE %5$s
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"(%6$L, p.parent) w
        ), long AS MATERIALIZED (
            SELECT c.key, w.org, w.moment, v.key AS "column", v.value,
                encode(sha256(convert_to(v.value::text, 'UTF8')), 'hex') AS hash
            FROM changed c JOIN owned w ON w.parent = c.parent, LATERAL jsonb_each(c.image) v
            WHERE w.moment IS NOT NULL AND length(v.value::text) > 2000
        ), documents AS (
            INSERT INTO "HistoryDocument" ("orgId", "hash", "content", "lastAt")
                SELECT DISTINCT ON (l.org, l.hash) l.org, l.hash, l.value, clock_timestamp() FROM long l ORDER BY l.org, l.hash
                ON CONFLICT ("orgId", "hash") DO UPDATE SET "lastAt" = EXCLUDED."lastAt"
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before", "documents")
            SELECT w.moment, w.catalog, %6$L, c.key, %7$L, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key
        $query$,
        "historyKey"(TG_TABLE_NAME, own), format(parent, own), image, rows,
        CASE TG_OP WHEN 'UPDATE' THEN 'c.image <> ''{}''' ELSE 'true' END, TG_TABLE_NAME, TG_OP) USING OLD;
    RETURN CASE WHEN TG_LEVEL = 'ROW' THEN OLD END;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAudit"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
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
        WHEN 'Catalog' THEN '''catalog '' || r."name" AS key, r."title", r."selfServiceSignUp", r."branding", r."credentialPolicy", r."usageAlerts", r."mail", r."changePolicy"'
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
            r."subscribability", r."words"'
        WHEN 'ProductApi' THEN '''API of '' || concat_ws('' '',
            (SELECT p."name" || '':'' || p."version" FROM "Product" p WHERE p."id" = r."productId"),
            (SELECT a."name" || '':'' || a."version" FROM "Api" a WHERE a."id" = r."apiId")) AS key, r."position"'
        WHEN 'Plan' THEN '''plan '' || concat_ws(''/'', (SELECT p."name" || '':'' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), r."name") AS key, ' || plan
        WHEN 'CatalogProduct' THEN 'r."name" || '':'' || r."version" AS key, r."title", r."state", r."visibility",
            r."subscribability", r."words", r."migrationPlans", r."deprecatedAt", r."sunsetAt",
            r."sunsetIfIdleDays"'
        WHEN 'CatalogApi' THEN '''copy of API '' || r."name" || '':'' || r."version" || coalesce((SELECT '' in '' || p."name"
            || '':'' || p."version" FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), '''') AS key, r."online", ' || api
        WHEN 'CatalogPlan' THEN '''copy of plan '' || concat_ws(''/'', (SELECT p."name" || '':'' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), r."name") AS key, ' || plan
        WHEN 'ConsumerOrg' THEN '''consumer org '' || r."name" AS key, r."title"'
        WHEN 'ConsumerGroup' THEN '''consumer group '' || r."name" AS key, r."title", r."mailDomains"'
        WHEN '_ConsumerGroupToConsumerOrg' THEN '''consumer group '' || concat_ws(''/'',
            (SELECT g."name" FROM "ConsumerGroup" g WHERE g."id" = r."A"),
            (SELECT o."name" FROM "ConsumerOrg" o WHERE o."id" = r."B")) AS key, true AS "inGroup"'
        WHEN 'Member' THEN '''member '' || r."username" AS key, r."email", r."emailVerifiedAt", r."noticesByMail"'
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
        WHEN 'ChangeRequest' THEN '''change request '' || r."number" AS key, r."state", r."title", r."hash", r."scheduledAt", r."closing"'
        WHEN 'ChangeApproval' THEN '''approval of change request '' || concat_ws('' by '', (SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId"), r."approvedBy") AS key, r."role"'
        WHEN 'ChangeComment' THEN '''comment on change request '' || concat((SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId")) AS key, r."text"'
        WHEN 'ChangeWave' THEN '''wave '' || r."number" || concat('' of change request '', (SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId")) AS key, r."state", r."moved"'
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
                    WHEN 'ChangeWave' THEN ' USING ("changeRequestId", "number")'
                    WHEN 'SchemaRefresh' THEN ' USING ("apiId")'
                    ELSE ' USING ("id")'
                END || ' WHERE o.* IS DISTINCT FROM n.* LIMIT 20'
        END || ') AS rows WHERE before IS DISTINCT FROM after' INTO changes;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "sendNoticesOut"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
BEGIN
    INSERT INTO "NoticeReader" ("noticeId", "memberId")
        SELECT n."id", m."id" FROM new_rows n JOIN "Member" m ON m."consumerOrgId" = n."consumerOrgId";
    INSERT INTO "Mail" ("catalogId", "eventId", "memberId", "noticeId", "nextAttemptAt")
        SELECT n."catalogId", n."eventId", m."id", n."id", to_timestamp(0)
        FROM new_rows n JOIN "Catalog" c ON c."id" = n."catalogId" AND c."mail" IS NOT NULL
            JOIN "Member" m ON m."consumerOrgId" = n."consumerOrgId" AND m."email" IS NOT NULL AND m."noticesByMail"
        ORDER BY n."id", m."id";
    WITH oldest AS MATERIALIZED (
        SELECT o."consumerOrgId", (SELECT k."id" FROM "Notice" k
            WHERE k."consumerOrgId" = o."consumerOrgId" ORDER BY k."id" DESC OFFSET 1000 LIMIT 1) AS "id"
        FROM (SELECT DISTINCT "consumerOrgId" FROM new_rows) o
    )
    DELETE FROM "Notice" d USING oldest o WHERE d."consumerOrgId" = o."consumerOrgId" AND d."id" <= o."id";
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "tellSubscription"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
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
                jsonb_build_object('change', CASE WHEN (n."catalogPlanId", n."state") = (o."catalogPlanId", o."state")
                    THEN 'LIMITS_CHANGED' ELSE 'CHANGED' END, 'id', n."id", 'state', n."state",
                    'product', p."name" || ':' || p."version", 'plan', l."name")
            FROM new_rows n JOIN old_rows o ON o."id" = n."id" JOIN "Application" a ON a."id" = n."applicationId"
                JOIN "ConsumerOrg" u ON u."id" = a."consumerOrgId" JOIN "Catalog" c ON c."id" = u."catalogId"
                JOIN "CatalogProduct" p ON p."id" = n."catalogProductId"
                JOIN "CatalogPlan" l ON l."id" = n."catalogPlanId"
            WHERE (n."catalogPlanId", n."state", n."ownLimits") IS DISTINCT FROM (o."catalogPlanId", o."state", o."ownLimits")
            ORDER BY n."id";
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "writeNotices"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
AS $function$
BEGIN
    WITH notified AS MATERIALIZED (
        SELECT e."id", e."catalogId", e."consumerOrgId", e."productId", e."type", e."subject", e."at", d."detail",
            k."kind"::"NoticeKind" AS "kind", (e."detail"->>'campaign')::uuid AS "campaignId"
        FROM new_rows e
            LEFT JOIN "CatalogProduct" p ON p."id" = e."productId"
            LEFT JOIN "CatalogProduct" t ON t."id" = p."migrationTargetId"
            CROSS JOIN LATERAL (SELECT CASE WHEN e."type" IN ('PRODUCT_LIFECYCLE', 'SUNSET') THEN
                jsonb_build_object('successor', t."name" || ':' || t."version",
                    'sunsetAt', to_char(p."sunsetAt" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) || e."detail"
                ELSE e."detail" END AS "detail") d
            CROSS JOIN LATERAL (SELECT "noticeKind"(e."type"::text, d."detail") AS "kind" OFFSET 0) k
        WHERE k."kind" IS NOT NULL AND e."catalogId" IS NOT NULL
            AND NOT (k."kind" = 'SUBSCRIPTION_ENDED' AND coalesce(p."state" = 'RETIRED', false))
    ), told AS (
        SELECT e."id", e."consumerOrgId" FROM notified e WHERE e."consumerOrgId" IS NOT NULL
        UNION
        SELECT e."id", a."consumerOrgId" FROM notified e JOIN "Subscription" s ON s."catalogProductId" = e."productId"
                JOIN "Application" a ON a."id" = s."applicationId"
            WHERE e."consumerOrgId" IS NULL AND e."type" <> 'MESSAGE' AND s."state" <> 'REJECTED'
        UNION
        SELECT e."id", r."consumerOrgId" FROM notified e JOIN "CampaignRecipient" r ON r."campaignId" = e."campaignId"
            WHERE e."type" = 'MESSAGE'
    )
    INSERT INTO "Notice" ("eventId", "catalogId", "consumerOrgId", "kind", "subject", "detail", "at", "campaignId")
        SELECT e."id", e."catalogId", u."id", e."kind", e."subject", e."detail", e."at", e."campaignId"
        FROM told JOIN notified e ON e."id" = told."id" JOIN "ConsumerOrg" u ON u."id" = told."consumerOrgId"
        ORDER BY e."id", u."id";
    RETURN NULL;
END $function$;
