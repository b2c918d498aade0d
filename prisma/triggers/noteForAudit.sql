-- Notes rows before and after a statement, until the audit event of the transaction takes them. The table below is all
-- that the audit shows: a column that is not in it, such as a secret or its hash, never leaves its row. Of one statement
-- the first rows are noted, and no rows that go with a deleted one, but for the plans of a product. Rows before and after
-- are joined by a hash: of a hundred thousand, a loop would read all for each that is noted.
CREATE OR REPLACE FUNCTION "noteForAudit"() RETURNS trigger LANGUAGE plpgsql SET jit = off SET enable_nestloop = off AS $$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    plan text := 'r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls", r."maxGraphQLCost",
        r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL", r."registeredOperationsOnly", r."approvalRequired",
        r."price", r."words"';
    api text := 'r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl", r."securityDefinitions",
        r."security", r."forwardAuthorization", r."settings", r."words"';
    audience text := 'ARRAY(SELECT CASE WHEN starts_with(k, ''org:'') THEN ''org:'' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
        WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."visibleTo") k ORDER BY 1) AS "visibleTo"';
    audiences text := audience || ', ' || replace(audience, '"visibleTo"', '"subscribableBy"');
    columns text := CASE TG_TABLE_NAME
        WHEN 'Org' THEN '''org '' || r."name" AS key, r."title", r."requiresSecondFactor"'
        WHEN 'Quota' THEN 'concat_ws('' '', ''quota'', r."resource",
            (SELECT ''in '' || c."name" FROM "Catalog" c WHERE c."id" = r."catalogId")) AS key, r."limit"'
        WHEN 'Catalog' THEN '''catalog '' || r."name" AS key, r."title", r."selfServiceSignUp", r."branding", r."credentialPolicy", r."usageAlerts", r."mail", r."changePolicy", r."lintPolicy", r."signIn", r."pages"'
        WHEN 'UserRegistry' THEN '''user registry '' || r."name" AS key, r."title", r."displayName", r."type", r."url", r."ldap",
            r."openId", r."saml"'
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
        WHEN 'RuleSet' THEN '''rule set '' || r."name" AS key, r."title", r."rules"'
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
            r."subscribability", r."words", r."subscriptionForm", r."migrationPlans", r."deprecatedAt", r."sunsetAt",
            r."sunsetIfIdleDays", ' || audiences
        WHEN 'CatalogApi' THEN '''copy of API '' || r."name" || '':'' || r."version" || coalesce((SELECT '' in '' || p."name"
            || '':'' || p."version" FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), '''') AS key, r."online", ' || api
        WHEN 'CatalogPlan' THEN '''copy of plan '' || concat_ws(''/'', (SELECT p."name" || '':'' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), r."name") AS key, ' || plan || ', ' || audiences
        WHEN 'ConsumerOrg' THEN '''consumer org '' || r."name" AS key, r."title"'
        WHEN 'ConsumerGroup' THEN '''consumer group '' || r."name" AS key, r."title", r."mailDomains"'
        WHEN '_ConsumerGroupToConsumerOrg' THEN '''consumer group '' || concat_ws(''/'',
            (SELECT g."name" FROM "ConsumerGroup" g WHERE g."id" = r."A"),
            (SELECT o."name" FROM "ConsumerOrg" o WHERE o."id" = r."B")) AS key, true AS "inGroup"'
        WHEN 'Member' THEN '''member '' || r."username" AS key, r."role", r."email", r."emailVerifiedAt", r."noticesByMail"'
        WHEN 'Application' THEN '''application '' || concat_ws(''/'', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."name") AS key, r."title", r."state", r."suspensionReason", r."clientType", r."redirectUris"'
        WHEN 'Credential' THEN '''client key '' || concat_ws(''/'', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."secretExpiresAt", r."previousSecretExpiresAt"'
        WHEN 'ApiKey' THEN '''API key '' || concat_ws(''/'', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."expiresAt"'
        WHEN 'ClientCertificate' THEN '''client certificate '' || concat_ws(''/'', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."thumbprint") AS key, r."subject", r."notAfter"'
        WHEN 'ExternalClient' THEN '''client id '' || concat_ws(''/'', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."clientId") AS key, (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."oauthProviderId") AS "oauthProvider"'
        WHEN 'Subscription' THEN '''subscription '' || r."id" AS key, r."state", r."rejectionReason", r."ownLimits", r."formAnswers" -> ''terms'' AS "acceptedTerms",
            (SELECT a."name" FROM "Application" a WHERE a."id" = r."applicationId") AS "application",
            (SELECT p."name" || '':'' || p."version" FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId") AS "product",
            (SELECT p."name" FROM "CatalogPlan" p WHERE p."id" = r."catalogPlanId") AS "plan"'
        WHEN 'GraphQLServer' THEN '''GraphQL server '' || r."name" AS key, r."title", r."exposed", r."sources", r."documents",
            r."policies"'
        WHEN 'ConsumerMembership' THEN '''membership '' || concat_ws(''/'', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), (SELECT m."username" FROM "Member" m WHERE m."id" = r."memberId")) AS key, r."role"'
        WHEN 'MemberInvitation' THEN '''invitation '' || concat_ws(''/'', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."id") AS key, r."role", r."email", r."invitedBy", r."expiresAt"'
        WHEN 'EmailVerification' THEN '''address to verify of '' || concat((SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."email", r."expiresAt", r."closedAt"'
        WHEN 'Membership' THEN '''person '' || concat((SELECT u."email" FROM "User" u WHERE u."id" = r."userId")) AS key,
            r."orgId" AS "$org", r."role", r."state", r."secondFactorId" IS NOT NULL AS "secondFactor"'
        WHEN 'MemberPasskey' THEN '''passkey '' || concat_ws(''/'', (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId"), r."name") AS key, r."createdAt"'
        WHEN 'Passkey' THEN '''passkey '' || r."name" AS key, r."createdAt"'
        WHEN 'AccessToken' THEN '''access token '' || r."name" AS key, r."orgId" AS "$org", r."role", r."expiresAt"'
        WHEN 'ChangeRequest' THEN '''change request '' || r."number" AS key, r."state", r."title", r."hash", r."scheduledAt", r."closing"'
        WHEN 'ChangeApproval' THEN '''approval of change request '' || concat_ws('' by '', (SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId"), r."approvedBy") AS key, r."role"'
        WHEN 'ChangeComment' THEN '''comment on change request '' || concat((SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId")) AS key, r."text"'
        WHEN 'ChangeWave' THEN '''wave '' || r."number" || concat('' of change request '', (SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId")) AS key, r."state", r."moved"'
        WHEN 'Webhook' THEN '''webhook '' || r."name" AS key, CASE WHEN r."consumerOrgId" IS NULL THEN r."url" END AS "url", r."types", r."active"'
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
END $$;

DO $$
DECLARE
    audited text;
BEGIN
    FOREACH audited IN ARRAY ARRAY['AccessToken', 'Api', 'ApiKey', 'Application', 'Backend', 'Catalog', 'CatalogApi',
        'CatalogBackend', 'CatalogPlan', 'CatalogProduct', 'ChangeApproval', 'ChangeComment', 'ChangeRequest', 'ChangeWave', 'ClientCertificate', 'ConsumerGroup', 'ConsumerMembership', 'ConsumerOrg', 'Credential', 'EmailVerification', 'ExternalClient', 'GraphQLServer', 'LocalUser', 'Member', 'MemberInvitation', 'MemberPasskey', 'Membership',
        'OAuthProvider', 'Org', 'Passkey', 'Plan', 'Product', 'ProductApi', 'Quota', 'RuleSet', 'SchemaRefresh', 'Secret', 'SigningKey',
        'Subscription', 'UserRegistry', 'Webhook', '_CatalogToOAuthProvider', '_CatalogToUserRegistry', '_ConsumerGroupToConsumerOrg'] LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON %I
            REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit"()', audited);
        EXECUTE format('CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON %I
            REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit"()', audited);
        EXECUTE format('CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON %I
            REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit"()', audited);
    END LOOP;
END $$;
