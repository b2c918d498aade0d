import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Membership } from '../../../infrastructure/database/generated/prisma/client.ts';
import { auditReach } from '../org-scope.ts';

type Entrance = { readonly now: Date; readonly address: string | undefined };

/** Tells what is entered that it was, by who has shown all that it asks for: the last in a transaction. */
export async function noteEntrance(
  transaction: Transaction,
  { id, userId, orgId }: Pick<Membership, 'id' | 'userId' | 'orgId'>,
  { now, address }: Entrance,
): Promise<void> {
  const { membership, user } = transaction;
  await membership.update({ where: { id }, data: { lastSignInAt: now } });
  const { email } = await user.findUniqueOrThrow({ where: { id: userId } });
  const event = { actor: `user:${email}`, action: 'signIn', subject: email };
  return auditReach(transaction, { orgId, address, ...event });
}
