import { VERIFICATION_MAILS } from '../../domain/events/letters.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { EmailVerification } from '../../infrastructure/database/generated/prisma/client.ts';
import { countLetter, mayWriteLetter } from './letter-count.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

type VerificationToMail = Pick<EmailVerification, 'id' | 'email' | 'expiresAt'>;
type MailContext = {
  readonly catalog: { readonly id: string; readonly orgId: string };
  readonly now: Date;
};

/**
 * Writes the mail of a link into the outbox. It goes with the transaction of what asks for it.
 *
 * @throws QUOTA_EXCEEDED when the org has mailed too many new addresses
 */
export async function mailVerification(
  transaction: Transaction,
  { id, email, expiresAt }: VerificationToMail,
  { catalog, now }: MailContext,
): Promise<void> {
  await countLetter(transaction, { orgId: catalog.orgId, now });
  await transaction.mail.create({
    data: {
      catalogId: catalog.id,
      emailVerificationId: id,
      letter: 'EMAIL_VERIFICATION',
      address: email.toLowerCase(),
      writtenAt: now,
      linkEndsAt: expiresAt,
      nextAttemptAt: new Date(0),
    },
  });
}

/**
 * Tells after how many seconds a link may be mailed; 0 is at once.
 *
 * The mails of a person are counted, and those to an address from all portals of the org, also those of accounts that
 * are gone: nobody fills the mailbox of a stranger by it.
 */
async function secondsToWait(
  { mail }: Pick<Transaction, 'mail'>,
  { id, email }: VerificationToMail,
  { catalog: { orgId }, now }: MailContext,
): Promise<number> {
  const letter = 'EMAIL_VERIFICATION' as const;
  const since = (ms: number) => ({ letter, writtenAt: { gt: new Date(now.getTime() - ms) } });
  const { ofPersonAnHour, ofPersonADay, toAddressADay } = VERIFICATION_MAILS;
  const [anHour, aDay, toAddress] = await Promise.all([
    mail.count({ where: { ...since(HOUR_MS), emailVerificationId: id } }),
    mail.count({ where: { ...since(DAY_MS), emailVerificationId: id } }),
    mail.count({ where: { ...since(DAY_MS), address: email.toLowerCase(), catalog: { orgId } } }),
  ]);
  if (aDay >= ofPersonADay || toAddress >= toAddressADay) return DAY_MS / 1000;
  return anHour >= ofPersonAnHour ? HOUR_MS / 1000 : 0;
}

/** Tells whether a link may be mailed now. */
export const mayMailVerification = async (
  transaction: Transaction,
  verification: VerificationToMail,
  context: MailContext,
): Promise<boolean> =>
  (await secondsToWait(transaction, verification, context)) === 0 &&
  (await mayWriteLetter(transaction, { orgId: context.catalog.orgId, now: context.now }));

/** @throws TOO_MANY_ATTEMPTS with Retry-After, when the person requested, or the address was sent, too many */
export async function checkVerificationMails(
  transaction: Pick<Transaction, 'mail'>,
  verification: VerificationToMail,
  { path, ...context }: MailContext & { readonly path: InputPath },
): Promise<void> {
  const seconds = await secondsToWait(transaction, verification, context);
  if (seconds === 0) return;
  refuse('TOO_MANY_ATTEMPTS', {
    detail:
      seconds * 1000 === HOUR_MS
        ? `You were sent ${VERIFICATION_MAILS.ofPersonAnHour} mails in an hour: look into your mailbox, or try again in an hour.`
        : 'You, or this address, were sent many mails today: try again tomorrow.',
    path,
    headers: { 'Retry-After': `${seconds}` },
  });
}
