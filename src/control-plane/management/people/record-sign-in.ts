import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Membership } from '../../../infrastructure/database/generated/prisma/client.ts';
import { auditScope } from '../org-scope.ts';

type RecordSignInInput = { readonly now: Date; readonly address: string | undefined };

/** Records a sign-in that has shown all that is required. It comes last in a transaction. */
export async function recordSignIn(
  transaction: Transaction,
  { id, userId, orgId }: Pick<Membership, 'id' | 'userId' | 'orgId'>,
  { now, address }: RecordSignInInput,
): Promise<void> {
  const { membership, user } = transaction;
  await membership.update({ where: { id }, data: { lastSignInAt: now } });
  const { email } = await user.findUniqueOrThrow({ where: { id: userId } });
  const event = { actor: `user:${email}`, action: 'signIn', subject: email };
  return auditScope(transaction, { orgId, address, ...event });
}
