-- AlterTable
ALTER TABLE "ConsoleSession" ADD COLUMN     "opens" UUID[] DEFAULT ARRAY[]::UUID[];

-- AlterTable
ALTER TABLE "Membership" ADD COLUMN     "lastSignInAt" TIMESTAMPTZ(3),
ADD COLUMN     "passwordHash" TEXT;

-- AlterTable
ALTER TABLE "User" ADD COLUMN     "passwordSalt" BYTEA NOT NULL DEFAULT uuid_send(gen_random_uuid());

-- A password goes on opening the orgs that its person is in: it is of each of them from now on.
UPDATE "User"
SET "passwordSalt" = decode(rpad(salt, (length(salt) + 3) / 4 * 4, '='), 'base64')
FROM (SELECT id, split_part("passwordHash", '$', 5) AS salt FROM "User") AS written
WHERE written.id = "User".id AND "User"."passwordHash" IS NOT NULL;

UPDATE "Membership"
SET "passwordHash" = person."passwordHash"
FROM "User" AS person
WHERE person.id = "Membership"."userId" AND "Membership".state <> 'INVITED';

-- When somebody of several orgs signed in, and to which of them, is not known.
UPDATE "Membership"
SET "lastSignInAt" = person."lastSignInAt"
FROM "User" AS person
WHERE person.id = "Membership"."userId" AND "Membership".state <> 'INVITED'
  AND (SELECT count(*) FROM "Membership" AS own WHERE own."userId" = person.id AND own.state <> 'INVITED') = 1;

UPDATE "ConsoleSession"
SET opens = ARRAY(
  SELECT other.id FROM "Membership" AS entered JOIN "Membership" AS other USING ("userId")
  WHERE entered.id = "ConsoleSession"."membershipId" AND other.state <> 'INVITED')
WHERE "membershipId" IS NOT NULL;
