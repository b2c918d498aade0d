
CREATE OR REPLACE FUNCTION "writeSearchText"()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
DECLARE
    paths jsonb := CASE jsonb_typeof(NEW."openapi" -> 'paths') WHEN 'object' THEN NEW."openapi" -> 'paths' ELSE '{}' END;
BEGIN
    NEW."searchText" := lower(concat_ws(E'\n', NEW."name", NEW."title",
        NEW."words" ->> 'summary', NEW."words" ->> 'description',
        (SELECT string_agg(tag, E'\n') FROM jsonb_array_elements_text(NEW."words" -> 'tags') AS tag),
        (SELECT string_agg(key, E'\n') FROM jsonb_object_keys(paths) AS key),
        (SELECT string_agg(operation.value ->> 'summary', E'\n')
            FROM jsonb_each(paths) AS item, jsonb_each(CASE jsonb_typeof(item.value) WHEN 'object' THEN item.value ELSE '{}' END)
                AS operation
            WHERE jsonb_typeof(operation.value) = 'object'),
        (SELECT string_agg(DISTINCT word[1], E'\n') FROM regexp_matches(NEW."sdl", '(\w+)\s*[(:]', 'g') AS word)));
    RETURN NEW;
END $function$;
