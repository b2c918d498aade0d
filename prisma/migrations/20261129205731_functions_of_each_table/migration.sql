
CREATE OR REPLACE FUNCTION "historyOwner"(name text, parent uuid, OUT org uuid, OUT catalog uuid)
 RETURNS record
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
    by_column text := "historyParent"(name);
BEGIN
    IF name = 'Org' OR by_column = 'orgId' THEN
        org := parent;
    ELSIF by_column = 'productId' THEN
        SELECT p."orgId" INTO org FROM "Product" p WHERE p."id" = parent;
    ELSE
        catalog := CASE
            WHEN name = '_ConsumerGroupToConsumerOrg' THEN (SELECT g."catalogId" FROM "ConsumerGroup" g WHERE g."id" = parent)
            WHEN by_column = 'catalogProductId' THEN (SELECT p."catalogId" FROM "CatalogProduct" p WHERE p."id" = parent)
            WHEN by_column = 'consumerOrgId' THEN (SELECT o."catalogId" FROM "ConsumerOrg" o WHERE o."id" = parent)
            ELSE parent
        END;
        catalog := coalesce(catalog,
            (SELECT h."catalogId" FROM "HistoryRow" h WHERE h."rowId" = parent ORDER BY h."id" DESC LIMIT 1));
        SELECT c."orgId" INTO org FROM "Catalog" c WHERE c."id" = catalog;
    END IF;
    org := coalesce(org, (SELECT m."orgId" FROM "HistoryMoment" m WHERE m."id" = (SELECT h."momentId" FROM "HistoryRow" h
        WHERE h."rowId" = coalesce(catalog, parent) ORDER BY h."id" DESC LIMIT 1)));
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryApi"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."orgId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Api', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Api', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."orgId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."orgId" IS DISTINCT FROM n."orgId" THEN jsonb_build_object('orgId', o."orgId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o.version IS DISTINCT FROM n.version THEN jsonb_build_object('version', o.version) ELSE '{}' END
                || CASE WHEN o.kind IS DISTINCT FROM n.kind THEN jsonb_build_object('kind', o.kind) ELSE '{}' END
                || CASE WHEN o."basePath" IS DISTINCT FROM n."basePath" THEN jsonb_build_object('basePath', o."basePath") ELSE '{}' END
                || CASE WHEN o."targetUrl" IS DISTINCT FROM n."targetUrl" THEN jsonb_build_object('targetUrl', o."targetUrl") ELSE '{}' END
                || CASE WHEN o."graphqlUrl" IS DISTINCT FROM n."graphqlUrl" THEN jsonb_build_object('graphqlUrl', o."graphqlUrl") ELSE '{}' END
                || CASE WHEN o.sdl IS DISTINCT FROM n.sdl THEN jsonb_build_object('sdl', o.sdl) ELSE '{}' END
                || CASE WHEN o.openapi IS DISTINCT FROM n.openapi THEN jsonb_build_object('openapi', o.openapi) ELSE '{}' END
                || CASE WHEN o."securityDefinitions" IS DISTINCT FROM n."securityDefinitions" THEN jsonb_build_object('securityDefinitions', o."securityDefinitions") ELSE '{}' END
                || CASE WHEN o.security IS DISTINCT FROM n.security THEN jsonb_build_object('security', o.security) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o."forwardAuthorization" IS DISTINCT FROM n."forwardAuthorization" THEN jsonb_build_object('forwardAuthorization', o."forwardAuthorization") ELSE '{}' END
                || CASE WHEN o.settings IS DISTINCT FROM n.settings THEN jsonb_build_object('settings', o.settings) ELSE '{}' END
                || CASE WHEN o.backend IS DISTINCT FROM n.backend THEN jsonb_build_object('backend', o.backend) ELSE '{}' END
                || CASE WHEN o.words IS DISTINCT FROM n.words THEN jsonb_build_object('words', o.words) ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Api', p.parent) w
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
            SELECT w.moment, w.catalog, 'Api', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."orgId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('orgId', o."orgId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('version', o.version)
                || jsonb_build_object('kind', o.kind)
                || jsonb_build_object('basePath', o."basePath")
                || jsonb_build_object('targetUrl', o."targetUrl")
                || jsonb_build_object('graphqlUrl', o."graphqlUrl")
                || jsonb_build_object('sdl', o.sdl)
                || jsonb_build_object('openapi', o.openapi)
                || jsonb_build_object('securityDefinitions', o."securityDefinitions")
                || jsonb_build_object('security', o.security)
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('forwardAuthorization', o."forwardAuthorization")
                || jsonb_build_object('settings', o.settings)
                || jsonb_build_object('backend', o.backend)
                || jsonb_build_object('words', o.words) AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Api', p.parent) w
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
            SELECT w.moment, w.catalog, 'Api', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryApplication"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."consumerOrgId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Application', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Application', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."consumerOrgId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."consumerOrgId" IS DISTINCT FROM n."consumerOrgId" THEN jsonb_build_object('consumerOrgId', o."consumerOrgId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o.state IS DISTINCT FROM n.state THEN jsonb_build_object('state', o.state) ELSE '{}' END
                || CASE WHEN o."redirectUris" IS DISTINCT FROM n."redirectUris" THEN jsonb_build_object('redirectUris', o."redirectUris") ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o."clientType" IS DISTINCT FROM n."clientType" THEN jsonb_build_object('clientType', o."clientType") ELSE '{}' END
                || CASE WHEN o."suspensionReason" IS DISTINCT FROM n."suspensionReason" THEN jsonb_build_object('suspensionReason', o."suspensionReason") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Application', p.parent) w
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
            SELECT w.moment, w.catalog, 'Application', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."consumerOrgId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('consumerOrgId', o."consumerOrgId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('state', o.state)
                || jsonb_build_object('redirectUris', o."redirectUris")
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('clientType', o."clientType")
                || jsonb_build_object('suspensionReason', o."suspensionReason") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Application', p.parent) w
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
            SELECT w.moment, w.catalog, 'Application', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryBackend"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."orgId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Backend', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Backend', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."orgId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."orgId" IS DISTINCT FROM n."orgId" THEN jsonb_build_object('orgId', o."orgId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Backend', p.parent) w
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
            SELECT w.moment, w.catalog, 'Backend', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."orgId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('orgId', o."orgId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('createdAt', o."createdAt") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Backend', p.parent) w
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
            SELECT w.moment, w.catalog, 'Backend', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryCatalog"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n.id AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Catalog', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Catalog', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o.id AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."orgId" IS DISTINCT FROM n."orgId" THEN jsonb_build_object('orgId', o."orgId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o."selfServiceSignUp" IS DISTINCT FROM n."selfServiceSignUp" THEN jsonb_build_object('selfServiceSignUp', o."selfServiceSignUp") ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o.branding IS DISTINCT FROM n.branding THEN jsonb_build_object('branding', o.branding) ELSE '{}' END
                || CASE WHEN o."credentialPolicy" IS DISTINCT FROM n."credentialPolicy" THEN jsonb_build_object('credentialPolicy', o."credentialPolicy") ELSE '{}' END
                || CASE WHEN o."usageAlerts" IS DISTINCT FROM n."usageAlerts" THEN jsonb_build_object('usageAlerts', o."usageAlerts") ELSE '{}' END
                || CASE WHEN o.mail IS DISTINCT FROM n.mail THEN jsonb_build_object('mail', o.mail) ELSE '{}' END
                || CASE WHEN o."changePolicy" IS DISTINCT FROM n."changePolicy" THEN jsonb_build_object('changePolicy', o."changePolicy") ELSE '{}' END
                || CASE WHEN o.pages IS DISTINCT FROM n.pages THEN jsonb_build_object('pages', o.pages) ELSE '{}' END
                || CASE WHEN o."lintPolicy" IS DISTINCT FROM n."lintPolicy" THEN jsonb_build_object('lintPolicy', o."lintPolicy") ELSE '{}' END
                || CASE WHEN o."signIn" IS DISTINCT FROM n."signIn" THEN jsonb_build_object('signIn', o."signIn") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Catalog', p.parent) w
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
            SELECT w.moment, w.catalog, 'Catalog', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT OLD."id" AS key, OLD.id AS parent, jsonb_build_object('id', OLD.id)
                || jsonb_build_object('orgId', OLD."orgId")
                || jsonb_build_object('name', OLD.name)
                || jsonb_build_object('title', OLD.title)
                || jsonb_build_object('selfServiceSignUp', OLD."selfServiceSignUp")
                || jsonb_build_object('createdAt', OLD."createdAt")
                || jsonb_build_object('branding', OLD.branding)
                || jsonb_build_object('credentialPolicy', OLD."credentialPolicy")
                || jsonb_build_object('usageAlerts', OLD."usageAlerts")
                || jsonb_build_object('mail', OLD.mail)
                || jsonb_build_object('changePolicy', OLD."changePolicy")
                || jsonb_build_object('pages', OLD.pages)
                || jsonb_build_object('lintPolicy', OLD."lintPolicy")
                || jsonb_build_object('signIn', OLD."signIn") AS image
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Catalog', p.parent) w
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
            SELECT w.moment, w.catalog, 'Catalog', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryCatalogApi"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."catalogProductId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogApi', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'CatalogApi', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."catalogProductId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."catalogProductId" IS DISTINCT FROM n."catalogProductId" THEN jsonb_build_object('catalogProductId', o."catalogProductId") ELSE '{}' END
                || CASE WHEN o."position" IS DISTINCT FROM n."position" THEN jsonb_build_object('position', o."position") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o.version IS DISTINCT FROM n.version THEN jsonb_build_object('version', o.version) ELSE '{}' END
                || CASE WHEN o.kind IS DISTINCT FROM n.kind THEN jsonb_build_object('kind', o.kind) ELSE '{}' END
                || CASE WHEN o."basePath" IS DISTINCT FROM n."basePath" THEN jsonb_build_object('basePath', o."basePath") ELSE '{}' END
                || CASE WHEN o."targetUrl" IS DISTINCT FROM n."targetUrl" THEN jsonb_build_object('targetUrl', o."targetUrl") ELSE '{}' END
                || CASE WHEN o."graphqlUrl" IS DISTINCT FROM n."graphqlUrl" THEN jsonb_build_object('graphqlUrl', o."graphqlUrl") ELSE '{}' END
                || CASE WHEN o.sdl IS DISTINCT FROM n.sdl THEN jsonb_build_object('sdl', o.sdl) ELSE '{}' END
                || CASE WHEN o.openapi IS DISTINCT FROM n.openapi THEN jsonb_build_object('openapi', o.openapi) ELSE '{}' END
                || CASE WHEN o."securityDefinitions" IS DISTINCT FROM n."securityDefinitions" THEN jsonb_build_object('securityDefinitions', o."securityDefinitions") ELSE '{}' END
                || CASE WHEN o.security IS DISTINCT FROM n.security THEN jsonb_build_object('security', o.security) ELSE '{}' END
                || CASE WHEN o.online IS DISTINCT FROM n.online THEN jsonb_build_object('online', o.online) ELSE '{}' END
                || CASE WHEN o."forwardAuthorization" IS DISTINCT FROM n."forwardAuthorization" THEN jsonb_build_object('forwardAuthorization', o."forwardAuthorization") ELSE '{}' END
                || CASE WHEN o.settings IS DISTINCT FROM n.settings THEN jsonb_build_object('settings', o.settings) ELSE '{}' END
                || CASE WHEN o.backend IS DISTINCT FROM n.backend THEN jsonb_build_object('backend', o.backend) ELSE '{}' END
                || CASE WHEN o.words IS DISTINCT FROM n.words THEN jsonb_build_object('words', o.words) ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogApi', p.parent) w
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
            SELECT w.moment, w.catalog, 'CatalogApi', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."catalogProductId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('catalogProductId', o."catalogProductId")
                || jsonb_build_object('position', o."position")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('version', o.version)
                || jsonb_build_object('kind', o.kind)
                || jsonb_build_object('basePath', o."basePath")
                || jsonb_build_object('targetUrl', o."targetUrl")
                || jsonb_build_object('graphqlUrl', o."graphqlUrl")
                || jsonb_build_object('sdl', o.sdl)
                || jsonb_build_object('openapi', o.openapi)
                || jsonb_build_object('securityDefinitions', o."securityDefinitions")
                || jsonb_build_object('security', o.security)
                || jsonb_build_object('online', o.online)
                || jsonb_build_object('forwardAuthorization', o."forwardAuthorization")
                || jsonb_build_object('settings', o.settings)
                || jsonb_build_object('backend', o.backend)
                || jsonb_build_object('words', o.words) AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogApi', p.parent) w
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
            SELECT w.moment, w.catalog, 'CatalogApi', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryCatalogBackend"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."catalogId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogBackend', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'CatalogBackend', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."catalogId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."catalogId" IS DISTINCT FROM n."catalogId" THEN jsonb_build_object('catalogId', o."catalogId") ELSE '{}' END
                || CASE WHEN o."backendId" IS DISTINCT FROM n."backendId" THEN jsonb_build_object('backendId', o."backendId") ELSE '{}' END
                || CASE WHEN o.settings IS DISTINCT FROM n.settings THEN jsonb_build_object('settings', o.settings) ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogBackend', p.parent) w
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
            SELECT w.moment, w.catalog, 'CatalogBackend', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."catalogId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('catalogId', o."catalogId")
                || jsonb_build_object('backendId', o."backendId")
                || jsonb_build_object('settings', o.settings) AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogBackend', p.parent) w
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
            SELECT w.moment, w.catalog, 'CatalogBackend', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryCatalogPlan"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."catalogProductId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogPlan', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'CatalogPlan', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."catalogProductId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."catalogProductId" IS DISTINCT FROM n."catalogProductId" THEN jsonb_build_object('catalogProductId', o."catalogProductId") ELSE '{}' END
                || CASE WHEN o."position" IS DISTINCT FROM n."position" THEN jsonb_build_object('position', o."position") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o."rateLimit" IS DISTINCT FROM n."rateLimit" THEN jsonb_build_object('rateLimit', o."rateLimit") ELSE '{}' END
                || CASE WHEN o."rateLimitUnit" IS DISTINCT FROM n."rateLimitUnit" THEN jsonb_build_object('rateLimitUnit', o."rateLimitUnit") ELSE '{}' END
                || CASE WHEN o."maxGraphQLCost" IS DISTINCT FROM n."maxGraphQLCost" THEN jsonb_build_object('maxGraphQLCost', o."maxGraphQLCost") ELSE '{}' END
                || CASE WHEN o."maxGraphQLDepth" IS DISTINCT FROM n."maxGraphQLDepth" THEN jsonb_build_object('maxGraphQLDepth', o."maxGraphQLDepth") ELSE '{}' END
                || CASE WHEN o."approvalRequired" IS DISTINCT FROM n."approvalRequired" THEN jsonb_build_object('approvalRequired', o."approvalRequired") ELSE '{}' END
                || CASE WHEN o."hiddenGraphQL" IS DISTINCT FROM n."hiddenGraphQL" THEN jsonb_build_object('hiddenGraphQL', o."hiddenGraphQL") ELSE '{}' END
                || CASE WHEN o."graphQLCostLimit" IS DISTINCT FROM n."graphQLCostLimit" THEN jsonb_build_object('graphQLCostLimit', o."graphQLCostLimit") ELSE '{}' END
                || CASE WHEN o."graphQLCostLimitUnit" IS DISTINCT FROM n."graphQLCostLimitUnit" THEN jsonb_build_object('graphQLCostLimitUnit', o."graphQLCostLimitUnit") ELSE '{}' END
                || CASE WHEN o."registeredOperationsOnly" IS DISTINCT FROM n."registeredOperationsOnly" THEN jsonb_build_object('registeredOperationsOnly', o."registeredOperationsOnly") ELSE '{}' END
                || CASE WHEN o."maxConcurrentCalls" IS DISTINCT FROM n."maxConcurrentCalls" THEN jsonb_build_object('maxConcurrentCalls', o."maxConcurrentCalls") ELSE '{}' END
                || CASE WHEN o.limits IS DISTINCT FROM n.limits THEN jsonb_build_object('limits', o.limits) ELSE '{}' END
                || CASE WHEN o.price IS DISTINCT FROM n.price THEN jsonb_build_object('price', o.price) ELSE '{}' END
                || CASE WHEN o."subscribableBy" IS DISTINCT FROM n."subscribableBy" THEN jsonb_build_object('subscribableBy', o."subscribableBy") ELSE '{}' END
                || CASE WHEN o."visibleTo" IS DISTINCT FROM n."visibleTo" THEN jsonb_build_object('visibleTo', o."visibleTo") ELSE '{}' END
                || CASE WHEN o.description IS DISTINCT FROM n.description THEN jsonb_build_object('description', o.description) ELSE '{}' END
                || CASE WHEN o.words IS DISTINCT FROM n.words THEN jsonb_build_object('words', o.words) ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogPlan', p.parent) w
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
            SELECT w.moment, w.catalog, 'CatalogPlan', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."catalogProductId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('catalogProductId', o."catalogProductId")
                || jsonb_build_object('position', o."position")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('rateLimit', o."rateLimit")
                || jsonb_build_object('rateLimitUnit', o."rateLimitUnit")
                || jsonb_build_object('maxGraphQLCost', o."maxGraphQLCost")
                || jsonb_build_object('maxGraphQLDepth', o."maxGraphQLDepth")
                || jsonb_build_object('approvalRequired', o."approvalRequired")
                || jsonb_build_object('hiddenGraphQL', o."hiddenGraphQL")
                || jsonb_build_object('graphQLCostLimit', o."graphQLCostLimit")
                || jsonb_build_object('graphQLCostLimitUnit', o."graphQLCostLimitUnit")
                || jsonb_build_object('registeredOperationsOnly', o."registeredOperationsOnly")
                || jsonb_build_object('maxConcurrentCalls', o."maxConcurrentCalls")
                || jsonb_build_object('limits', o.limits)
                || jsonb_build_object('price', o.price)
                || jsonb_build_object('subscribableBy', o."subscribableBy")
                || jsonb_build_object('visibleTo', o."visibleTo")
                || jsonb_build_object('description', o.description)
                || jsonb_build_object('words', o.words) AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogPlan', p.parent) w
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
            SELECT w.moment, w.catalog, 'CatalogPlan', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryCatalogProduct"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."catalogId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogProduct', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'CatalogProduct', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."catalogId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."catalogId" IS DISTINCT FROM n."catalogId" THEN jsonb_build_object('catalogId', o."catalogId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o.version IS DISTINCT FROM n.version THEN jsonb_build_object('version', o.version) ELSE '{}' END
                || CASE WHEN o.state IS DISTINCT FROM n.state THEN jsonb_build_object('state', o.state) ELSE '{}' END
                || CASE WHEN o.visibility IS DISTINCT FROM n.visibility THEN jsonb_build_object('visibility', o.visibility) ELSE '{}' END
                || CASE WHEN o.subscribability IS DISTINCT FROM n.subscribability THEN jsonb_build_object('subscribability', o.subscribability) ELSE '{}' END
                || CASE WHEN o."migrationTargetId" IS DISTINCT FROM n."migrationTargetId" THEN jsonb_build_object('migrationTargetId', o."migrationTargetId") ELSE '{}' END
                || CASE WHEN o."migrationPlans" IS DISTINCT FROM n."migrationPlans" THEN jsonb_build_object('migrationPlans', o."migrationPlans") ELSE '{}' END
                || CASE WHEN o."deprecatedAt" IS DISTINCT FROM n."deprecatedAt" THEN jsonb_build_object('deprecatedAt', o."deprecatedAt") ELSE '{}' END
                || CASE WHEN o."sunsetAt" IS DISTINCT FROM n."sunsetAt" THEN jsonb_build_object('sunsetAt', o."sunsetAt") ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o."sunsetIfIdleDays" IS DISTINCT FROM n."sunsetIfIdleDays" THEN jsonb_build_object('sunsetIfIdleDays', o."sunsetIfIdleDays") ELSE '{}' END
                || CASE WHEN o.words IS DISTINCT FROM n.words THEN jsonb_build_object('words', o.words) ELSE '{}' END
                || CASE WHEN o."subscribableBy" IS DISTINCT FROM n."subscribableBy" THEN jsonb_build_object('subscribableBy', o."subscribableBy") ELSE '{}' END
                || CASE WHEN o."visibleTo" IS DISTINCT FROM n."visibleTo" THEN jsonb_build_object('visibleTo', o."visibleTo") ELSE '{}' END
                || CASE WHEN o."subscriptionForm" IS DISTINCT FROM n."subscriptionForm" THEN jsonb_build_object('subscriptionForm', o."subscriptionForm") ELSE '{}' END
                || CASE WHEN o."retiredAt" IS DISTINCT FROM n."retiredAt" THEN jsonb_build_object('retiredAt', o."retiredAt") ELSE '{}' END
                || CASE WHEN o."successorId" IS DISTINCT FROM n."successorId" THEN jsonb_build_object('successorId', o."successorId") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogProduct', p.parent) w
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
            SELECT w.moment, w.catalog, 'CatalogProduct', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT OLD."id" AS key, OLD."catalogId" AS parent, jsonb_build_object('id', OLD.id)
                || jsonb_build_object('catalogId', OLD."catalogId")
                || jsonb_build_object('name', OLD.name)
                || jsonb_build_object('title', OLD.title)
                || jsonb_build_object('version', OLD.version)
                || jsonb_build_object('state', OLD.state)
                || jsonb_build_object('visibility', OLD.visibility)
                || jsonb_build_object('subscribability', OLD.subscribability)
                || jsonb_build_object('migrationTargetId', OLD."migrationTargetId")
                || jsonb_build_object('migrationPlans', OLD."migrationPlans")
                || jsonb_build_object('deprecatedAt', OLD."deprecatedAt")
                || jsonb_build_object('sunsetAt', OLD."sunsetAt")
                || jsonb_build_object('createdAt', OLD."createdAt")
                || jsonb_build_object('sunsetIfIdleDays', OLD."sunsetIfIdleDays")
                || jsonb_build_object('words', OLD.words)
                || jsonb_build_object('subscribableBy', OLD."subscribableBy")
                || jsonb_build_object('visibleTo', OLD."visibleTo")
                || jsonb_build_object('subscriptionForm', OLD."subscriptionForm")
                || jsonb_build_object('retiredAt', OLD."retiredAt")
                || jsonb_build_object('successorId', OLD."successorId") AS image
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('CatalogProduct', p.parent) w
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
            SELECT w.moment, w.catalog, 'CatalogProduct', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryConsumerGroup"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."catalogId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('ConsumerGroup', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'ConsumerGroup', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."catalogId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."catalogId" IS DISTINCT FROM n."catalogId" THEN jsonb_build_object('catalogId', o."catalogId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o."mailDomains" IS DISTINCT FROM n."mailDomains" THEN jsonb_build_object('mailDomains', o."mailDomains") ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('ConsumerGroup', p.parent) w
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
            SELECT w.moment, w.catalog, 'ConsumerGroup', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT OLD."id" AS key, OLD."catalogId" AS parent, jsonb_build_object('id', OLD.id)
                || jsonb_build_object('catalogId', OLD."catalogId")
                || jsonb_build_object('name', OLD.name)
                || jsonb_build_object('title', OLD.title)
                || jsonb_build_object('mailDomains', OLD."mailDomains")
                || jsonb_build_object('createdAt', OLD."createdAt") AS image
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('ConsumerGroup', p.parent) w
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
            SELECT w.moment, w.catalog, 'ConsumerGroup', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryConsumerOrg"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."catalogId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('ConsumerOrg', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'ConsumerOrg', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."catalogId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."catalogId" IS DISTINCT FROM n."catalogId" THEN jsonb_build_object('catalogId', o."catalogId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o."signInKey" IS DISTINCT FROM n."signInKey" THEN jsonb_build_object('signInKey', o."signInKey") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('ConsumerOrg', p.parent) w
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
            SELECT w.moment, w.catalog, 'ConsumerOrg', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."catalogId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('catalogId', o."catalogId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('signInKey', o."signInKey") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('ConsumerOrg', p.parent) w
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
            SELECT w.moment, w.catalog, 'ConsumerOrg', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryGraphQLServer"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."orgId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('GraphQLServer', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'GraphQLServer', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."orgId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."orgId" IS DISTINCT FROM n."orgId" THEN jsonb_build_object('orgId', o."orgId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o.sources IS DISTINCT FROM n.sources THEN jsonb_build_object('sources', o.sources) ELSE '{}' END
                || CASE WHEN o.policies IS DISTINCT FROM n.policies THEN jsonb_build_object('policies', o.policies) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o.documents IS DISTINCT FROM n.documents THEN jsonb_build_object('documents', o.documents) ELSE '{}' END
                || CASE WHEN o.alias IS DISTINCT FROM n.alias THEN jsonb_build_object('alias', o.alias) ELSE '{}' END
                || CASE WHEN o.exposed IS DISTINCT FROM n.exposed THEN jsonb_build_object('exposed', o.exposed) ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('GraphQLServer', p.parent) w
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
            SELECT w.moment, w.catalog, 'GraphQLServer', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."orgId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('orgId', o."orgId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('sources', o.sources)
                || jsonb_build_object('policies', o.policies)
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('documents', o.documents)
                || jsonb_build_object('alias', o.alias)
                || jsonb_build_object('exposed', o.exposed) AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('GraphQLServer', p.parent) w
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
            SELECT w.moment, w.catalog, 'GraphQLServer', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryOAuthProvider"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."orgId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('OAuthProvider', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'OAuthProvider', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."orgId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."orgId" IS DISTINCT FROM n."orgId" THEN jsonb_build_object('orgId', o."orgId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o."gatewayType" IS DISTINCT FROM n."gatewayType" THEN jsonb_build_object('gatewayType', o."gatewayType") ELSE '{}' END
                || CASE WHEN o."grantTypes" IS DISTINCT FROM n."grantTypes" THEN jsonb_build_object('grantTypes', o."grantTypes") ELSE '{}' END
                || CASE WHEN o."clientTypes" IS DISTINCT FROM n."clientTypes" THEN jsonb_build_object('clientTypes', o."clientTypes") ELSE '{}' END
                || CASE WHEN o."authorizePath" IS DISTINCT FROM n."authorizePath" THEN jsonb_build_object('authorizePath', o."authorizePath") ELSE '{}' END
                || CASE WHEN o."tokenPath" IS DISTINCT FROM n."tokenPath" THEN jsonb_build_object('tokenPath', o."tokenPath") ELSE '{}' END
                || CASE WHEN o.scopes IS DISTINCT FROM n.scopes THEN jsonb_build_object('scopes', o.scopes) ELSE '{}' END
                || CASE WHEN o."userRegistryId" IS DISTINCT FROM n."userRegistryId" THEN jsonb_build_object('userRegistryId', o."userRegistryId") ELSE '{}' END
                || CASE WHEN o."accessTokenSeconds" IS DISTINCT FROM n."accessTokenSeconds" THEN jsonb_build_object('accessTokenSeconds', o."accessTokenSeconds") ELSE '{}' END
                || CASE WHEN o."refreshTokens" IS DISTINCT FROM n."refreshTokens" THEN jsonb_build_object('refreshTokens', o."refreshTokens") ELSE '{}' END
                || CASE WHEN o."refreshTokenSeconds" IS DISTINCT FROM n."refreshTokenSeconds" THEN jsonb_build_object('refreshTokenSeconds', o."refreshTokenSeconds") ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o."signingAlgorithm" IS DISTINCT FROM n."signingAlgorithm" THEN jsonb_build_object('signingAlgorithm', o."signingAlgorithm") ELSE '{}' END
                || CASE WHEN o.issuer IS DISTINCT FROM n.issuer THEN jsonb_build_object('issuer', o.issuer) ELSE '{}' END
                || CASE WHEN o."certificateBinding" IS DISTINCT FROM n."certificateBinding" THEN jsonb_build_object('certificateBinding', o."certificateBinding") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('OAuthProvider', p.parent) w
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
            SELECT w.moment, w.catalog, 'OAuthProvider', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."orgId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('orgId', o."orgId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('gatewayType', o."gatewayType")
                || jsonb_build_object('grantTypes', o."grantTypes")
                || jsonb_build_object('clientTypes', o."clientTypes")
                || jsonb_build_object('authorizePath', o."authorizePath")
                || jsonb_build_object('tokenPath', o."tokenPath")
                || jsonb_build_object('scopes', o.scopes)
                || jsonb_build_object('userRegistryId', o."userRegistryId")
                || jsonb_build_object('accessTokenSeconds', o."accessTokenSeconds")
                || jsonb_build_object('refreshTokens', o."refreshTokens")
                || jsonb_build_object('refreshTokenSeconds', o."refreshTokenSeconds")
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('signingAlgorithm', o."signingAlgorithm")
                || jsonb_build_object('issuer', o.issuer)
                || jsonb_build_object('certificateBinding', o."certificateBinding") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('OAuthProvider', p.parent) w
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
            SELECT w.moment, w.catalog, 'OAuthProvider', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryOrg"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n.id AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Org', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Org', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o.id AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o."requiresSecondFactor" IS DISTINCT FROM n."requiresSecondFactor" THEN jsonb_build_object('requiresSecondFactor', o."requiresSecondFactor") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Org', p.parent) w
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
            SELECT w.moment, w.catalog, 'Org', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o.id AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('requiresSecondFactor', o."requiresSecondFactor") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Org', p.parent) w
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
            SELECT w.moment, w.catalog, 'Org', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryPlan"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."productId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Plan', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Plan', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."productId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."productId" IS DISTINCT FROM n."productId" THEN jsonb_build_object('productId', o."productId") ELSE '{}' END
                || CASE WHEN o."position" IS DISTINCT FROM n."position" THEN jsonb_build_object('position', o."position") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o."rateLimit" IS DISTINCT FROM n."rateLimit" THEN jsonb_build_object('rateLimit', o."rateLimit") ELSE '{}' END
                || CASE WHEN o."rateLimitUnit" IS DISTINCT FROM n."rateLimitUnit" THEN jsonb_build_object('rateLimitUnit', o."rateLimitUnit") ELSE '{}' END
                || CASE WHEN o."maxGraphQLCost" IS DISTINCT FROM n."maxGraphQLCost" THEN jsonb_build_object('maxGraphQLCost', o."maxGraphQLCost") ELSE '{}' END
                || CASE WHEN o."maxGraphQLDepth" IS DISTINCT FROM n."maxGraphQLDepth" THEN jsonb_build_object('maxGraphQLDepth', o."maxGraphQLDepth") ELSE '{}' END
                || CASE WHEN o."approvalRequired" IS DISTINCT FROM n."approvalRequired" THEN jsonb_build_object('approvalRequired', o."approvalRequired") ELSE '{}' END
                || CASE WHEN o."hiddenGraphQL" IS DISTINCT FROM n."hiddenGraphQL" THEN jsonb_build_object('hiddenGraphQL', o."hiddenGraphQL") ELSE '{}' END
                || CASE WHEN o."graphQLCostLimit" IS DISTINCT FROM n."graphQLCostLimit" THEN jsonb_build_object('graphQLCostLimit', o."graphQLCostLimit") ELSE '{}' END
                || CASE WHEN o."graphQLCostLimitUnit" IS DISTINCT FROM n."graphQLCostLimitUnit" THEN jsonb_build_object('graphQLCostLimitUnit', o."graphQLCostLimitUnit") ELSE '{}' END
                || CASE WHEN o."registeredOperationsOnly" IS DISTINCT FROM n."registeredOperationsOnly" THEN jsonb_build_object('registeredOperationsOnly', o."registeredOperationsOnly") ELSE '{}' END
                || CASE WHEN o."maxConcurrentCalls" IS DISTINCT FROM n."maxConcurrentCalls" THEN jsonb_build_object('maxConcurrentCalls', o."maxConcurrentCalls") ELSE '{}' END
                || CASE WHEN o.limits IS DISTINCT FROM n.limits THEN jsonb_build_object('limits', o.limits) ELSE '{}' END
                || CASE WHEN o.price IS DISTINCT FROM n.price THEN jsonb_build_object('price', o.price) ELSE '{}' END
                || CASE WHEN o.description IS DISTINCT FROM n.description THEN jsonb_build_object('description', o.description) ELSE '{}' END
                || CASE WHEN o.words IS DISTINCT FROM n.words THEN jsonb_build_object('words', o.words) ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Plan', p.parent) w
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
            SELECT w.moment, w.catalog, 'Plan', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."productId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('productId', o."productId")
                || jsonb_build_object('position', o."position")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('rateLimit', o."rateLimit")
                || jsonb_build_object('rateLimitUnit', o."rateLimitUnit")
                || jsonb_build_object('maxGraphQLCost', o."maxGraphQLCost")
                || jsonb_build_object('maxGraphQLDepth', o."maxGraphQLDepth")
                || jsonb_build_object('approvalRequired', o."approvalRequired")
                || jsonb_build_object('hiddenGraphQL', o."hiddenGraphQL")
                || jsonb_build_object('graphQLCostLimit', o."graphQLCostLimit")
                || jsonb_build_object('graphQLCostLimitUnit', o."graphQLCostLimitUnit")
                || jsonb_build_object('registeredOperationsOnly', o."registeredOperationsOnly")
                || jsonb_build_object('maxConcurrentCalls', o."maxConcurrentCalls")
                || jsonb_build_object('limits', o.limits)
                || jsonb_build_object('price', o.price)
                || jsonb_build_object('description', o.description)
                || jsonb_build_object('words', o.words) AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Plan', p.parent) w
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
            SELECT w.moment, w.catalog, 'Plan', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryProduct"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."orgId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Product', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Product', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."orgId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."orgId" IS DISTINCT FROM n."orgId" THEN jsonb_build_object('orgId', o."orgId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o.version IS DISTINCT FROM n.version THEN jsonb_build_object('version', o.version) ELSE '{}' END
                || CASE WHEN o.visibility IS DISTINCT FROM n.visibility THEN jsonb_build_object('visibility', o.visibility) ELSE '{}' END
                || CASE WHEN o.subscribability IS DISTINCT FROM n.subscribability THEN jsonb_build_object('subscribability', o.subscribability) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o.words IS DISTINCT FROM n.words THEN jsonb_build_object('words', o.words) ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Product', p.parent) w
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
            SELECT w.moment, w.catalog, 'Product', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT OLD."id" AS key, OLD."orgId" AS parent, jsonb_build_object('id', OLD.id)
                || jsonb_build_object('orgId', OLD."orgId")
                || jsonb_build_object('name', OLD.name)
                || jsonb_build_object('title', OLD.title)
                || jsonb_build_object('version', OLD.version)
                || jsonb_build_object('visibility', OLD.visibility)
                || jsonb_build_object('subscribability', OLD.subscribability)
                || jsonb_build_object('createdAt', OLD."createdAt")
                || jsonb_build_object('words', OLD.words) AS image
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Product', p.parent) w
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
            SELECT w.moment, w.catalog, 'Product', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN OLD;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryProductApi"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT md5(concat(n."productId", n."apiId"))::uuid AS key, n."productId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('ProductApi', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'ProductApi', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT md5(concat(o."productId", o."apiId"))::uuid AS key, o."productId" AS parent, CASE WHEN o."productId" IS DISTINCT FROM n."productId" THEN jsonb_build_object('productId', o."productId") ELSE '{}' END
                || CASE WHEN o."apiId" IS DISTINCT FROM n."apiId" THEN jsonb_build_object('apiId', o."apiId") ELSE '{}' END
                || CASE WHEN o."position" IS DISTINCT FROM n."position" THEN jsonb_build_object('position', o."position") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON md5(concat(o."productId", o."apiId"))::uuid = md5(concat(n."productId", n."apiId"))::uuid) c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('ProductApi', p.parent) w
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
            SELECT w.moment, w.catalog, 'ProductApi', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT md5(concat(o."productId", o."apiId"))::uuid AS key, o."productId" AS parent, jsonb_build_object('productId', o."productId")
                || jsonb_build_object('apiId', o."apiId")
                || jsonb_build_object('position', o."position") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('ProductApi', p.parent) w
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
            SELECT w.moment, w.catalog, 'ProductApi', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryRuleSet"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."orgId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('RuleSet', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'RuleSet', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."orgId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."orgId" IS DISTINCT FROM n."orgId" THEN jsonb_build_object('orgId', o."orgId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o.rules IS DISTINCT FROM n.rules THEN jsonb_build_object('rules', o.rules) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('RuleSet', p.parent) w
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
            SELECT w.moment, w.catalog, 'RuleSet', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."orgId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('orgId', o."orgId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('rules', o.rules)
                || jsonb_build_object('createdAt', o."createdAt") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('RuleSet', p.parent) w
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
            SELECT w.moment, w.catalog, 'RuleSet', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistorySecret"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."catalogId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Secret', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Secret', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."catalogId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."catalogId" IS DISTINCT FROM n."catalogId" THEN jsonb_build_object('catalogId', o."catalogId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o."changedAt" IS DISTINCT FROM n."changedAt" THEN jsonb_build_object('changedAt', o."changedAt") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Secret', p.parent) w
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
            SELECT w.moment, w.catalog, 'Secret', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."catalogId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('catalogId', o."catalogId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('changedAt', o."changedAt") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Secret', p.parent) w
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
            SELECT w.moment, w.catalog, 'Secret', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistorySubscription"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."catalogProductId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Subscription', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Subscription', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."catalogProductId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."applicationId" IS DISTINCT FROM n."applicationId" THEN jsonb_build_object('applicationId', o."applicationId") ELSE '{}' END
                || CASE WHEN o."catalogProductId" IS DISTINCT FROM n."catalogProductId" THEN jsonb_build_object('catalogProductId', o."catalogProductId") ELSE '{}' END
                || CASE WHEN o."catalogPlanId" IS DISTINCT FROM n."catalogPlanId" THEN jsonb_build_object('catalogPlanId', o."catalogPlanId") ELSE '{}' END
                || CASE WHEN o.state IS DISTINCT FROM n.state THEN jsonb_build_object('state', o.state) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o."rejectionReason" IS DISTINCT FROM n."rejectionReason" THEN jsonb_build_object('rejectionReason', o."rejectionReason") ELSE '{}' END
                || CASE WHEN o."ownLimits" IS DISTINCT FROM n."ownLimits" THEN jsonb_build_object('ownLimits', o."ownLimits") ELSE '{}' END
                || CASE WHEN o."formAnswers" IS DISTINCT FROM n."formAnswers" THEN jsonb_build_object('formAnswers', o."formAnswers") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Subscription', p.parent) w
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
            SELECT w.moment, w.catalog, 'Subscription', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."catalogProductId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('applicationId', o."applicationId")
                || jsonb_build_object('catalogProductId', o."catalogProductId")
                || jsonb_build_object('catalogPlanId', o."catalogPlanId")
                || jsonb_build_object('state', o.state)
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('rejectionReason', o."rejectionReason")
                || jsonb_build_object('ownLimits', o."ownLimits")
                || jsonb_build_object('formAnswers', o."formAnswers") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Subscription', p.parent) w
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
            SELECT w.moment, w.catalog, 'Subscription', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryUserRegistry"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."orgId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('UserRegistry', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'UserRegistry', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."orgId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."orgId" IS DISTINCT FROM n."orgId" THEN jsonb_build_object('orgId', o."orgId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.title IS DISTINCT FROM n.title THEN jsonb_build_object('title', o.title) ELSE '{}' END
                || CASE WHEN o."displayName" IS DISTINCT FROM n."displayName" THEN jsonb_build_object('displayName', o."displayName") ELSE '{}' END
                || CASE WHEN o.type IS DISTINCT FROM n.type THEN jsonb_build_object('type', o.type) ELSE '{}' END
                || CASE WHEN o.url IS DISTINCT FROM n.url THEN jsonb_build_object('url', o.url) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o.ldap IS DISTINCT FROM n.ldap THEN jsonb_build_object('ldap', o.ldap) ELSE '{}' END
                || CASE WHEN o."openId" IS DISTINCT FROM n."openId" THEN jsonb_build_object('openId', o."openId") ELSE '{}' END
                || CASE WHEN o.saml IS DISTINCT FROM n.saml THEN jsonb_build_object('saml', o.saml) ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('UserRegistry', p.parent) w
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
            SELECT w.moment, w.catalog, 'UserRegistry', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."orgId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('orgId', o."orgId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('title', o.title)
                || jsonb_build_object('displayName', o."displayName")
                || jsonb_build_object('type', o.type)
                || jsonb_build_object('url', o.url)
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('ldap', o.ldap)
                || jsonb_build_object('openId', o."openId")
                || jsonb_build_object('saml', o.saml) AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('UserRegistry', p.parent) w
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
            SELECT w.moment, w.catalog, 'UserRegistry', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistoryWebhook"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT n."id" AS key, n."catalogId" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Webhook', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, 'Webhook', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT o."id" AS key, o."catalogId" AS parent, CASE WHEN o.id IS DISTINCT FROM n.id THEN jsonb_build_object('id', o.id) ELSE '{}' END
                || CASE WHEN o."catalogId" IS DISTINCT FROM n."catalogId" THEN jsonb_build_object('catalogId', o."catalogId") ELSE '{}' END
                || CASE WHEN o.name IS DISTINCT FROM n.name THEN jsonb_build_object('name', o.name) ELSE '{}' END
                || CASE WHEN o.url IS DISTINCT FROM n.url THEN jsonb_build_object('url', o.url) ELSE '{}' END
                || CASE WHEN o.types IS DISTINCT FROM n.types THEN jsonb_build_object('types', o.types) ELSE '{}' END
                || CASE WHEN o.active IS DISTINCT FROM n.active THEN jsonb_build_object('active', o.active) ELSE '{}' END
                || CASE WHEN o."createdAt" IS DISTINCT FROM n."createdAt" THEN jsonb_build_object('createdAt', o."createdAt") ELSE '{}' END
                || CASE WHEN o."consumerOrgId" IS DISTINCT FROM n."consumerOrgId" THEN jsonb_build_object('consumerOrgId', o."consumerOrgId") ELSE '{}' END
                || CASE WHEN o."disabledAt" IS DISTINCT FROM n."disabledAt" THEN jsonb_build_object('disabledAt', o."disabledAt") ELSE '{}' END
                || CASE WHEN o.format IS DISTINCT FROM n.format THEN jsonb_build_object('format', o.format) ELSE '{}' END
                || CASE WHEN o."noticeKinds" IS DISTINCT FROM n."noticeKinds" THEN jsonb_build_object('noticeKinds', o."noticeKinds") ELSE '{}' END
                || CASE WHEN o."previousSecretExpiresAt" IS DISTINCT FROM n."previousSecretExpiresAt" THEN jsonb_build_object('previousSecretExpiresAt', o."previousSecretExpiresAt") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON o."id" = n."id") c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Webhook', p.parent) w
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
            SELECT w.moment, w.catalog, 'Webhook', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT o."id" AS key, o."catalogId" AS parent, jsonb_build_object('id', o.id)
                || jsonb_build_object('catalogId', o."catalogId")
                || jsonb_build_object('name', o.name)
                || jsonb_build_object('url', o.url)
                || jsonb_build_object('types', o.types)
                || jsonb_build_object('active', o.active)
                || jsonb_build_object('createdAt', o."createdAt")
                || jsonb_build_object('consumerOrgId', o."consumerOrgId")
                || jsonb_build_object('disabledAt', o."disabledAt")
                || jsonb_build_object('format', o.format)
                || jsonb_build_object('noticeKinds', o."noticeKinds")
                || jsonb_build_object('previousSecretExpiresAt', o."previousSecretExpiresAt") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('Webhook', p.parent) w
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
            SELECT w.moment, w.catalog, 'Webhook', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistory_CatalogToOAuthProvider"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT md5(concat(n."A", n."B"))::uuid AS key, n."A" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('_CatalogToOAuthProvider', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, '_CatalogToOAuthProvider', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT md5(concat(o."A", o."B"))::uuid AS key, o."A" AS parent, CASE WHEN o."A" IS DISTINCT FROM n."A" THEN jsonb_build_object('A', o."A") ELSE '{}' END
                || CASE WHEN o."B" IS DISTINCT FROM n."B" THEN jsonb_build_object('B', o."B") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON md5(concat(o."A", o."B"))::uuid = md5(concat(n."A", n."B"))::uuid) c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('_CatalogToOAuthProvider', p.parent) w
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
            SELECT w.moment, w.catalog, '_CatalogToOAuthProvider', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT md5(concat(o."A", o."B"))::uuid AS key, o."A" AS parent, jsonb_build_object('A', o."A")
                || jsonb_build_object('B', o."B") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('_CatalogToOAuthProvider', p.parent) w
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
            SELECT w.moment, w.catalog, '_CatalogToOAuthProvider', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistory_CatalogToUserRegistry"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT md5(concat(n."A", n."B"))::uuid AS key, n."A" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('_CatalogToUserRegistry', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, '_CatalogToUserRegistry', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT md5(concat(o."A", o."B"))::uuid AS key, o."A" AS parent, CASE WHEN o."A" IS DISTINCT FROM n."A" THEN jsonb_build_object('A', o."A") ELSE '{}' END
                || CASE WHEN o."B" IS DISTINCT FROM n."B" THEN jsonb_build_object('B', o."B") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON md5(concat(o."A", o."B"))::uuid = md5(concat(n."A", n."B"))::uuid) c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('_CatalogToUserRegistry', p.parent) w
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
            SELECT w.moment, w.catalog, '_CatalogToUserRegistry', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT md5(concat(o."A", o."B"))::uuid AS key, o."A" AS parent, jsonb_build_object('A', o."A")
                || jsonb_build_object('B', o."B") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('_CatalogToUserRegistry', p.parent) w
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
            SELECT w.moment, w.catalog, '_CatalogToUserRegistry', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistory_ConsumerGroupToConsumerOrg"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
BEGIN
    IF TG_OP = 'INSERT' THEN
        WITH changed AS MATERIALIZED (
            SELECT md5(concat(n."A", n."B"))::uuid AS key, n."A" AS parent FROM new_rows n
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('_ConsumerGroupToConsumerOrg', p.parent) w
        )
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, '_ConsumerGroupToConsumerOrg', c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        WITH changed AS MATERIALIZED (
            SELECT * FROM (SELECT md5(concat(o."A", o."B"))::uuid AS key, o."A" AS parent, CASE WHEN o."A" IS DISTINCT FROM n."A" THEN jsonb_build_object('A', o."A") ELSE '{}' END
                || CASE WHEN o."B" IS DISTINCT FROM n."B" THEN jsonb_build_object('B', o."B") ELSE '{}' END AS image
                FROM old_rows o JOIN new_rows n ON md5(concat(o."A", o."B"))::uuid = md5(concat(n."A", n."B"))::uuid) c WHERE c.image <> '{}'
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('_ConsumerGroupToConsumerOrg', p.parent) w
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
            SELECT w.moment, w.catalog, '_ConsumerGroupToConsumerOrg', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSE
        WITH changed AS MATERIALIZED (
            SELECT md5(concat(o."A", o."B"))::uuid AS key, o."A" AS parent, jsonb_build_object('A', o."A")
                || jsonb_build_object('B', o."B") AS image FROM old_rows o
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"('_ConsumerGroupToConsumerOrg', p.parent) w
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
            SELECT w.moment, w.catalog, '_ConsumerGroupToConsumerOrg', c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditAccessToken"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'access token ' || r."name" AS key, r."orgId" AS "$org", r."role", r."expiresAt" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'access token ' || r."name" AS key, r."orgId" AS "$org", r."role", r."expiresAt" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'access token ' || r."name" AS key, r."orgId" AS "$org", r."role", r."expiresAt" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'access token ' || r."name" AS key, r."orgId" AS "$org", r."role", r."expiresAt" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditApi"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API ' || r."name" || ':' || r."version" AS key, r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl",
            r."securityDefinitions", r."security", r."forwardAuthorization", r."settings", r."words", r."openapi" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API ' || r."name" || ':' || r."version" AS key, r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl",
            r."securityDefinitions", r."security", r."forwardAuthorization", r."settings", r."words", r."openapi" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API ' || r."name" || ':' || r."version" AS key, r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl",
            r."securityDefinitions", r."security", r."forwardAuthorization", r."settings", r."words", r."openapi" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API ' || r."name" || ':' || r."version" AS key, r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl",
            r."securityDefinitions", r."security", r."forwardAuthorization", r."settings", r."words", r."openapi" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditApiKey"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."expiresAt" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."expiresAt" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."expiresAt" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."expiresAt" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditApplication"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'application ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."name") AS key, r."title", r."state", r."suspensionReason",
            r."clientType", r."redirectUris" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'application ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."name") AS key, r."title", r."state", r."suspensionReason",
            r."clientType", r."redirectUris" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'application ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."name") AS key, r."title", r."state", r."suspensionReason",
            r."clientType", r."redirectUris" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'application ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."name") AS key, r."title", r."state", r."suspensionReason",
            r."clientType", r."redirectUris" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditBackend"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'back-end ' || r."name" AS key, r."title" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'back-end ' || r."name" AS key, r."title" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'back-end ' || r."name" AS key, r."title" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'back-end ' || r."name" AS key, r."title" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditCatalog"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'catalog ' || r."name" AS key, r."title", r."selfServiceSignUp", r."branding",
            r."credentialPolicy", r."usageAlerts", r."mail", r."changePolicy", r."lintPolicy", r."signIn", r."pages" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'catalog ' || r."name" AS key, r."title", r."selfServiceSignUp", r."branding",
            r."credentialPolicy", r."usageAlerts", r."mail", r."changePolicy", r."lintPolicy", r."signIn", r."pages" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'catalog ' || r."name" AS key, r."title", r."selfServiceSignUp", r."branding",
            r."credentialPolicy", r."usageAlerts", r."mail", r."changePolicy", r."lintPolicy", r."signIn", r."pages" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'catalog ' || r."name" AS key, r."title", r."selfServiceSignUp", r."branding",
            r."credentialPolicy", r."usageAlerts", r."mail", r."changePolicy", r."lintPolicy", r."signIn", r."pages" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditCatalogApi"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'copy of API ' || r."name" || ':' || r."version" || coalesce((SELECT ' in ' || p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), '') AS key, r."online", r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl",
            r."securityDefinitions", r."security", r."forwardAuthorization", r."settings", r."words" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'copy of API ' || r."name" || ':' || r."version" || coalesce((SELECT ' in ' || p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), '') AS key, r."online", r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl",
            r."securityDefinitions", r."security", r."forwardAuthorization", r."settings", r."words" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'copy of API ' || r."name" || ':' || r."version" || coalesce((SELECT ' in ' || p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), '') AS key, r."online", r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl",
            r."securityDefinitions", r."security", r."forwardAuthorization", r."settings", r."words" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'copy of API ' || r."name" || ':' || r."version" || coalesce((SELECT ' in ' || p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), '') AS key, r."online", r."title", r."kind", r."basePath", r."targetUrl", r."backend", r."graphqlUrl", r."sdl",
            r."securityDefinitions", r."security", r."forwardAuthorization", r."settings", r."words" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditCatalogBackend"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'back-end ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId"), (SELECT b."name" FROM "Backend" b WHERE b."id" = r."backendId")) AS key,
            r."settings" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'back-end ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId"), (SELECT b."name" FROM "Backend" b WHERE b."id" = r."backendId")) AS key,
            r."settings" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'back-end ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId"), (SELECT b."name" FROM "Backend" b WHERE b."id" = r."backendId")) AS key,
            r."settings" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'back-end ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId"), (SELECT b."name" FROM "Backend" b WHERE b."id" = r."backendId")) AS key,
            r."settings" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditCatalogPlan"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'copy of plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), r."name") AS key, r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls",
            r."maxGraphQLCost", r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL",
            r."registeredOperationsOnly", r."approvalRequired", r."price", r."words", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."visibleTo") k ORDER BY 1) AS "visibleTo", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."subscribableBy") k ORDER BY 1) AS "subscribableBy" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'copy of plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), r."name") AS key, r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls",
            r."maxGraphQLCost", r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL",
            r."registeredOperationsOnly", r."approvalRequired", r."price", r."words", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."visibleTo") k ORDER BY 1) AS "visibleTo", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."subscribableBy") k ORDER BY 1) AS "subscribableBy" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'copy of plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), r."name") AS key, r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls",
            r."maxGraphQLCost", r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL",
            r."registeredOperationsOnly", r."approvalRequired", r."price", r."words", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."visibleTo") k ORDER BY 1) AS "visibleTo", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."subscribableBy") k ORDER BY 1) AS "subscribableBy" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'copy of plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId"), r."name") AS key, r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls",
            r."maxGraphQLCost", r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL",
            r."registeredOperationsOnly", r."approvalRequired", r."price", r."words", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."visibleTo") k ORDER BY 1) AS "visibleTo", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."subscribableBy") k ORDER BY 1) AS "subscribableBy" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditCatalogProduct"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT r."name" || ':' || r."version" AS key, r."title", r."state", r."visibility",
            r."subscribability", r."words", r."subscriptionForm", r."migrationPlans", r."deprecatedAt", r."sunsetAt",
            r."sunsetIfIdleDays", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."visibleTo") k ORDER BY 1) AS "visibleTo", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."subscribableBy") k ORDER BY 1) AS "subscribableBy" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT r."name" || ':' || r."version" AS key, r."title", r."state", r."visibility",
            r."subscribability", r."words", r."subscriptionForm", r."migrationPlans", r."deprecatedAt", r."sunsetAt",
            r."sunsetIfIdleDays", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."visibleTo") k ORDER BY 1) AS "visibleTo", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."subscribableBy") k ORDER BY 1) AS "subscribableBy" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT r."name" || ':' || r."version" AS key, r."title", r."state", r."visibility",
            r."subscribability", r."words", r."subscriptionForm", r."migrationPlans", r."deprecatedAt", r."sunsetAt",
            r."sunsetIfIdleDays", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."visibleTo") k ORDER BY 1) AS "visibleTo", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."subscribableBy") k ORDER BY 1) AS "subscribableBy" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT r."name" || ':' || r."version" AS key, r."title", r."state", r."visibility",
            r."subscribability", r."words", r."subscriptionForm", r."migrationPlans", r."deprecatedAt", r."sunsetAt",
            r."sunsetIfIdleDays", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."visibleTo") k ORDER BY 1) AS "visibleTo", ARRAY(SELECT CASE WHEN starts_with(k, 'org:') THEN 'org:' || coalesce((SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = substr(k, 5)::uuid), substr(k, 5)) ELSE k END FROM unnest(r."subscribableBy") k ORDER BY 1) AS "subscribableBy" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditChangeApproval"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'approval of change request ' || concat_ws(' by ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId"), r."approvedBy") AS key,
            r."role" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'approval of change request ' || concat_ws(' by ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId"), r."approvedBy") AS key,
            r."role" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'approval of change request ' || concat_ws(' by ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId"), r."approvedBy") AS key,
            r."role" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'approval of change request ' || concat_ws(' by ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId"), r."approvedBy") AS key,
            r."role" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditChangeComment"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'comment on change request ' || concat((SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId")) AS key, r."text" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'comment on change request ' || concat((SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId")) AS key, r."text" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'comment on change request ' || concat((SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId")) AS key, r."text" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'comment on change request ' || concat((SELECT c."number" FROM "ChangeRequest" c
            WHERE c."id" = r."changeRequestId")) AS key, r."text" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditChangeRequest"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'change request ' || r."number" AS key, r."state", r."title", r."hash", r."scheduledAt",
            r."closing" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'change request ' || r."number" AS key, r."state", r."title", r."hash", r."scheduledAt",
            r."closing" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'change request ' || r."number" AS key, r."state", r."title", r."hash", r."scheduledAt",
            r."closing" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'change request ' || r."number" AS key, r."state", r."title", r."hash", r."scheduledAt",
            r."closing" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditChangeWave"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'wave ' || r."number" || concat(' of change request ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId")) AS key, r."state",
            r."moved" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'wave ' || r."number" || concat(' of change request ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId")) AS key, r."state",
            r."moved" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'wave ' || r."number" || concat(' of change request ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId")) AS key, r."state",
            r."moved" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'wave ' || r."number" || concat(' of change request ',
            (SELECT c."number" FROM "ChangeRequest" c WHERE c."id" = r."changeRequestId")) AS key, r."state",
            r."moved" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("changeRequestId", "number")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditClientCertificate"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client certificate ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."thumbprint") AS key, r."subject", r."notAfter" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client certificate ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."thumbprint") AS key, r."subject", r."notAfter" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client certificate ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."thumbprint") AS key, r."subject", r."notAfter" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client certificate ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."thumbprint") AS key, r."subject", r."notAfter" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditConsumerGroup"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer group ' || r."name" AS key, r."title", r."mailDomains" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer group ' || r."name" AS key, r."title", r."mailDomains" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer group ' || r."name" AS key, r."title", r."mailDomains" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer group ' || r."name" AS key, r."title", r."mailDomains" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditConsumerMembership"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'membership ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."role" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'membership ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."role" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'membership ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."role" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'membership ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."role" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditConsumerOrg"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer org ' || r."name" AS key, r."title" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer org ' || r."name" AS key, r."title" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer org ' || r."name" AS key, r."title" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer org ' || r."name" AS key, r."title" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditCredential"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."secretExpiresAt", r."previousSecretExpiresAt" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."secretExpiresAt", r."previousSecretExpiresAt" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."secretExpiresAt", r."previousSecretExpiresAt" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client key ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."title") AS key, r."secretExpiresAt", r."previousSecretExpiresAt" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditEmailVerification"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'address to verify of ' || concat((SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."email", r."expiresAt", r."closedAt" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'address to verify of ' || concat((SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."email", r."expiresAt", r."closedAt" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'address to verify of ' || concat((SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."email", r."expiresAt", r."closedAt" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'address to verify of ' || concat((SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId")) AS key, r."email", r."expiresAt", r."closedAt" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditExternalClient"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client id ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."clientId") AS key, (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."oauthProviderId") AS "oauthProvider" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client id ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."clientId") AS key, (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."oauthProviderId") AS "oauthProvider" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client id ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."clientId") AS key, (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."oauthProviderId") AS "oauthProvider" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'client id ' || concat_ws('/', (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId"), r."clientId") AS key, (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."oauthProviderId") AS "oauthProvider" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditGraphQLServer"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'GraphQL server ' || r."name" AS key, r."title", r."exposed", r."sources", r."documents",
            r."policies" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'GraphQL server ' || r."name" AS key, r."title", r."exposed", r."sources", r."documents",
            r."policies" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'GraphQL server ' || r."name" AS key, r."title", r."exposed", r."sources", r."documents",
            r."policies" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'GraphQL server ' || r."name" AS key, r."title", r."exposed", r."sources", r."documents",
            r."policies" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditLocalUser"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'local user ' || concat_ws('/', (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."userRegistryId"), r."username") AS key, r."state", r."passwordChangedAt" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'local user ' || concat_ws('/', (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."userRegistryId"), r."username") AS key, r."state", r."passwordChangedAt" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'local user ' || concat_ws('/', (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."userRegistryId"), r."username") AS key, r."state", r."passwordChangedAt" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'local user ' || concat_ws('/', (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."userRegistryId"), r."username") AS key, r."state", r."passwordChangedAt" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditMember"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'member ' || r."username" AS key, r."role", r."email", r."emailVerifiedAt", r."noticesByMail" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'member ' || r."username" AS key, r."role", r."email", r."emailVerifiedAt", r."noticesByMail" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'member ' || r."username" AS key, r."role", r."email", r."emailVerifiedAt", r."noticesByMail" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'member ' || r."username" AS key, r."role", r."email", r."emailVerifiedAt", r."noticesByMail" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditMemberInvitation"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'invitation ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."id") AS key, r."role", r."email", r."invitedBy", r."expiresAt" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'invitation ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."id") AS key, r."role", r."email", r."invitedBy", r."expiresAt" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'invitation ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."id") AS key, r."role", r."email", r."invitedBy", r."expiresAt" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'invitation ' || concat_ws('/', (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."consumerOrgId"), r."id") AS key, r."role", r."email", r."invitedBy", r."expiresAt" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditMemberPasskey"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'passkey ' || concat_ws('/', (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId"), r."name") AS key, r."createdAt" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'passkey ' || concat_ws('/', (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId"), r."name") AS key, r."createdAt" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'passkey ' || concat_ws('/', (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId"), r."name") AS key, r."createdAt" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'passkey ' || concat_ws('/', (SELECT m."username" FROM "Member" m
            WHERE m."id" = r."memberId"), r."name") AS key, r."createdAt" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditMembership"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'person ' || concat((SELECT u."email" FROM "User" u WHERE u."id" = r."userId")) AS key,
            r."orgId" AS "$org", r."role", r."state", r."secondFactorId" IS NOT NULL AS "secondFactor" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'person ' || concat((SELECT u."email" FROM "User" u WHERE u."id" = r."userId")) AS key,
            r."orgId" AS "$org", r."role", r."state", r."secondFactorId" IS NOT NULL AS "secondFactor" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'person ' || concat((SELECT u."email" FROM "User" u WHERE u."id" = r."userId")) AS key,
            r."orgId" AS "$org", r."role", r."state", r."secondFactorId" IS NOT NULL AS "secondFactor" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'person ' || concat((SELECT u."email" FROM "User" u WHERE u."id" = r."userId")) AS key,
            r."orgId" AS "$org", r."role", r."state", r."secondFactorId" IS NOT NULL AS "secondFactor" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditOAuthProvider"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'OAuth provider ' || r."name" AS key, r."title", r."gatewayType", r."issuer",
            r."grantTypes", r."clientTypes", r."authorizePath", r."tokenPath", r."scopes", r."accessTokenSeconds",
            r."refreshTokens", r."refreshTokenSeconds", r."signingAlgorithm", r."certificateBinding",
            (SELECT u."name" FROM "UserRegistry" u WHERE u."id" = r."userRegistryId") AS "userRegistry" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'OAuth provider ' || r."name" AS key, r."title", r."gatewayType", r."issuer",
            r."grantTypes", r."clientTypes", r."authorizePath", r."tokenPath", r."scopes", r."accessTokenSeconds",
            r."refreshTokens", r."refreshTokenSeconds", r."signingAlgorithm", r."certificateBinding",
            (SELECT u."name" FROM "UserRegistry" u WHERE u."id" = r."userRegistryId") AS "userRegistry" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'OAuth provider ' || r."name" AS key, r."title", r."gatewayType", r."issuer",
            r."grantTypes", r."clientTypes", r."authorizePath", r."tokenPath", r."scopes", r."accessTokenSeconds",
            r."refreshTokens", r."refreshTokenSeconds", r."signingAlgorithm", r."certificateBinding",
            (SELECT u."name" FROM "UserRegistry" u WHERE u."id" = r."userRegistryId") AS "userRegistry" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'OAuth provider ' || r."name" AS key, r."title", r."gatewayType", r."issuer",
            r."grantTypes", r."clientTypes", r."authorizePath", r."tokenPath", r."scopes", r."accessTokenSeconds",
            r."refreshTokens", r."refreshTokenSeconds", r."signingAlgorithm", r."certificateBinding",
            (SELECT u."name" FROM "UserRegistry" u WHERE u."id" = r."userRegistryId") AS "userRegistry" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditOrg"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'org ' || r."name" AS key, r."title", r."requiresSecondFactor" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'org ' || r."name" AS key, r."title", r."requiresSecondFactor" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'org ' || r."name" AS key, r."title", r."requiresSecondFactor" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'org ' || r."name" AS key, r."title", r."requiresSecondFactor" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditPasskey"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'passkey ' || r."name" AS key, r."createdAt" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'passkey ' || r."name" AS key, r."createdAt" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'passkey ' || r."name" AS key, r."createdAt" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'passkey ' || r."name" AS key, r."createdAt" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditPlan"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), r."name") AS key, r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls",
            r."maxGraphQLCost", r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL",
            r."registeredOperationsOnly", r."approvalRequired", r."price", r."words" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), r."name") AS key, r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls",
            r."maxGraphQLCost", r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL",
            r."registeredOperationsOnly", r."approvalRequired", r."price", r."words" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), r."name") AS key, r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls",
            r."maxGraphQLCost", r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL",
            r."registeredOperationsOnly", r."approvalRequired", r."price", r."words" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'plan ' || concat_ws('/', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), r."name") AS key, r."title", r."description", r."rateLimit", r."rateLimitUnit", r."limits", r."maxConcurrentCalls",
            r."maxGraphQLCost", r."maxGraphQLDepth", r."graphQLCostLimit", r."graphQLCostLimitUnit", r."hiddenGraphQL",
            r."registeredOperationsOnly", r."approvalRequired", r."price", r."words" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditProduct"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'product ' || r."name" || ':' || r."version" AS key, r."title", r."visibility",
            r."subscribability", r."words" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'product ' || r."name" || ':' || r."version" AS key, r."title", r."visibility",
            r."subscribability", r."words" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'product ' || r."name" || ':' || r."version" AS key, r."title", r."visibility",
            r."subscribability", r."words" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'product ' || r."name" || ':' || r."version" AS key, r."title", r."visibility",
            r."subscribability", r."words" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditProductApi"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API of ' || concat_ws(' ', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), (SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."position" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API of ' || concat_ws(' ', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), (SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."position" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API of ' || concat_ws(' ', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), (SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."position" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'API of ' || concat_ws(' ', (SELECT p."name" || ':' || p."version" FROM "Product" p
            WHERE p."id" = r."productId"), (SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."position" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("productId", "apiId")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditQuota"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT concat_ws(' ', 'quota', r."resource", (SELECT 'in ' || c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId")) AS key, r."limit" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT concat_ws(' ', 'quota', r."resource", (SELECT 'in ' || c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId")) AS key, r."limit" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT concat_ws(' ', 'quota', r."resource", (SELECT 'in ' || c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId")) AS key, r."limit" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT concat_ws(' ', 'quota', r."resource", (SELECT 'in ' || c."name" FROM "Catalog" c
            WHERE c."id" = r."catalogId")) AS key, r."limit" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditRuleSet"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'rule set ' || r."name" AS key, r."title", r."rules" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'rule set ' || r."name" AS key, r."title", r."rules" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'rule set ' || r."name" AS key, r."title", r."rules" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'rule set ' || r."name" AS key, r."title", r."rules" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditSchemaRefresh"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'schema of ' || concat((SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."failure", r."heldSdl", r."heldBreaks", r."dismissedSdl" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'schema of ' || concat((SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."failure", r."heldSdl", r."heldBreaks", r."dismissedSdl" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'schema of ' || concat((SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."failure", r."heldSdl", r."heldBreaks", r."dismissedSdl" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'schema of ' || concat((SELECT a."name" || ':' || a."version" FROM "Api" a
            WHERE a."id" = r."apiId")) AS key, r."failure", r."heldSdl", r."heldBreaks", r."dismissedSdl" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("apiId")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditSecret"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'secret ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c WHERE c."id" = r."catalogId"),
            r."name") AS key, r."changedAt" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'secret ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c WHERE c."id" = r."catalogId"),
            r."name") AS key, r."changedAt" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'secret ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c WHERE c."id" = r."catalogId"),
            r."name") AS key, r."changedAt" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'secret ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c WHERE c."id" = r."catalogId"),
            r."name") AS key, r."changedAt" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditSigningKey"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'signing key ' || r."id" AS key, r."algorithm", r."signsFrom" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'signing key ' || r."id" AS key, r."algorithm", r."signsFrom" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'signing key ' || r."id" AS key, r."algorithm", r."signsFrom" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'signing key ' || r."id" AS key, r."algorithm", r."signsFrom" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditSubscription"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'subscription ' || r."id" AS key, r."state", r."rejectionReason", r."ownLimits",
            r."formAnswers" -> 'terms' AS "acceptedTerms", (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId") AS "application", (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId") AS "product",
            (SELECT p."name" FROM "CatalogPlan" p WHERE p."id" = r."catalogPlanId") AS "plan" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'subscription ' || r."id" AS key, r."state", r."rejectionReason", r."ownLimits",
            r."formAnswers" -> 'terms' AS "acceptedTerms", (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId") AS "application", (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId") AS "product",
            (SELECT p."name" FROM "CatalogPlan" p WHERE p."id" = r."catalogPlanId") AS "plan" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'subscription ' || r."id" AS key, r."state", r."rejectionReason", r."ownLimits",
            r."formAnswers" -> 'terms' AS "acceptedTerms", (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId") AS "application", (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId") AS "product",
            (SELECT p."name" FROM "CatalogPlan" p WHERE p."id" = r."catalogPlanId") AS "plan" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'subscription ' || r."id" AS key, r."state", r."rejectionReason", r."ownLimits",
            r."formAnswers" -> 'terms' AS "acceptedTerms", (SELECT a."name" FROM "Application" a
            WHERE a."id" = r."applicationId") AS "application", (SELECT p."name" || ':' || p."version"
            FROM "CatalogProduct" p WHERE p."id" = r."catalogProductId") AS "product",
            (SELECT p."name" FROM "CatalogPlan" p WHERE p."id" = r."catalogPlanId") AS "plan" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditUserRegistry"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'user registry ' || r."name" AS key, r."title", r."displayName", r."type", r."url",
            r."ldap", r."openId", r."saml" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'user registry ' || r."name" AS key, r."title", r."displayName", r."type", r."url",
            r."ldap", r."openId", r."saml" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'user registry ' || r."name" AS key, r."title", r."displayName", r."type", r."url",
            r."ldap", r."openId", r."saml" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'user registry ' || r."name" AS key, r."title", r."displayName", r."type", r."url",
            r."ldap", r."openId", r."saml" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAuditWebhook"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'webhook ' || r."name" AS key, CASE WHEN r."consumerOrgId" IS NULL THEN r."url" END AS "url",
            r."types", r."active" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'webhook ' || r."name" AS key, CASE WHEN r."consumerOrgId" IS NULL THEN r."url" END AS "url",
            r."types", r."active" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'webhook ' || r."name" AS key, CASE WHEN r."consumerOrgId" IS NULL THEN r."url" END AS "url",
            r."types", r."active" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'webhook ' || r."name" AS key, CASE WHEN r."consumerOrgId" IS NULL THEN r."url" END AS "url",
            r."types", r."active" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("id")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAudit_CatalogToOAuthProvider"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."B")) AS key, true AS "assigned" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."B")) AS key, true AS "assigned" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."B")) AS key, true AS "assigned" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT p."name" FROM "OAuthProvider" p
            WHERE p."id" = r."B")) AS key, true AS "assigned" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("A", "B")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAudit_CatalogToUserRegistry"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."B")) AS key, true AS "assigned" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."B")) AS key, true AS "assigned" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."B")) AS key, true AS "assigned" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'assignment ' || concat_ws('/', (SELECT c."name" FROM "Catalog" c
            WHERE c."id" = r."A"), (SELECT u."name" FROM "UserRegistry" u
            WHERE u."id" = r."B")) AS key, true AS "assigned" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("A", "B")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE FUNCTION "noteForAudit_ConsumerGroupToConsumerOrg"()
 RETURNS trigger
 LANGUAGE plpgsql
 SET jit TO 'off'
 SET enable_nestloop TO 'off'
