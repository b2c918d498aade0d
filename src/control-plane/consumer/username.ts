import type { Prisma } from '../../infrastructure/database/generated/prisma/client.ts';

type UserByName = { readonly id: string; readonly username: string; readonly passwordHash: string };

/**
 * Finds the people of a catalog with a username. Case does not matter, nor how accents are encoded.
 *
 * Decision: usernames that differ by case alone are one, since people and their keyboards do not keep to it. Nobody
 * can take another's in capitals, and each signs in however it is typed. Those who had been two before stay two, and
 * sign in by the exact one. This concerns the people of the portal alone: a user registry decides itself which people
 * its usernames mean.
 */
export async function membersCalled(
  transaction: Pick<Prisma.TransactionClient, '$queryRaw'>,
  catalogId: string,
  username: string,
): Promise<UserByName[]> {
  // A text that PostgreSQL cannot hold is the username of nobody.
  if (username.includes('\0')) return [];
  // Not by `mode: 'insensitive'`, which is LIKE: there `_` is any character.
  return transaction.$queryRaw<UserByName[]>`
    SELECT id, username, "passwordHash" FROM "Member"
    WHERE "catalogId" = ${catalogId}::uuid
      AND lower(normalize(username, NFC)) = lower(normalize(${username}::text, NFC))`;
}
