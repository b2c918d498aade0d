-- Names the column of a table that leads to its org: by itself, or by the row that it belongs to.
CREATE OR REPLACE FUNCTION "historyParent"(name text) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN CASE
        WHEN name IN ('Org', 'Catalog') THEN 'id'
        WHEN name IN ('Webhook', 'Secret', 'CatalogBackend', 'CatalogProduct', 'ConsumerOrg', 'ConsumerGroup') THEN 'catalogId'
        WHEN name IN ('CatalogApi', 'CatalogPlan', 'Subscription') THEN 'catalogProductId'
        WHEN name = 'Application' THEN 'consumerOrgId'
        WHEN name IN ('Plan', 'ProductApi') THEN 'productId'
        WHEN name IN ('_CatalogToOAuthProvider', '_CatalogToUserRegistry', '_ConsumerGroupToConsumerOrg') THEN 'A'
        ELSE 'orgId'
    END;
END $$;