AS $function$
DECLARE
    noted text := coalesce(current_setting('gatehouse.noted', true), '');
    changes text;
BEGIN
    IF length(noted) > 200000 OR (pg_trigger_depth() > 1 AND TG_TABLE_NAME <> 'Plan') THEN RETURN NULL; END IF;
    IF TG_OP = 'INSERT' THEN
        SELECT string_agg(jsonb_build_object('before', NULL, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer group ' || concat_ws('/', (SELECT g."name" FROM "ConsumerGroup" g
            WHERE g."id" = r."A"), (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."B")) AS key, true AS "inGroup" FROM (SELECT n.*) r) x))) AS after FROM new_rows n LIMIT 20) AS rows;
    ELSIF TG_OP = 'DELETE' THEN
        SELECT string_agg(jsonb_build_object('before', before, 'after', NULL)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer group ' || concat_ws('/', (SELECT g."name" FROM "ConsumerGroup" g
            WHERE g."id" = r."A"), (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."B")) AS key, true AS "inGroup" FROM (SELECT o.*) r) x))) AS before FROM old_rows o LIMIT 20) AS rows;
    ELSE
        SELECT string_agg(jsonb_build_object('before', before, 'after', after)::text, E'\n') INTO changes FROM (
            SELECT (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer group ' || concat_ws('/', (SELECT g."name" FROM "ConsumerGroup" g
            WHERE g."id" = r."A"), (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."B")) AS key, true AS "inGroup" FROM (SELECT o.*) r) x))) AS before, (SELECT jsonb_object_agg(key, CASE WHEN length(value::text) <= 2000 THEN value ELSE jsonb_build_object(
                'characters', length(value::text), 'sha256', left(encode(sha256(convert_to(value::text, 'UTF8')), 'hex'), 16)) END)
            FROM jsonb_each((SELECT to_jsonb(x) FROM (SELECT 'consumer group ' || concat_ws('/', (SELECT g."name" FROM "ConsumerGroup" g
            WHERE g."id" = r."A"), (SELECT o."name" FROM "ConsumerOrg" o
            WHERE o."id" = r."B")) AS key, true AS "inGroup" FROM (SELECT n.*) r) x))) AS after FROM old_rows o JOIN new_rows n USING ("A", "B")
            WHERE o.* IS DISTINCT FROM n.* LIMIT 20) AS rows WHERE before IS DISTINCT FROM after;
    END IF;
    IF changes IS NOT NULL THEN
        PERFORM set_config('gatehouse.noted', noted || changes || E'\n', true);
    END IF;
    RETURN NULL;
