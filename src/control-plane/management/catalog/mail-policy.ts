import { Prisma } from '../../../../bundles/prisma.js';
import {
  type MailPolicy,
  type MailPolicyDraft,
  mailPolicyFrom,
  SENDER_NAME_MAX,
} from '../../../domain/events/mail-policy.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';

const terms = {
  language: 'The language that it is written in: `en` or `de`.',
  senderName: `The name of the sender, at most ${SENDER_NAME_MAX} characters; null is the name of the platform (MAIL_FROM).`,
  replyTo: 'The address that answers go to; null is that of the platform.',
};

export const MailPolicyRef = builder.objectRef<MailPolicy>('MailPolicy').implement({
  description:
    'How consumers are told by mail of LIMIT_ALERT, CREDENTIAL_ENDING, changes and ends of their subscriptions, and of the deprecation of what they are subscribed to.',
  fields: (t) => ({
    language: t.exposeString('language', { description: terms.language }),
    senderName: t.exposeString('senderName', { nullable: true, description: terms.senderName }),
    replyTo: t.exposeString('replyTo', { nullable: true, description: terms.replyTo }),
  }),
});

export const MailPolicyInput = builder.inputType('MailPolicyInput', {
  description: 'How consumers are told by mail. The platform needs a mail server (SMTP_URL).',
  fields: (t) => ({
    language: t.string({ defaultValue: 'en', description: terms.language }),
    senderName: t.string({ description: terms.senderName }),
    replyTo: t.string({ description: terms.replyTo }),
  }),
});

/** Converts a policy for its column. Undefined leaves it, null takes it away. */
export function mailColumn(
  input: MailPolicyDraft | null | undefined,
): Prisma.InputJsonValue | typeof Prisma.DbNull | undefined {
  if (input === undefined) return undefined;
  if (input === null) return Prisma.DbNull;
  return toStore(mailPolicyFrom(input, ['input', 'mail']));
}
