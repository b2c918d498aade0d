-- Returns the operations of an OpenAPI document: `GET /customers`, and what the document says of each.
CREATE OR REPLACE FUNCTION "operationsOf"("document" jsonb) RETURNS TABLE ("operation" text, "value" jsonb) LANGUAGE sql IMMUTABLE AS $$
    SELECT upper(m.key) || ' ' || p.key, m.value
    FROM jsonb_each(CASE jsonb_typeof("document"->'paths') WHEN 'object' THEN "document"->'paths' ELSE '{}' END) p,
        jsonb_each(CASE jsonb_typeof(p.value) WHEN 'object' THEN p.value ELSE '{}' END) m
    WHERE m.key IN ('get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace')
$$;