END $function$;

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Api" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryApi"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Application" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryApplication"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Backend" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryBackend"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" BEFORE DELETE ON "Catalog" FOR EACH ROW EXECUTE FUNCTION "keepHistoryCatalog"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "CatalogApi" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogApi"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "CatalogBackend" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogBackend"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "CatalogPlan" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogPlan"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" BEFORE DELETE ON "CatalogProduct" FOR EACH ROW EXECUTE FUNCTION "keepHistoryCatalogProduct"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" BEFORE DELETE ON "ConsumerGroup" FOR EACH ROW EXECUTE FUNCTION "keepHistoryConsumerGroup"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "ConsumerOrg" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryConsumerOrg"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "GraphQLServer" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryGraphQLServer"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "OAuthProvider" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryOAuthProvider"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Org" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryOrg"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Plan" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryPlan"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" BEFORE DELETE ON "Product" FOR EACH ROW EXECUTE FUNCTION "keepHistoryProduct"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "ProductApi" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryProductApi"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "RuleSet" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryRuleSet"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Secret" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistorySecret"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Subscription" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistorySubscription"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "UserRegistry" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryUserRegistry"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Webhook" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryWebhook"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "_CatalogToOAuthProvider" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory_CatalogToOAuthProvider"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "_CatalogToUserRegistry" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory_CatalogToUserRegistry"();

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "_ConsumerGroupToConsumerOrg" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory_ConsumerGroupToConsumerOrg"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Api" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryApi"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Application" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryApplication"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Backend" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryBackend"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Catalog" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalog"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "CatalogApi" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogApi"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "CatalogBackend" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogBackend"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "CatalogPlan" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogPlan"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "CatalogProduct" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogProduct"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "ConsumerGroup" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryConsumerGroup"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "ConsumerOrg" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryConsumerOrg"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "GraphQLServer" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryGraphQLServer"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "OAuthProvider" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryOAuthProvider"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Org" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryOrg"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Plan" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryPlan"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Product" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryProduct"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "ProductApi" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryProductApi"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "RuleSet" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryRuleSet"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Secret" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistorySecret"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Subscription" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistorySubscription"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "UserRegistry" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryUserRegistry"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Webhook" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryWebhook"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "_CatalogToOAuthProvider" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory_CatalogToOAuthProvider"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "_CatalogToUserRegistry" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory_CatalogToUserRegistry"();

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "_ConsumerGroupToConsumerOrg" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory_ConsumerGroupToConsumerOrg"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Api" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryApi"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Application" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryApplication"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Backend" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryBackend"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Catalog" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalog"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "CatalogApi" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogApi"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "CatalogBackend" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogBackend"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "CatalogPlan" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogPlan"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "CatalogProduct" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryCatalogProduct"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "ConsumerGroup" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryConsumerGroup"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "ConsumerOrg" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryConsumerOrg"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "GraphQLServer" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryGraphQLServer"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "OAuthProvider" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryOAuthProvider"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Org" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryOrg"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Plan" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryPlan"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Product" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryProduct"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "ProductApi" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryProductApi"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "RuleSet" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryRuleSet"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Secret" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistorySecret"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Subscription" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistorySubscription"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "UserRegistry" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryUserRegistry"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Webhook" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistoryWebhook"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "_CatalogToOAuthProvider" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory_CatalogToOAuthProvider"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "_CatalogToUserRegistry" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory_CatalogToUserRegistry"();

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "_ConsumerGroupToConsumerOrg" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory_ConsumerGroupToConsumerOrg"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "AccessToken" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditAccessToken"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Api" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditApi"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ApiKey" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditApiKey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Application" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditApplication"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Backend" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditBackend"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Catalog" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalog"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "CatalogApi" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogApi"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "CatalogBackend" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogBackend"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "CatalogPlan" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogPlan"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "CatalogProduct" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogProduct"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ChangeApproval" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeApproval"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ChangeComment" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeComment"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ChangeRequest" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeRequest"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ChangeWave" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeWave"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ClientCertificate" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditClientCertificate"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ConsumerGroup" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditConsumerGroup"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ConsumerMembership" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditConsumerMembership"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ConsumerOrg" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditConsumerOrg"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Credential" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCredential"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "EmailVerification" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditEmailVerification"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ExternalClient" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditExternalClient"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "GraphQLServer" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditGraphQLServer"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "LocalUser" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditLocalUser"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Member" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMember"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "MemberInvitation" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMemberInvitation"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "MemberPasskey" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMemberPasskey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Membership" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMembership"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "OAuthProvider" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditOAuthProvider"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Org" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditOrg"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Passkey" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditPasskey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Plan" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditPlan"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Product" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditProduct"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "ProductApi" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditProductApi"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Quota" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditQuota"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "RuleSet" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditRuleSet"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "SchemaRefresh" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSchemaRefresh"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Secret" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSecret"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "SigningKey" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSigningKey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Subscription" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSubscription"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "UserRegistry" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditUserRegistry"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "Webhook" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditWebhook"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "_CatalogToOAuthProvider" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit_CatalogToOAuthProvider"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "_CatalogToUserRegistry" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit_CatalogToUserRegistry"();

