-- Returns a row as it was before a moment, with its documents. Null where there was none.
CREATE OR REPLACE FUNCTION "rowAt"(kind anyelement, row_id uuid, moment bigint) RETURNS anyelement
    LANGUAGE plpgsql STABLE AS $$
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
END $$;
