import type { Letter } from '../../../domain/events/letters.ts';
import type { MailPolicy } from '../../../domain/events/mail-policy.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { MailMessage } from '../../../infrastructure/mail/mailer.ts';
import { passwordCode } from '../../../infrastructure/secrets/password-link.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { invitationCode, invitationUrl } from '../../consumer/invitation-mail.ts';
import { letterWords, wordedNotice } from '../notice-texts.ts';

type LetterInput = {
  readonly id: bigint;
  readonly catalog: { readonly title: string; readonly policy: MailPolicy; readonly portal: string };
  readonly secrets: Secrets;
  readonly now: Date;
};

/**
 * Words the letter of an outbox. Its link is made here, and is kept nowhere. It is undefined where the invitation was
 * accepted or taken back, the link has ended, or the person has another address by now.
 */
export async function letterOf(
  { prisma }: Pick<Database, 'prisma'>,
  { id, catalog, secrets, now }: LetterInput,
): Promise<MailMessage | undefined> {
  const { address, linkEndsAt, invitation, member } = await prisma.mail.findUniqueOrThrow({
    where: { id },
    include: { invitation: { include: { consumerOrg: true } }, member: true },
  });
  if (address === null || linkEndsAt === null || linkEndsAt <= now) return undefined;
  const endsAt = linkEndsAt.toISOString();
  const { portal } = catalog;
  if (invitation) {
    const code = invitationCode(secrets, invitation.id);
    // Where the secret key was replaced meanwhile, its link is another one.
    if (!secrets.matches(code, invitation.codeHash)) return undefined;
    const { consumerOrg, invitedBy } = invitation;
    const letter = { kind: 'INVITATION', about: consumerOrg.title, detail: { invitedBy, endsAt } } as const;
    return worded(letter, {
      id: `letter-${id}.${invitation.id}`,
      to: address,
      url: invitationUrl(portal, code),
      catalog,
    });
  }
  if (!member || member.email?.toLowerCase() !== address) return undefined;
  const { username } = member;
  const code = passwordCode(secrets, member, linkEndsAt);
  const url = `${portal}/choose-password?${new URLSearchParams({ username, code })}`;
  const letter = { kind: 'PASSWORD_RESET', about: username, detail: { endsAt } } as const;
  return worded(letter, { id: `letter-${id}.${member.id}`, to: member.email, url, catalog });
}

type Envelope = Pick<LetterInput, 'catalog'> & Readonly<Record<'id' | 'to' | 'url', string>>;

function worded(letter: Letter, { id, to, url, catalog: { policy, title } }: Envelope): MailMessage {
  const { subject, text } = wordedNotice(letter, policy.language, policy.templates);
  return {
    id,
    to,
    senderName: policy.senderName,
    replyTo: policy.replyTo,
    // A title is one line in the header of a mail.
    subject: subject.replace(/\s+/g, ' '),
    text: [text, url, `-- \n${letterWords[policy.language].reason[letter.kind](title)}\n`].join('\n\n'),
  };
}
