import type { Branding } from '../../../domain/branding/branding.ts';
import type { MailPolicy } from '../../../domain/events/mail-policy.ts';
import type { Notice } from '../../../domain/events/notices.ts';
import type { MailMessage } from '../../../infrastructure/mail/mailer.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { endMailUrl } from '../../consumer/mail-link.ts';
import { noticeWords, wordedNotice } from '../notice-texts.ts';
import { mailParts } from './mail-parts.ts';

/** A notice, whom it is told, and the catalog that tells it. */
type MessageInput = {
  readonly eventId: bigint;
  /** With titles, for people. */
  readonly notice: Notice;
  /** The page of the portal that it is about, below its base. */
  readonly path: string;
  readonly member: {
    readonly id: string;
    readonly email: string;
    /** The title of the organization that is told. A person may be in several. */
    readonly organization: string;
  };
  readonly catalog: {
    /** The name of the portal, as its pages have it. */
    readonly title: string;
    /** The colours of the portal, where it has its own. */
    readonly accent: Branding['accent'];
    readonly policy: MailPolicy;
    /** The address of its portal, without a slash at its end. */
    readonly portal: string;
  };
  readonly secrets: Pick<Secrets, 'signer'>;
};

/** Words a mail in the language of its catalog. */
export function messageOf({ eventId, notice, path, member, catalog, secrets }: MessageInput): MailMessage {
  const { portal, policy, title, accent } = catalog;
  const words = noticeWords[policy.language];
  const unsubscribeUrl = endMailUrl(secrets, portal, member.id);
  return {
    id: `event-${eventId}.${member.id}`,
    to: member.email,
    senderName: policy.senderName,
    replyTo: policy.replyTo,
    ...mailParts({
      language: policy.language,
      sender: { name: title, accent },
      words: wordedNotice(notice, policy.language, policy.templates),
      // Its author writes Markdown, as the inbox shows it.
      ...(notice.kind === 'MESSAGE' && { markdownOf: `${portal}/notices` }),
      link: { url: `${portal}${path}`, lead: words.see, label: words.button },
      reason: words.reason(member.organization, title),
      end: { url: unsubscribeUrl, lead: words.end, label: words.endButton },
    }),
    unsubscribeUrl,
  };
}
