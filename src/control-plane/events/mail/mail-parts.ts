import type { MailMessage } from '../../../infrastructure/mail/mailer.ts';
import { type MailContent, mailHtml } from '../../../ui/components/mail.tsx';

/** Makes the plain text and the HTML of a mail. */
export const mailParts = (content: MailContent): Pick<MailMessage, 'subject' | 'text' | 'html'> => ({
  subject: content.words.subject,
  text: plainText(content),
  html: mailHtml(content),
});

function plainText({ words, link, reason, end }: MailContent): string {
  const address = link.lead === undefined ? link.url : `${link.lead}\n${link.url}`;
  const foot = end ? `-- \n${reason}\n${end.lead}\n${end.url}\n` : `-- \n${reason}\n`;
  return [words.text, address, foot].join('\n\n');
}
