-- Writes an event MESSAGE when the recipients of a message of the provider are written.
CREATE OR REPLACE FUNCTION "tellMessage"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "Event" ("orgId", "catalogId", "productId", "isPublic", "type", "subject", "detail")
        SELECT c."orgId", c."id", m."productId", false, 'MESSAGE', m."product",
            jsonb_build_object('campaign', m."id", 'product', m."product", 'plan', m."plan", 'title', m."title",
                'text', m."text", 'asksAcknowledgement', m."asksAcknowledgement")
        FROM "Campaign" m JOIN "Catalog" c ON c."id" = m."catalogId"
        WHERE m."id" IN (SELECT n."campaignId" FROM new_rows n) ORDER BY m."id";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "tellMessage" AFTER INSERT ON "CampaignRecipient"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "tellMessage"();
