import type { MailPolicy } from '../../../domain/events/mail-policy.ts';
import type { MailMessage } from '../../../infrastructure/mail/mailer.ts';
import type { Secrets } from '../../../infrastructure/secrets/secrets.ts';
import { inEveryLanguage } from '../../../ui/kit/texts.ts';
import { endMailUrl } from '../../consumer/mail-link.ts';
import { type Notice, type NoticeText, noticeTexts } from './notice-texts.ts';

/** An event, whom it is told, and the catalog that tells it. */
export type MessageInput = {
  readonly event: {
    readonly id: bigint;
    readonly type: string;
    /** `consumer-org/application`, or a product with its version. */
    readonly subject: string;
    readonly detail: unknown;
  };
  readonly member: { readonly id: string; readonly email: string };
  readonly catalog: {
    readonly title: string;
    readonly policy: MailPolicy;
    /** The address of its portal, without a slash at its end. */
    readonly portal: string;
  };
  readonly secrets: Pick<Secrets, 'signer'>;
};

const texts = inEveryLanguage((language, format) => noticeTexts[language](format));

/** Words a mail in the language of its catalog. */
export function messageOf({ event, member, catalog, secrets }: MessageInput): MailMessage {
  const { portal, policy, title } = catalog;
  const words = texts[policy.language];
  const about = event.subject.split('/').at(-1) ?? event.subject;
  const notice = { type: event.type, about, detail: event.detail } as Notice;
  const said = (words.of[notice.type] as (about: string, detail: unknown) => NoticeText)(
    about,
    notice.detail,
  );
  const link = endMailUrl(secrets, portal, member.id);
  return {
    id: `event-${event.id}.${member.id}`,
    to: member.email,
    senderName: policy.senderName,
    replyTo: policy.replyTo,
    subject: said.subject,
    text: [
      said.text,
      `${words.see}\n${portal}${pathOf(notice)}`,
      `-- \n${words.reason(title)}\n${words.end}\n${link}\n`,
    ].join('\n\n'),
    unsubscribeUrl: link,
  };
}

/** The page of the portal that shows what a notice is about. */
function pathOf({ type, about }: Notice): string {
  switch (type) {
    case 'LIMIT_ALERT':
      return `/applications/${about}/usage`;
    case 'CREDENTIAL_ENDING':
      return `/applications/${about}`;
    default:
      return '/subscriptions';
  }
}