CREATE OR REPLACE TRIGGER "noteForAuditOnDelete" AFTER DELETE ON "_ConsumerGroupToConsumerOrg" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit_ConsumerGroupToConsumerOrg"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "AccessToken" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditAccessToken"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Api" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditApi"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ApiKey" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditApiKey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Application" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditApplication"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Backend" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditBackend"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Catalog" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalog"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "CatalogApi" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogApi"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "CatalogBackend" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogBackend"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "CatalogPlan" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogPlan"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "CatalogProduct" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogProduct"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ChangeApproval" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeApproval"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ChangeComment" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeComment"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ChangeRequest" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeRequest"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ChangeWave" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeWave"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ClientCertificate" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditClientCertificate"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ConsumerGroup" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditConsumerGroup"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ConsumerMembership" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditConsumerMembership"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ConsumerOrg" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditConsumerOrg"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Credential" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCredential"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "EmailVerification" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditEmailVerification"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ExternalClient" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditExternalClient"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "GraphQLServer" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditGraphQLServer"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "LocalUser" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditLocalUser"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Member" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMember"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "MemberInvitation" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMemberInvitation"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "MemberPasskey" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMemberPasskey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Membership" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMembership"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "OAuthProvider" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditOAuthProvider"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Org" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditOrg"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Passkey" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditPasskey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Plan" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditPlan"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Product" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditProduct"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "ProductApi" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditProductApi"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Quota" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditQuota"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "RuleSet" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditRuleSet"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "SchemaRefresh" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSchemaRefresh"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Secret" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSecret"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "SigningKey" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSigningKey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Subscription" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSubscription"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "UserRegistry" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditUserRegistry"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "Webhook" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditWebhook"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "_CatalogToOAuthProvider" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit_CatalogToOAuthProvider"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "_CatalogToUserRegistry" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit_CatalogToUserRegistry"();

