-- Finds the org and the catalog of a row by what it belongs to. What is deleted with its parent, in the order of cascades,
-- finds it in the history of the parent.
CREATE OR REPLACE FUNCTION "historyOwner"(name text, parent uuid, OUT org uuid, OUT catalog uuid) LANGUAGE plpgsql STABLE AS $$
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
END $$;
