import { CHANGE_LETTER_MS, VERIFICATION_LINK_MS } from '../../domain/events/letters.ts';
import { mayBeWrittenTo } from '../../domain/people/member.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { newUuid } from '../../foundation/text/uuid.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { EmailVerification, Member } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { checkVerificationMails, mailVerification, mayMailVerification } from './verification-mail.ts';

/** The path of the page below the portal. */
export const VERIFY_EMAIL_PATH = '/verify-email';

type VerificationCodeInput = Pick<EmailVerification, 'id' | 'email' | 'askedAt'>;

/**
 * Makes the code of a link from its verification and the platform's key. So a mail can be sent, and sent again,
 * while its outbox holds no secret.
 */
export const verificationCode = (
  secrets: Pick<Secrets, 'signer'>,
  { id, email, askedAt }: VerificationCodeInput,
): string => {
  const text = JSON.stringify([id, email, askedAt.getTime()]);
  return `ev_${secrets.signer('email-verification').sign(text)}`;
};

/** Returns the link of a code. */
export const verificationUrl = (portal: string, code: string): string =>
  `${portal}${VERIFY_EMAIL_PATH}?${new URLSearchParams({ code })}`;

type VerificationContext = {
  readonly catalog: { readonly id: string; readonly orgId: string };
  readonly secrets: Pick<Secrets, 'signer' | 'hash'>;
  readonly now: Date;
};

/** Requests that a new member verifies the address, if it is not verified yet. Until then it gets no notices. */
export async function requestFirstVerification(
  transaction: Transaction,
  { id, email, emailVerifiedAt }: Pick<Member, 'id' | 'email' | 'emailVerifiedAt'>,
  context: VerificationContext,
): Promise<void> {
  if (email === null || emailVerifiedAt !== null) return;
  const member = await transaction.member.update({ where: { id }, data: { emailNeedsProof: true } });
  const verification = await saveVerification(transaction, { member, email }, context);
  // Where the address was sent too many, the account is made all the same, and its page offers the mail.
  if (await mayMailVerification(transaction, verification, context))
    await mailVerification(transaction, verification, context);
}

type AddressToVerify = {
  readonly member: Pick<Member, 'id' | 'email'>;
  /** The address that is to be verified: another one, or the present one. */
  readonly email: string;
  /** The path of the address in the input, for refusals. */
  readonly path?: InputPath;
};

/**
 * Mails a person a link that verifies an address. Another address is that of the account only once it is verified. While
 * a link is good, the same is mailed again: each mail works.
 *
 * @throws TOO_MANY_ATTEMPTS when the person requested, or the address was sent, too many
 */
export async function requestVerification(
  transaction: Transaction,
  change: AddressToVerify,
  context: VerificationContext,
): Promise<EmailVerification> {
  const verification = await saveVerification(transaction, change, context);
  await checkVerificationMails(transaction, verification, { ...context, path: change.path ?? ['email'] });
  await mailVerification(transaction, verification, context);
  return verification;
}

async function saveVerification(
  transaction: Transaction,
  { member: { id: memberId, email: insteadOf }, email }: AddressToVerify,
  { secrets, now }: VerificationContext,
): Promise<EmailVerification> {
  const before = await transaction.emailVerification.findUnique({ where: { memberId } });
  const isSame =
    before?.email === email &&
    before.insteadOf === insteadOf &&
    before.closedAt === null &&
    before.expiresAt > now;
  const id = before?.id ?? newUuid(now);
  const askedAt = isSame ? before.askedAt : now;
  const codeHash = secrets.hash(verificationCode(secrets, { id, email, askedAt }));
  const expiresAt = new Date(now.getTime() + VERIFICATION_LINK_MS);
  const data = { email, insteadOf, codeHash, askedAt, expiresAt, closedAt: null };
  return transaction.emailVerification.upsert({
    where: { memberId },
    create: { id, memberId, ...data },
    update: data,
  });
}

/**
 * Tells the present address of an account that another one takes its place, or none. One that has still to be verified is
 * told nothing: it may be a stranger's.
 */
export async function tellPresentAddress(
  transaction: Transaction,
  { id, email, ...proof }: Member,
  { catalog, now }: Pick<VerificationContext, 'catalog' | 'now'>,
): Promise<void> {
  if (email === null || !mayBeWrittenTo(proof)) return;
  await transaction.mail.create({
    data: {
      catalogId: catalog.id,
      memberId: id,
      letter: 'EMAIL_CHANGE',
      address: email.toLowerCase(),
      writtenAt: now,
      linkEndsAt: new Date(now.getTime() + CHANGE_LETTER_MS),
      nextAttemptAt: new Date(0),
    },
  });
}

type OpenedLink = {
  readonly code: string;
  readonly memberId: string;
  readonly secrets: Pick<Secrets, 'hashes'>;
};

/** Finds the verification of a link, also a closed one. The link of another person has none. */
export const verificationOfLink = (
  { emailVerification }: Pick<Transaction, 'emailVerification'>,
  { code, memberId, secrets }: OpenedLink,
) =>
  emailVerification.findFirst({
    where: { memberId, codeHash: { in: secrets.hashes(code) } },
    include: { member: true },
  });

type VerificationOfMember = EmailVerification & {
  readonly member: Pick<Member, 'email' | 'emailVerifiedAt'>;
};

/** Tells whether a verification is still to be done. Its link may have ended. */
export const isOpen = ({ closedAt, insteadOf, member }: VerificationOfMember): boolean =>
  closedAt === null && member.email === insteadOf;

/** Tells whether a verification is done. A second click changes nothing, and is no fault. */
export const isDone = ({ closedAt, email, member }: VerificationOfMember): boolean =>
  closedAt !== null && member.email === email && member.emailVerifiedAt !== null;

/**
 * Verifies an address, which is that of the account from then on.
 *
 * @throws NOT_FOUND when the link is of another person, has ended, or another one has taken its place
 */
export async function verifyEmail(
  transaction: Transaction,
  { now, ...link }: OpenedLink & { readonly now: Date },
): Promise<void> {
  const verification = await verificationOfLink(transaction, link);
  if (verification && isDone(verification)) return;
  if (!verification || !isOpen(verification) || verification.expiresAt <= now)
    return refuse('NOT_FOUND', {
      detail:
        'The link has ended, another took its place, or it is for another account: your account page sends another.',
      path: ['code'],
    });
  const { id, memberId, email } = verification;
  await transaction.emailVerification.update({ where: { id }, data: { closedAt: now } });
  await transaction.member.update({
    where: { id: memberId },
    data: { email, emailVerifiedAt: now, emailNeedsProof: false },
  });
}

/** Ends the link of an address that is not the account's. @returns whether there was one */
export async function endEmailChange(
  { emailVerification, member }: Pick<Transaction, 'emailVerification' | 'member'>,
  memberId: string,
  now: Date,
): Promise<boolean> {
  const { email } = await member.findUniqueOrThrow({ where: { id: memberId } });
  const { count } = await emailVerification.updateMany({
    where: { memberId, closedAt: null, email: { not: email ?? '' } },
    data: { closedAt: now },
  });
  return count > 0;
}
