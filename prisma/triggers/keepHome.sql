-- Keeps the home of people as their memberships change. Whoever leaves a consumer org loses the sessions in it and what it
-- was told. The home moves to the first of the others; with the last membership the person is gone.
CREATE OR REPLACE FUNCTION "keepHome"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' THEN
        DELETE FROM "PortalSession" s USING old_rows o JOIN "Member" m ON m."id" = o."memberId"
            WHERE s."memberId" = o."memberId" AND coalesce(s."consumerOrgId", m."consumerOrgId") = o."consumerOrgId";
        DELETE FROM "NoticeReader" r USING old_rows o, "Notice" n
            WHERE r."memberId" = o."memberId" AND n."id" = r."noticeId" AND n."consumerOrgId" = o."consumerOrgId";
        DELETE FROM "Mail" r USING old_rows o, "Notice" n
            WHERE r."memberId" = o."memberId" AND n."id" = r."noticeId" AND n."consumerOrgId" = o."consumerOrgId";
        DELETE FROM "Member" m USING old_rows o WHERE m."id" = o."memberId"
            AND NOT EXISTS (SELECT FROM "ConsumerMembership" p WHERE p."memberId" = m."id");
        UPDATE "Member" m SET "consumerOrgId" = f."consumerOrgId", "role" = f."role"
            FROM old_rows o CROSS JOIN LATERAL (SELECT p."consumerOrgId", p."role" FROM "ConsumerMembership" p
                WHERE p."memberId" = o."memberId" ORDER BY p."createdAt", p."id" LIMIT 1) f
            WHERE m."id" = o."memberId" AND m."consumerOrgId" = o."consumerOrgId";
    ELSE
        UPDATE "Member" m SET "role" = p."role" FROM new_rows p
            WHERE m."id" = p."memberId" AND m."consumerOrgId" = p."consumerOrgId" AND m."role" IS DISTINCT FROM p."role";
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "keepHomeOfDeleted" AFTER DELETE ON "ConsumerMembership"
    REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "keepHome"();
CREATE OR REPLACE TRIGGER "keepHomeOfUpdated" AFTER UPDATE ON "ConsumerMembership"
    REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION "keepHome"();