CREATE OR REPLACE TRIGGER "noteForAuditOnInsert" AFTER INSERT ON "_ConsumerGroupToConsumerOrg" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit_ConsumerGroupToConsumerOrg"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "AccessToken" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditAccessToken"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Api" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditApi"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ApiKey" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditApiKey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Application" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditApplication"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Backend" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditBackend"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Catalog" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalog"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "CatalogApi" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogApi"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "CatalogBackend" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogBackend"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "CatalogPlan" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogPlan"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "CatalogProduct" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCatalogProduct"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ChangeApproval" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeApproval"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ChangeComment" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeComment"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ChangeRequest" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeRequest"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ChangeWave" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditChangeWave"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ClientCertificate" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditClientCertificate"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ConsumerGroup" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditConsumerGroup"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ConsumerMembership" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditConsumerMembership"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ConsumerOrg" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditConsumerOrg"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Credential" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditCredential"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "EmailVerification" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditEmailVerification"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ExternalClient" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditExternalClient"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "GraphQLServer" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditGraphQLServer"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "LocalUser" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditLocalUser"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Member" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMember"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "MemberInvitation" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMemberInvitation"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "MemberPasskey" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMemberPasskey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Membership" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditMembership"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "OAuthProvider" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditOAuthProvider"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Org" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditOrg"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Passkey" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditPasskey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Plan" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditPlan"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Product" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditProduct"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "ProductApi" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditProductApi"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Quota" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditQuota"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "RuleSet" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditRuleSet"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "SchemaRefresh" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSchemaRefresh"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Secret" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSecret"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "SigningKey" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSigningKey"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Subscription" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditSubscription"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "UserRegistry" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditUserRegistry"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "Webhook" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAuditWebhook"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "_CatalogToOAuthProvider" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit_CatalogToOAuthProvider"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "_CatalogToUserRegistry" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit_CatalogToUserRegistry"();

CREATE OR REPLACE TRIGGER "noteForAuditOnUpdate" AFTER UPDATE ON "_ConsumerGroupToConsumerOrg" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "noteForAudit_ConsumerGroupToConsumerOrg"();

DROP FUNCTION "noteForAudit"();

DROP FUNCTION "keepHistory"();
