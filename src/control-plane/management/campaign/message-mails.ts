import { isSameDay } from '../../../domain/events/letters.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';

/**
 * Counts the mails of a message. All orgs share their sender, whom people complain of who get too much mail.
 *
 * @throws QUOTA_EXCEEDED
 */
export async function countMessageMails(
  transaction: Transaction,
  { orgId, mails, now }: { readonly orgId: string; readonly mails: number; readonly now: Date },
): Promise<void> {
  if (mails === 0) return;
  await checkQuota(transaction, { resource: 'DAILY_MESSAGE_MAILS', ownerId: orgId, now, adding: mails });
  const { messageMailsSince } = await transaction.org.findUniqueOrThrow({ where: { id: orgId } });
  await transaction.org.update({
    where: { id: orgId },
    data: isSameDay(messageMailsSince, now)
      ? { messageMails: { increment: mails } }
      : { messageMailsSince: now, messageMails: mails },
    select: { id: true },
  });
}
