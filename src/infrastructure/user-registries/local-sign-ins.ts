import type { Transaction } from '../database/change.ts';
import type { LocalUser } from '../database/generated/prisma/client.ts';
import { revokeWithin } from '../tokens/revoke.ts';

type SignedIn = Pick<LocalUser, 'userRegistryId' | 'username'>;

/**
 * Selects what a person has at the providers of the org. One of them may have another registry by now.
 *
 * The providers are few, and make the selection by an index.
 */
export const ofPerson = ({ userRegistryId, username }: SignedIn) => ({
  subject: username,
  oauthProvider: { org: { userRegistries: { some: { id: userRegistryId } } } },
  OR: [{ userRegistryId }, { userRegistryId: null, oauthProvider: { userRegistryId } }],
});

/**
 * Ends what a person signed in for: sessions, and all tokens that can be renewed. Gateways hear of it within a second.
 *
 * Sessions end first. What one of them is just being used for has then been made, and is revoked.
 */
export async function endSignIns(
  transaction: Transaction,
  { userRegistryId, username }: SignedIn,
  now: Date,
): Promise<void> {
  const where = ofPerson({ userRegistryId, username });
  await transaction.providerSession.deleteMany({ where });
  await revokeWithin(transaction, where, now);
}
