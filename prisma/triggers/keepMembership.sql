-- Makes the membership of a person who is written with a home and a role alone, as processes of the version before do, and
-- gives it the role that they set. One who moves keeps the membership that was left until the next sign-in by a provider.
CREATE OR REPLACE FUNCTION "keepMembership"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO "ConsumerMembership" AS p ("id", "memberId", "consumerOrgId", "role", "createdAt")
        VALUES (gen_random_uuid(), NEW."id", NEW."consumerOrgId", NEW."role", NEW."createdAt")
        ON CONFLICT ("memberId", "consumerOrgId") DO UPDATE SET "role" = excluded."role"
            WHERE p."role" IS DISTINCT FROM excluded."role";
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER "keepMembership" AFTER INSERT OR UPDATE OF "consumerOrgId", "role" ON "Member"
    FOR EACH ROW EXECUTE FUNCTION "keepMembership"();
