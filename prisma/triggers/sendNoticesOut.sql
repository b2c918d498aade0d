-- Gives each new notice to the members of its consumer org: unread, and by mail where the catalog has mail; and to the active
-- webhooks of the org that asked for its kind. An org keeps its last 1,000 notices. It runs in the transaction of the change, as
-- the event does.
-- The end of each org is found once for all of its notices, and rows are looked up by indexes alone: a session keeps the plans of
-- its first call, when there may have been no notice yet, and would read all notices for each org.
CREATE OR REPLACE FUNCTION "sendNoticesOut"() RETURNS trigger LANGUAGE plpgsql SET jit = off SET enable_seqscan = off AS $$
BEGIN
    INSERT INTO "NoticeReader" ("noticeId", "memberId")
        SELECT n."id", p."memberId" FROM new_rows n JOIN "ConsumerMembership" p ON p."consumerOrgId" = n."consumerOrgId";
    INSERT INTO "Mail" ("catalogId", "eventId", "memberId", "noticeId", "nextAttemptAt")
        SELECT n."catalogId", n."eventId", m."id", n."id", to_timestamp(0)
        FROM new_rows n JOIN "Catalog" c ON c."id" = n."catalogId" AND c."mail" IS NOT NULL
            JOIN "ConsumerMembership" p ON p."consumerOrgId" = n."consumerOrgId"
            JOIN "Member" m ON m."id" = p."memberId" AND m."email" IS NOT NULL AND m."noticesByMail"
                AND (m."emailVerifiedAt" IS NOT NULL OR NOT m."emailNeedsProof")
        ORDER BY n."id", m."id";
    INSERT INTO "WebhookDelivery" ("webhookId", "noticeId", "nextAttemptAt")
        SELECT w."id", n."id", to_timestamp(0)
        FROM new_rows n JOIN "Webhook" w ON w."consumerOrgId" = n."consumerOrgId" AND w."active" AND n."kind" = ANY (w."noticeKinds")
        ORDER BY n."id";
    WITH oldest AS MATERIALIZED (
        SELECT o."consumerOrgId", (SELECT k."id" FROM "Notice" k
            WHERE k."consumerOrgId" = o."consumerOrgId" ORDER BY k."id" DESC OFFSET 1000 LIMIT 1) AS "id"
        FROM (SELECT DISTINCT "consumerOrgId" FROM new_rows) o
    )
    DELETE FROM "Notice" WHERE "id" = ANY (ARRAY(
        SELECT d."id" FROM oldest o CROSS JOIN LATERAL (SELECT n."id" FROM "Notice" n
            WHERE n."consumerOrgId" = o."consumerOrgId" AND n."id" <= o."id" OFFSET 0) d));
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "sendNoticesOut" AFTER INSERT ON "Notice"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "sendNoticesOut"();
