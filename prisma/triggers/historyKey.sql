-- Writes the expression that identifies a row of a table in history: its id, or one that is made of its key.
CREATE OR REPLACE FUNCTION "historyKey"(name text, alias text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN CASE
        WHEN name = 'ProductApi' THEN format('md5(concat(%1$s."productId", %1$s."apiId"))::uuid', alias)
        WHEN name LIKE '\_%To%' THEN format('md5(concat(%1$s."A", %1$s."B"))::uuid', alias)
        ELSE format('%s."id"', alias)
    END;
END $$;
