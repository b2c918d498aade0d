import { isSameDay } from '../../domain/events/letters.ts';
import type { InputPath } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import { checkQuota, hasRoom } from '../../infrastructure/database/check-quota.ts';

type CountedLetter = { readonly orgId: string; readonly now: Date };

const quotaOf = ({ orgId, now }: CountedLetter) =>
  ({ resource: 'DAILY_LETTERS', ownerId: orgId, now }) as const;

/** Tells whether the org may write one more letter to a new address. */
export const mayWriteLetter = (transaction: Transaction, letter: CountedLetter): Promise<boolean> =>
  hasRoom(transaction, quotaOf(letter));

/**
 * Counts a letter to a new address, which nobody has verified. It may be a stranger's, and strangers who get too much
 * mail complain of the sender, which all orgs share.
 *
 * @throws QUOTA_EXCEEDED
 */
export async function countLetter(
  transaction: Transaction,
  { path, ...letter }: CountedLetter & { readonly path?: InputPath },
): Promise<void> {
  await checkQuota(transaction, { ...quotaOf(letter), ...(path && { path }) });
  const { orgId: id, now } = letter;
  const { lettersSince } = await transaction.org.findUniqueOrThrow({ where: { id } });
  await transaction.org.update({
    where: { id },
    data: isSameDay(lettersSince, now) ? { letters: { increment: 1 } } : { lettersSince: now, letters: 1 },
    select: { id: true },
  });
}
