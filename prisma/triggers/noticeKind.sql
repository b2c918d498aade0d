-- Returns the kind of notice that an event is; null is none. A deprecated product with a migration target is superseded. The type is a
-- text, since a restore makes the enum anew, which nothing may depend on.
CREATE OR REPLACE FUNCTION "noticeKind"("type" text, "detail" jsonb) RETURNS text LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
    RETURN CASE
        WHEN "type" IN ('LIMIT_ALERT', 'CREDENTIAL_ENDING', 'API_CHANGED', 'MESSAGE', 'WEBHOOK_DISABLED') THEN "type"
        WHEN "type" = 'APPLICATION_STATE' THEN 'APPLICATION_' || ("detail"->>'state')
        WHEN "type" = 'SUNSET' THEN 'PRODUCT_SUNSET'
        WHEN "type" = 'SUBSCRIPTION' THEN CASE "detail"->>'change'
            WHEN 'CHANGED' THEN 'SUBSCRIPTION_' || ("detail"->>'state')
            WHEN 'ENDED' THEN 'SUBSCRIPTION_ENDED'
            WHEN 'PLAN_REJECTED' THEN 'PLAN_REJECTED' END
        WHEN "type" = 'PRODUCT_LIFECYCLE' THEN CASE "detail"->>'to'
            WHEN 'DEPRECATED' THEN CASE WHEN "detail"->>'successor' IS NULL THEN 'PRODUCT_DEPRECATED' ELSE 'PRODUCT_SUPERSEDED' END
            WHEN 'RETIRED' THEN 'PRODUCT_RETIRED' END
        END;
END $$;
