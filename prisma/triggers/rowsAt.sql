-- Returns the rows of an org in a table as they were before a moment. The first argument, a null, names the table by its
-- type. Documents of APIs and GraphQL servers, which can be large, are as they are now: "rowAt" has them.
CREATE OR REPLACE FUNCTION "rowsAt"(kind anyelement, org uuid, moment bigint) RETURNS SETOF anyelement
    LANGUAGE plpgsql STABLE ROWS 1000 AS $$
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
END $$;
