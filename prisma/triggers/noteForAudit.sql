-- Notes rows before and after a statement, until the audit event of the transaction takes them. The table below is all
-- that the audit shows: a column that is not in it, such as a secret or its hash, never leaves its row. Of one statement
-- the first rows are noted, and no rows that go with a deleted one, but for the plans of a product. Each table has a
-- function of its own, whose statements a session plans once. Rows before and after are joined by a hash: of a hundred
-- thousand, a loop would read all for each that is noted.
DO $do$
DECLARE
    plan text := $c$r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls",
            r."maxGraphQLCost", r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL",
            r."registeredOperationsOnly", r."approvalRequired", r."price", r."words"$c$;
    api text := $c$r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl",
            r."securityDefinitions", r."security", r."forwardAuthorization", r."settings", r."words"$c$;
    audience text := $c$ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."%1$s") k ORDER BY 1) AS "%1$s"$c$;
    audiences text := format(audience, 'visibleTo') || ', ' || format(audience, 'subscribableBy');
    image text := $c$(SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT %2$s FROM (SELECT %1$s.*) r) x)))$c$;
    audited record;
BEGIN
    FOR audited IN SELECT 'noteForAudit' || t.name AS note, t.name, t.columns, CASE
            WHEN t.name = 'ProductApi' THEN '"productId", "apiId"'
            WHEN t.name = 'ChangeWave' THEN '"changeRequestId", "number"'
            WHEN t.name = 'SchemaRefresh' THEN '"apiId"'
            WHEN t.name LIKE '\_%To%' THEN '"A", "B"'
            ELSE '"id"'
        END AS key FROM (VALUES
        ('_CatalogToOAuthProvider', $c$'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."B")) AS key, true AS "assigned"$c$),
        ('_CatalogToUserRegistry', $c$'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."B")) AS key, true AS "assigned"$c$),
        ('_ConsumerGroupToConsumerOrg', $c$'consumer group ' || concat_ws('/', (SELECT g."name" FROM "ConsumerGroup" g
            WHERE g."id" = r."A"), (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."B")) AS key, true AS "inGroup"$c$),
        ('AccessToken', $c$'access token ' || r."name" AS key, r."orgId" AS "$org", r."role", r."expiresAt"$c$),
        ('Api', $c$'API ' || r."name" || ':' || r."version" AS key, $c$ || api || $c$, r."openapi"$c$),
        ('ApiKey', $c$'API key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."expiresAt"$c$),
        ('Application', $c$'application ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."name") AS key, r."title", r."state", r."suspensionReason",
            r."clientType", r."redirectUris"$c$),
        ('Backend', $c$'back-end ' || r."name" AS key, r."title"$c$),
        ('Catalog', $c$'catalog ' || r."name" AS key, r."title", r."selfServiceSignUp", r."branding",
            r."credentialPolicy", r."usageAlerts", r."mail", r."changePolicy", r."lintPolicy", r."signIn", r."pages"$c$),
        ('CatalogApi', $c$'copy of API ' || r."name" || ':' || r."version" || coalesce((SELECT ' in ' || p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), '') AS key, r."online", $c$ || api),
        ('CatalogBackend', $c$'back-end ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId"), (SELECT b."name" FROM "Backend" b WHERE b."id" = r."backendId")) AS key,
            r."settings"$c$),
        ('CatalogPlan', $c$'copy of plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), r."name") AS key, $c$ || plan || $c$, $c$ || audiences),
        ('CatalogProduct', $c$r."name" || ':' || r."version" AS key, r."title", r."state", r."visibility",
            r."subscribability", r."words", r."subscriptionForm", r."migrationPlans", r."deprecatedAt", r."sunsetAt",
            r."sunsetIfIdleDays", $c$ || audiences),
        ('ChangeApproval', $c$'approval of change request ' || concat_ws(' by ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId"), r."approvedBy") AS key,
            r."role"$c$),
        ('ChangeComment', $c$'comment on change request ' || concat((SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId")) AS key, r."text"$c$),
        ('ChangeRequest', $c$'change request ' || r."number" AS key, r."state", r."title", r."hash", r."scheduledAt",
            r."closing"$c$),
        ('ChangeWave', $c$'wave ' || r."number" || concat(' of change request ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId")) AS key, r."state",
            r."moved"$c$),
        ('ClientCertificate', $c$'client certificate ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."thumbprint") AS key, r."subject", r."notAfter"$c$),
        ('ConsumerGroup', $c$'consumer group ' || r."name" AS key, r."title", r."mailDomains"$c$),
        ('ConsumerMembership', $c$'membership ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."role"$c$),
        ('ConsumerOrg', $c$'consumer org ' || r."name" AS key, r."title"$c$),
        ('Credential', $c$'client key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."secretExpiresAt", r."previousSecretExpiresAt"$c$),
        ('EmailVerification', $c$'address to verify of ' || concat((SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."email", r."expiresAt", r."closedAt"$c$),
        ('ExternalClient', $c$'client id ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."clientId") AS key, (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."oauthProviderId") AS "oauthProvider"$c$),
        ('GraphQLServer', $c$'GraphQL server ' || r."name" AS key, r."title", r."exposed", r."sources", r."documents",
            r."policies"$c$),
        ('LocalUser', $c$'local user ' || concat_ws('/', (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."userRegistryId"), r."username") AS key, r."state", r."passwordChangedAt"$c$),
        ('Member', $c$'member ' || r."username" AS key, r."role", r."email", r."emailVerifiedAt", r."noticesByMail"$c$),
        ('MemberInvitation', $c$'invitation ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."id") AS key, r."role", r."email", r."invitedBy", r."expiresAt"$c$),
        ('MemberPasskey', $c$'passkey ' || concat_ws('/', (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId"), r."name") AS key, r."createdAt"$c$),
        ('Membership', $c$'person ' || concat((SELECT u."email" FROM "User" u WHERE u."id" = r."userId")) AS key,
            r."orgId" AS "$org", r."role", r."state", r."secondFactorId" IS NOT NULL AS "secondFactor"$c$),
        ('OAuthProvider', $c$'OAuth provider ' || r."name" AS key, r."title", r."gatewayType", r."issuer",
            r."grantTypes", r."clientTypes", r."authorizePath", r."tokenPath", r."scopes", r."accessTokenSeconds",
            r."refreshTokens", r."refreshTokenSeconds", r."signingAlgorithm", r."certificateBinding",
            (SELECT u."name" FROM "UserRegistry" u WHERE u."id" = r."userRegistryId") AS "userRegistry"$c$),
        ('Org', $c$'org ' || r."name" AS key, r."title", r."requiresSecondFactor"$c$),
        ('Passkey', $c$'passkey ' || r."name" AS key, r."createdAt"$c$),
        ('Plan', $c$'plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), r."name") AS key, $c$ || plan),
        ('Product', $c$'product ' || r."name" || ':' || r."version" AS key, r."title", r."visibility",
            r."subscribability", r."words"$c$),
        ('ProductApi', $c$'API of ' || concat_ws(' ', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), (SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."position"$c$),
        ('Quota', $c$concat_ws(' ', 'quota', r."resource", (SELECT 'in ' || c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId")) AS key, r."limit"$c$),
        ('RuleSet', $c$'rule set ' || r."name" AS key, r."title", r."rules"$c$),
        ('SchemaRefresh', $c$'schema of ' || concat((SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."failure", r."heldSdl", r."heldBreaks", r."dismissedSdl"$c$),
        ('Secret', $c$'secret ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c WHERE c."id" = r."catalogId"),
            r."name") AS key, r."changedAt"$c$),
        ('SigningKey', $c$'signing key ' || r."id" AS key, r."algorithm", r."signsFrom"$c$),
        ('Subscription', $c$'subscription ' || r."id" AS key, r."state", r."rejectionReason", r."ownLimits",
            r."formAnswers" -> 'terms' AS "acceptedTerms", (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId") AS "application", (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId") AS "product",
            (SELECT p."name" FROM "CatalogPlan" p WHERE p."id" = r."catalogPlanId") AS "plan"$c$),
        ('UserRegistry', $c$'user registry ' || r."name" AS key, r."title", r."displayName", r."type", r."url",
            r."ldap", r."openId", r."saml"$c$),
        ('Webhook', $c$'webhook ' || r."name" AS key, CASE WHEN r."consumerOrgId" IS NULL THEN r."url" END AS "url",
            r."types", r."active"$c$)
    ) AS t (name, columns) LOOP
        EXECUTE format($function$
CREATE OR REPLACE FUNCTION %1$I() RETURNS trigger LANGUAGE plpgsql SET jit = off SET enable_nestloop = off AS $$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT %4$s AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT %3$s AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT %3$s AS before, %4$s AS after FROM old_rows o JOIN new_rows n USING (%2$s)
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $$$function$,
            audited.note, audited.key, format(image, 'o', audited.columns), format(image, 'n', audited.columns));
        EXECUTE format('CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON %I
            REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()', audited.name, audited.note);
        EXECUTE format('CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON %I
            REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()', audited.name, audited.note);
        EXECUTE format('CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON %I
            REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()', audited.name, audited.note);
    END LOOP;
END $do$;
