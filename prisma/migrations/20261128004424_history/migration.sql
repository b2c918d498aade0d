-- CreateTable
CREATE TABLE "HistoryMoment" (
    "id" BIGSERIAL NOT NULL,
    "orgId" UUID NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "auditEventId" BIGINT,

    CONSTRAINT "HistoryMoment_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HistoryRow" (
    "id" BIGSERIAL NOT NULL,
    "momentId" BIGINT NOT NULL,
    "catalogId" UUID,
    "table" TEXT NOT NULL,
    "rowId" UUID NOT NULL,
    "operation" TEXT NOT NULL,
    "before" JSONB NOT NULL,
    "documents" JSONB,

    CONSTRAINT "HistoryRow_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "HistoryDocument" (
    "orgId" UUID NOT NULL,
    "hash" TEXT NOT NULL,
    "content" JSONB NOT NULL,
    "lastAt" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "HistoryDocument_pkey" PRIMARY KEY ("orgId","hash")
);

-- CreateTable
CREATE TABLE "HistoryStart" (
    "id" INTEGER NOT NULL DEFAULT 1,
    "since" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "HistoryStart_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "HistoryMoment_orgId_at_idx" ON "HistoryMoment"("orgId", "at");

-- CreateIndex
CREATE INDEX "HistoryMoment_at_idx" ON "HistoryMoment" USING BRIN ("at");

-- CreateIndex
CREATE INDEX "HistoryRow_momentId_idx" ON "HistoryRow"("momentId");

-- CreateIndex
CREATE INDEX "HistoryRow_rowId_id_idx" ON "HistoryRow"("rowId", "id");

-- CreateIndex
CREATE INDEX "HistoryDocument_lastAt_idx" ON "HistoryDocument"("lastAt");

-- AddForeignKey
ALTER TABLE "HistoryMoment" ADD CONSTRAINT "HistoryMoment_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HistoryRow" ADD CONSTRAINT "HistoryRow_momentId_fkey" FOREIGN KEY ("momentId") REFERENCES "HistoryMoment"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "HistoryDocument" ADD CONSTRAINT "HistoryDocument_orgId_fkey" FOREIGN KEY ("orgId") REFERENCES "Org"("id") ON DELETE CASCADE ON UPDATE CASCADE;


CREATE OR REPLACE FUNCTION "historyKey"(name text, alias text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
    RETURN CASE
        WHEN name = 'ProductApi' THEN format('md5(concat(%1$s."productId", %1$s."apiId"))::uuid', alias)
        WHEN name LIKE '\_CatalogTo%' THEN format('md5(concat(%1$s."A", %1$s."B"))::uuid', alias)
        ELSE format('%s."id"', alias)
    END;
END $function$;

CREATE OR REPLACE FUNCTION "historyMoment"(org uuid)
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
DECLARE
    known jsonb := coalesce(nullif(current_setting('gatehouse.moments', true), ''), '{}');
    made bigint := known ->> org::text;
BEGIN
    IF made IS NULL AND EXISTS (SELECT FROM "Org" WHERE "id" = org) THEN
        INSERT INTO "HistoryMoment" ("orgId", "at") VALUES (org, date_trunc('milliseconds', clock_timestamp()))
            RETURNING "id" INTO made;
        PERFORM set_config('gatehouse.moments', (known || jsonb_build_object(org, made))::text, true);
    END IF;
    RETURN made;
END $function$;

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
        catalog := CASE by_column
            WHEN 'catalogProductId' THEN (SELECT p."catalogId" FROM "CatalogProduct" p WHERE p."id" = parent)
            WHEN 'consumerOrgId' THEN (SELECT o."catalogId" FROM "ConsumerOrg" o WHERE o."id" = parent)
            ELSE parent
        END;
        catalog := coalesce(catalog,
            (SELECT h."catalogId" FROM "HistoryRow" h WHERE h."rowId" = parent ORDER BY h."id" DESC LIMIT 1));
        SELECT c."orgId" INTO org FROM "Catalog" c WHERE c."id" = catalog;
    END IF;
    org := coalesce(org, (SELECT m."orgId" FROM "HistoryRow" h JOIN "HistoryMoment" m ON m."id" = h."momentId"
        WHERE h."rowId" = coalesce(catalog, parent) ORDER BY h."id" DESC LIMIT 1));
END $function$;

CREATE OR REPLACE FUNCTION "historyParent"(name text)
 RETURNS text
 LANGUAGE plpgsql
 IMMUTABLE
AS $function$
BEGIN
    RETURN CASE
        WHEN name IN ('Org', 'Catalog') THEN 'id'
        WHEN name IN ('Webhook', 'Secret', 'CatalogBackend', 'CatalogProduct', 'ConsumerOrg') THEN 'catalogId'
        WHEN name IN ('CatalogApi', 'CatalogPlan', 'Subscription') THEN 'catalogProductId'
        WHEN name = 'Application' THEN 'consumerOrgId'
        WHEN name IN ('Plan', 'ProductApi') THEN 'productId'
        WHEN name IN ('_CatalogToOAuthProvider', '_CatalogToUserRegistry') THEN 'A'
        ELSE 'orgId'
    END;
END $function$;

CREATE OR REPLACE FUNCTION "keepHistory"()
 RETURNS trigger
 LANGUAGE plpgsql
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

CREATE OR REPLACE FUNCTION "rowAt"(kind anyelement, row_id uuid, moment bigint)
 RETURNS anyelement
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
    name text := (SELECT relname FROM pg_class WHERE reltype = pg_typeof(kind)::oid);
    found ALIAS FOR $0;
    image jsonb;
BEGIN
    IF (SELECT h."operation" FROM "HistoryRow" h WHERE h."rowId" = row_id AND h."momentId" >= moment
        ORDER BY h."id" LIMIT 1) = 'INSERT' THEN RETURN NULL; END IF;
    SELECT jsonb_object_agg(v.key, v.value) INTO image FROM (
        SELECT DISTINCT ON (e.key) e.* FROM (
            SELECT h."id", b.key, b.value FROM "HistoryRow" h, LATERAL jsonb_each(h."before") b
            WHERE h."rowId" = row_id AND h."momentId" >= moment
            UNION ALL
            SELECT h."id", b.key, d."content" FROM "HistoryRow" h JOIN "HistoryMoment" m ON m."id" = h."momentId",
                LATERAL jsonb_each_text(h."documents") b JOIN "HistoryDocument" d ON d."hash" = b.value
            WHERE h."rowId" = row_id AND h."momentId" >= moment AND d."orgId" = m."orgId"
        ) e ORDER BY e.key, e."id"
    ) v;
    EXECUTE format('SELECT x.* FROM (SELECT 1) one LEFT JOIN %1$I r ON %2$s = $1
        CROSS JOIN LATERAL jsonb_populate_record(r, coalesce($2, ''{}'')) x WHERE r.ctid IS NOT NULL OR $2 IS NOT NULL',
        name, "historyKey"(name, 'r')) INTO found USING row_id, image;
    RETURN found;
END $function$;

CREATE OR REPLACE FUNCTION "rowsAt"(kind anyelement, org uuid, moment bigint)
 RETURNS SETOF anyelement
 LANGUAGE plpgsql
 STABLE
AS $function$
DECLARE
    name text := (SELECT relname FROM pg_class WHERE reltype = pg_typeof(kind)::oid);
    by_column text := "historyParent"(name);
    catalogs text := 'SELECT c."id" FROM "Catalog" c WHERE c."orgId" = $1';
    ours text := format('r.%I ', by_column) || CASE
        WHEN name = 'Org' OR by_column = 'orgId' THEN '= $1'
        WHEN by_column = 'productId' THEN 'IN (SELECT p."id" FROM "Product" p WHERE p."orgId" = $1)'
        WHEN by_column = 'catalogProductId' THEN
            format('IN (SELECT p."id" FROM "CatalogProduct" p WHERE p."catalogId" IN (%s))', catalogs)
        WHEN by_column = 'consumerOrgId' THEN
            format('IN (SELECT o."id" FROM "ConsumerOrg" o WHERE o."catalogId" IN (%s))', catalogs)
        ELSE format('IN (%s)', catalogs)
    END;
BEGIN
    RETURN QUERY EXECUTE format($query$
        WITH later AS MATERIALIZED (
            SELECT h.* FROM "HistoryMoment" m JOIN "HistoryRow" h ON h."momentId" = m."id"
            WHERE m."orgId" = $1 AND m."id" >= $2 AND h."table" = %1$L
        ), first AS MATERIALIZED (
            SELECT DISTINCT ON (l."rowId") l."rowId", l."operation" <> 'INSERT' AS existed FROM later l ORDER BY l."rowId", l."id"
        ), former AS MATERIALIZED (
            SELECT v."rowId", jsonb_object_agg(v.key, v.value) AS image FROM (
                SELECT DISTINCT ON (e."rowId", e.key) e.* FROM (
                    SELECT l."rowId", l."id", b.key, b.value FROM later l, LATERAL jsonb_each(l."before") b
                    UNION ALL
                    SELECT l."rowId", l."id", h.key, d."content"
                    FROM later l, LATERAL jsonb_each_text(l."documents") h
                        JOIN "HistoryDocument" d ON d."orgId" = $1 AND d."hash" = h.value
                    WHERE h.key NOT IN ('openapi', 'sdl', 'documents')
                ) e ORDER BY e."rowId", e.key, e."id"
            ) v GROUP BY v."rowId"
        )
        SELECT r.* FROM %1$I r WHERE %2$s AND %3$s NOT IN (SELECT f."rowId" FROM first f)
        UNION ALL
        SELECT x.* FROM first f LEFT JOIN former v ON v."rowId" = f."rowId"
            LEFT JOIN (SELECT %3$s AS key, r FROM %1$I r WHERE %3$s IN (SELECT o."rowId" FROM first o WHERE o.existed)) c
                ON c.key = f."rowId"
            CROSS JOIN LATERAL jsonb_populate_record(c.r, coalesce(v.image, '{}')) x
        WHERE f.existed
        $query$, name, ours, "historyKey"(name, 'r')) USING org, moment;
END $function$;

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Api" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('sortKey');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Application" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Backend" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" BEFORE DELETE ON "Catalog" FOR EACH ROW EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "CatalogApi" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('searchText');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "CatalogBackend" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "CatalogPlan" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" BEFORE DELETE ON "CatalogProduct" FOR EACH ROW EXECUTE FUNCTION "keepHistory"('sortKey searchText');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "ConsumerOrg" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('applicationsEndedAt');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "GraphQLServer" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('state failure sdl revision built builtRevision report standingPolicies openUntil');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "OAuthProvider" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Org" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('revision');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Plan" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" BEFORE DELETE ON "Product" FOR EACH ROW EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "ProductApi" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Secret" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Subscription" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "UserRegistry" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "Webhook" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('failures restsUntil');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "_CatalogToOAuthProvider" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON "_CatalogToUserRegistry" REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Api" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('sortKey');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Application" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Backend" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Catalog" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "CatalogApi" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('searchText');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "CatalogBackend" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "CatalogPlan" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "CatalogProduct" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('sortKey searchText');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "ConsumerOrg" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('applicationsEndedAt');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "GraphQLServer" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('state failure sdl revision built builtRevision report standingPolicies openUntil');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "OAuthProvider" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Org" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('revision');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Plan" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Product" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "ProductApi" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Secret" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Subscription" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "UserRegistry" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "Webhook" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('failures restsUntil');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "_CatalogToOAuthProvider" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON "_CatalogToUserRegistry" REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Api" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('sortKey');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Application" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Backend" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Catalog" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "CatalogApi" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('searchText');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "CatalogBackend" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "CatalogPlan" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "CatalogProduct" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('sortKey searchText');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "ConsumerOrg" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('applicationsEndedAt');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "GraphQLServer" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('state failure sdl revision built builtRevision report standingPolicies openUntil');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "OAuthProvider" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Org" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('revision');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Plan" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Product" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "ProductApi" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Secret" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Subscription" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "UserRegistry" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "Webhook" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('failures restsUntil');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "_CatalogToOAuthProvider" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON "_CatalogToUserRegistry" REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"('');

INSERT INTO "HistoryStart" ("id", "since") VALUES (1, now());
