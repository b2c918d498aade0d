-- Keeps rows as they were before a statement: the columns that it changed. Columns with bytes, which are secrets, and those
-- that the table below names are left out. Long values are kept once, by their hash. Of what other rows go with, the row is
-- kept before it is deleted, so that those find their owner. Each table has a function of its own, whose statements a
-- session plans once. PostgreSQL has no statistics of the rows of a statement: it would compile (jit) for their square,
-- and plan a loop for the first ones, which takes the square of a hundred thousand.
DO $do$
DECLARE
    changed text := $c$WITH changed AS MATERIALIZED (
            %1$s
        ), owned AS MATERIALIZED (
            SELECT p.parent, w.org, w.catalog, "historyMoment"(w.org) AS moment
            FROM (SELECT DISTINCT parent FROM changed) p, LATERAL "historyOwner"(%2$L, p.parent) w
        )$c$;
    keep text := changed || $c$, long AS MATERIALIZED (
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
            SELECT w.moment, w.catalog, %2$L, c.key, TG_OP, c.image - coalesce(l.columns, '{}'), l.hashes
            FROM changed c JOIN owned w ON w.parent = c.parent
                LEFT JOIN (SELECT key, array_agg("column") AS columns, jsonb_object_agg("column", hash) AS hashes
                    FROM long GROUP BY key) l ON l.key = c.key
            WHERE w.moment IS NOT NULL ORDER BY c.key$c$;
    kept record;
    deleted text;
    image text;
    difference text;
BEGIN
    FOR kept IN SELECT 'keepHistory' || t.name AS keep, t.*, "historyParent"(t.name) AS parent,
            t.name IN ('Catalog', 'CatalogProduct', 'ConsumerGroup', 'Product') AS is_gone_with FROM (VALUES
        ('Org', 'revision lettersSince letters messageMailsSince messageMails'), ('UserRegistry', ''), ('OAuthProvider', ''), ('Backend', ''), ('RuleSet', ''),
        ('Api', 'sortKey'),
        ('Product', ''), ('ProductApi', ''), ('Plan', ''),
        ('GraphQLServer', 'state failure sdl revision built builtRevision report standingPolicies openUntil'),
        ('Catalog', ''), ('_CatalogToOAuthProvider', ''), ('_CatalogToUserRegistry', ''), ('CatalogBackend', ''),
        ('Secret', ''), ('Webhook', 'failures failingSince restsUntil'), ('CatalogProduct', 'sortKey searchText'),
        ('CatalogApi', 'searchText'), ('CatalogPlan', ''), ('ConsumerOrg', 'applicationsEndedAt'), ('Application', ''),
        ('Subscription', ''), ('ConsumerGroup', ''), ('_ConsumerGroupToConsumerOrg', '')
    ) AS t (name, left_out) LOOP
        deleted := CASE WHEN kept.is_gone_with THEN 'OLD' ELSE 'o' END;
        SELECT string_agg(format('jsonb_build_object(%1$L, %2$s.%1$I)', attname, deleted), E'\n                || ' ORDER BY attnum),
            string_agg(format('CASE WHEN o.%1$I IS DISTINCT FROM n.%1$I THEN jsonb_build_object(%1$L, o.%1$I) ELSE ''{}'' END',
                attname), E'\n                || ' ORDER BY attnum)
            INTO image, difference
            FROM pg_attribute WHERE attrelid = format('%I', kept.name)::regclass AND attnum > 0 AND NOT attisdropped
                AND atttypid <> 'bytea'::regtype AND attname <> ALL (string_to_array(kept.left_out, ' '));
        EXECUTE format($function$
CREATE OR REPLACE FUNCTION %I() RETURNS trigger LANGUAGE plpgsql SET jit = off SET enable_nestloop = off AS $$
BEGIN
    IF TG_OP = 'INSERT' THEN
        %s
        INSERT INTO "HistoryRow" ("momentId", "catalogId", "table", "rowId", "operation", "before")
            SELECT w.moment, w.catalog, %L, c.key, TG_OP, '{}' FROM changed c JOIN owned w ON w.parent = c.parent
            WHERE w.moment IS NOT NULL ORDER BY c.key;
    ELSIF TG_OP = 'UPDATE' THEN
        %s;
    ELSE
        %s;
    END IF;
    RETURN %s;
END $$$function$, kept.keep,
            format(changed, format('SELECT %s AS key, n.%I AS parent FROM new_rows n', "historyKey"(kept.name, 'n'), kept.parent), kept.name),
            kept.name,
            format(keep, format('SELECT * FROM (SELECT %1$s AS key, o.%2$I AS parent, %3$s AS image
                FROM old_rows o JOIN new_rows n ON %1$s = %4$s) c WHERE c.image <> ''{}''',
                "historyKey"(kept.name, 'o'), kept.parent, difference, "historyKey"(kept.name, 'n')), kept.name),
            format(keep, format('SELECT %s AS key, %s.%I AS parent, %s AS image%s', "historyKey"(kept.name, deleted), deleted,
                kept.parent, image, CASE WHEN NOT kept.is_gone_with THEN ' FROM old_rows o' END), kept.name),
            CASE WHEN kept.is_gone_with THEN 'OLD' ELSE 'NULL' END);
        EXECUTE format('CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON %I
            REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()', kept.name, kept.keep);
        EXECUTE format('CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON %I
            REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()', kept.name, kept.keep);
        EXECUTE format(CASE WHEN kept.is_gone_with THEN 'CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" BEFORE DELETE ON %I
                FOR EACH ROW EXECUTE FUNCTION %I()' ELSE 'CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON %I
                REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION %I()' END, kept.name, kept.keep);
    END LOOP;
END $do$;
