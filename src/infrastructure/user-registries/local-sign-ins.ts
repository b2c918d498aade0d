import type { Transaction } from '../database/change.ts';
import type { LocalUser } from '../database/generated/prisma/client.ts';
import { revokeWithin } from '../tokens/revoke.ts';

type SignedIn = Pick<LocalUser, 'userRegistryId' | 'username'>;

/** Ends what a person signed in for: sessions, and all tokens that can be renewed. Gateways hear of it within a second. */
export async function endSignIns(
  transaction: Transaction,
  { userRegistryId, username }: SignedIn,
  now: Date,
): Promise<void> {
  const where = { oauthProvider: { userRegistryId }, subject: username };
  await revokeWithin(transaction, where, now);
  await transaction.providerSession.deleteMany({ where });
}
