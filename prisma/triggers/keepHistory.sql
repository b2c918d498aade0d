-- Keeps rows as they were before a statement: the columns that it changed. Columns with bytes, which are secrets, and those
-- that the trigger names are left out. Long values are kept once, by their hash. Of what other rows go with, the row is
-- kept before it is deleted, so that those find their owner. PostgreSQL has no statistics of the rows of a statement, and
-- would compile (jit) for their square, which takes seconds.
CREATE OR REPLACE FUNCTION "keepHistory"() RETURNS trigger LANGUAGE plpgsql SET jit = off AS $$
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
END $$;

DO $$
DECLARE
    kept text;
    left_out text;
BEGIN
    FOR kept, left_out IN SELECT name, columns FROM (VALUES
        ('Org', 'revision'), ('UserRegistry', ''), ('OAuthProvider', ''), ('Backend', ''), ('RuleSet', ''), ('Api', 'sortKey'), ('Product', ''),
        ('ProductApi', ''), ('Plan', ''),
        ('GraphQLServer', 'state failure sdl revision built builtRevision report standingPolicies openUntil'),
        ('Catalog', ''), ('_CatalogToOAuthProvider', ''), ('_CatalogToUserRegistry', ''), ('CatalogBackend', ''),
        ('Secret', ''), ('Webhook', 'failures failingSince restsUntil'), ('CatalogProduct', 'sortKey searchText'),
        ('CatalogApi', 'searchText'), ('CatalogPlan', ''), ('ConsumerOrg', 'applicationsEndedAt'), ('Application', ''),
        ('Subscription', ''), ('ConsumerGroup', ''), ('_ConsumerGroupToConsumerOrg', '')
    ) AS t (name, columns) LOOP
        EXECUTE format('CREATE OR REPLACE TRIGGER "keepHistoryOnInsert" AFTER INSERT ON %I
            REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"(%L)', kept, left_out);
        EXECUTE format('CREATE OR REPLACE TRIGGER "keepHistoryOnUpdate" AFTER UPDATE ON %I
            REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"(%L)', kept, left_out);
        IF kept IN ('Catalog', 'CatalogProduct', 'ConsumerGroup', 'Product') THEN
            EXECUTE format('CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" BEFORE DELETE ON %I
                FOR EACH ROW EXECUTE FUNCTION "keepHistory"(%L)', kept, left_out);
        ELSE
            EXECUTE format('CREATE OR REPLACE TRIGGER "keepHistoryOnDelete" AFTER DELETE ON %I
                REFERENCING OLD TABLE AS old_rows FOR EACH STATEMENT EXECUTE FUNCTION "keepHistory"(%L)', kept, left_out);
        END IF;
    END LOOP;
END $$;
