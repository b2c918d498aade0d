import { INVITATION_MAILS, INVITATION_MAILS_OF_ORG } from '../../domain/events/letters.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';
import type { MemberInvitation } from '../../infrastructure/database/generated/prisma/client.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { countLetter } from './letter-count.ts';

const DAY_MS = 86_400_000;

/**
 * Makes the code of an invitation. It follows from its id and the platform's key, so that a mail is sent, and sent
 * again, without a secret in its outbox.
 */
export const invitationCode = (secrets: Pick<Secrets, 'signer'>, id: string): string =>
  `pi_${secrets.signer('member-invitation').sign(id)}`;

/** Returns the link of an invitation. */
export const invitationUrl = (portal: string, code: string): string =>
  `${portal}/invitation?${new URLSearchParams({ code })}`;

type MailedInvitation = {
  readonly invitation: MemberInvitation & { readonly email: string };
  readonly catalogId: string;
  readonly now: Date;
  /** The path of the address in the input, for refusals. */
  readonly path: InputPath;
};

/**
 * Writes the mail of an invitation into the outbox, in the transaction of the invitation.
 *
 * Its numbers are bounded by the day, also those of invitations that were taken back: nobody fills the mailbox of a
 * stranger by it.
 *
 * @throws QUOTA_EXCEEDED
 */
export async function mailInvitation(
  transaction: Transaction,
  { invitation: { id, consumerOrgId, email, expiresAt }, catalogId, now, path }: MailedInvitation,
): Promise<void> {
  const address = email.toLowerCase();
  const today = { letter: 'INVITATION' as const, writtenAt: { gt: new Date(now.getTime() - DAY_MS) } };
  const { orgId } = await transaction.catalog.findUniqueOrThrow({ where: { id: catalogId } });
  const [ofConsumerOrg, toAddress, ofOrg] = await Promise.all(
    [{ consumerOrgId }, { consumerOrgId, address }, { catalog: { orgId }, address }].map((where) =>
      transaction.mail.count({ where: { ...today, ...where } }),
    ),
  );
  if ((ofConsumerOrg ?? 0) >= INVITATION_MAILS.ofConsumerOrg)
    refuse('QUOTA_EXCEEDED', {
      detail: `An organization mails at most ${INVITATION_MAILS.ofConsumerOrg} invitations in a day: leave out the address, and hand the link over yourself.`,
      path,
    });
  if ((toAddress ?? 0) >= INVITATION_MAILS.toAddress || (ofOrg ?? 0) >= INVITATION_MAILS_OF_ORG)
    refuse('QUOTA_EXCEEDED', {
      detail: 'This address was sent many invitations today: leave it out, and hand the link over yourself.',
      path,
    });
  await countLetter(transaction, { orgId, now, path });
  await transaction.mail.create({
    data: {
      catalogId,
      consumerOrgId,
      letter: 'INVITATION',
      address,
      invitationId: id,
      writtenAt: now,
      linkEndsAt: expiresAt,
      nextAttemptAt: new Date(0),
    },
  });
}
