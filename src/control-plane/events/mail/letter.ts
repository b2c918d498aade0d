import type { Branding } from '../../../domain/branding/branding.ts';
import type { Letter } from '../../../domain/events/letters.ts';
import type { MailPolicy } from '../../../domain/events/mail-policy.ts';
import type { Database } from '../../../infrastructure/database/database.ts';
import type { EmailVerification, Member } from '../../../infrastructure/database/generated/prisma/client.ts';
import type { MailMessage } from '../../../infrastructure/mail/mailer.ts';
import { passwordCode } from '../../../infrastructure/secrets/password-link.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { isOpen, verificationCode, verificationUrl } from '../../consumer/email-verification.ts';
import { invitationCode, invitationUrl } from '../../consumer/invitation-mail.ts';
import { letterWords, wordedNotice } from '../notice-texts.ts';
import { mailParts } from './mail-parts.ts';

type LetterInput = {
  readonly id: bigint;
  readonly catalog: {
    readonly title: string;
    readonly accent: Branding['accent'];
    readonly policy: MailPolicy;
    readonly portal: string;
  };
  readonly secrets: Secrets;
  readonly now: Date;
};

/**
 * Words the letter of an outbox. Its link is made here, and is kept nowhere. It is undefined where the invitation was
 * accepted or taken back, the link has ended, or the person has another address by now. The address before is told in
 * any case.
 */
export async function letterOf(
  { prisma }: Pick<Database, 'prisma'>,
  { id, catalog, secrets, now }: LetterInput,
): Promise<MailMessage | undefined> {
  const {
    letter: kind,
    address,
    linkEndsAt,
    invitation,
    emailVerification,
    member,
  } = await prisma.mail.findUniqueOrThrow({
    where: { id },
    include: {
      invitation: { include: { consumerOrg: true } },
      emailVerification: { include: { member: true } },
      member: true,
    },
  });
  if (address === null || linkEndsAt === null || linkEndsAt <= now) return undefined;
  if (kind === 'EMAIL_VERIFICATION')
    return emailVerification?.email.toLowerCase() === address
      ? verificationOf(emailVerification, { id, catalog, secrets, now })
      : undefined;
  if (kind === 'EMAIL_CHANGE') return member ? changeOf(member, { id, to: address, catalog }) : undefined;
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

type AskedMember = EmailVerification & { readonly member: Member };

/** Words the letter of an address that is to be verified. */
function verificationOf(
  asked: AskedMember,
  { id, catalog, secrets, now }: LetterInput,
): MailMessage | undefined {
  const code = verificationCode(secrets, asked);
  // Where the secret key was replaced meanwhile, its link is another one.
  if (!isOpen(asked) || asked.expiresAt <= now || !secrets.matches(code, asked.codeHash)) return undefined;
  const letter = {
    kind: 'EMAIL_VERIFICATION',
    about: asked.member.username,
    detail: { endsAt: asked.expiresAt.toISOString() },
  } as const;
  const url = verificationUrl(catalog.portal, code);
  return worded(letter, { id: `letter-${id}.${asked.id}`, to: asked.email, url, catalog });
}

/** Words the letter to the address before. It may be that of the account still. */
function changeOf(
  { id: memberId, username }: Member,
  { id, to, catalog }: Pick<LetterInput, 'id' | 'catalog'> & { readonly to: string },
): MailMessage {
  const letter = { kind: 'EMAIL_CHANGE', about: username, detail: {} } as const;
  const url = `${catalog.portal}/account`;
  return worded(letter, { id: `letter-${id}.${memberId}`, to, url, catalog });
}

type Envelope = Pick<LetterInput, 'catalog'> & Readonly<Record<'id' | 'to' | 'url', string>>;

function worded(letter: Letter, { id, to, url, catalog }: Envelope): MailMessage {
  const { policy, title, accent } = catalog;
  const { language, senderName, replyTo, templates } = policy;
  const { subject, ...words } = wordedNotice(letter, language, templates);
  const { button, reason } = letterWords[language];
  return {
    id,
    to,
    senderName,
    replyTo,
    ...mailParts({
      language,
      sender: { name: title, accent },
      // A title is one line in the header of a mail.
      words: { ...words, subject: subject.replace(/\s+/g, ' ') },
      link: { url, label: button[letter.kind] },
      reason: reason[letter.kind](title),
    }),
  };
}
