import { Prisma } from '../../../../bundles/prisma.js';
import { letterKinds } from '../../../domain/events/letters.ts';
import {
  type MailPolicy,
  type MailPolicyDraft,
  mailPolicyFrom,
  SENDER_NAME_MAX,
} from '../../../domain/events/mail-policy.ts';
import {
  type NoticeTemplate,
  noticePlaceholders,
  templateKindNames,
} from '../../../domain/events/notice-template.ts';
import { noticeKinds } from '../../../domain/events/notices.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { toStore } from '../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';

const kinds = { ...noticeKinds, ...letterKinds };

const NoticeKindRef = builder.enumType('NoticeKind', {
  description: 'What a notice, or another mail, is of.',
  values: describedValues(
    templateKindNames,
    (kind) =>
      `${kinds[kind].description} Placeholders: ${noticePlaceholders[kind].map((name) => `{${name}}`).join(', ')}.`,
  ),
});

const templateTerms = {
  kind: 'The kind of notice.',
  language: 'The language that it is in: `en` or `de`.',
  subject: 'The title of the notice, and the subject of its mails: at most 200 characters.',
  text: 'Its text, at most 2,000 characters.',
};

const NoticeTemplateRef = builder.objectRef<NoticeTemplate>('NoticeTemplate').implement({
  description: 'The words of the provider for a kind of notice, in place of the built-in ones.',
  fields: (t) => ({
    kind: t.expose('kind', { type: NoticeKindRef, description: templateTerms.kind }),
    language: t.exposeString('language', { description: templateTerms.language }),
    subject: t.exposeString('subject', { description: templateTerms.subject }),
    text: t.exposeString('text', { description: templateTerms.text }),
  }),
});

export const NoticeTemplateInput = builder.inputType('NoticeTemplateInput', {
  description:
    'The words of the provider for a kind of notice. Placeholders of its kind stand in braces: `{product} is retired`.',
  fields: (t) => ({
    kind: t.string({ required: true, description: 'A `NoticeKind`.' }),
    language: t.string({ required: true, description: templateTerms.language }),
    subject: t.string({ required: true, description: templateTerms.subject }),
    text: t.string({ required: true, description: templateTerms.text }),
  }),
});

const terms = {
  templates: 'The words of the provider, by kind and language. Kinds without any have the built-in words.',
  language: 'The language that it is written in: `en` or `de`.',
  senderName: `The name of the sender, at most ${SENDER_NAME_MAX} characters; null is the name of the platform (MAIL_FROM).`,
  replyTo: 'The address that answers go to; null is that of the platform.',
};

export const MailPolicyRef = builder.objectRef<MailPolicy>('MailPolicy').implement({
  description: 'How consumers are told by mail, and in which words.',
  fields: (t) => ({
    language: t.exposeString('language', { description: terms.language }),
    senderName: t.exposeString('senderName', { nullable: true, description: terms.senderName }),
    replyTo: t.exposeString('replyTo', { nullable: true, description: terms.replyTo }),
    templates: t.field({
      type: [NoticeTemplateRef],
      description: terms.templates,
      resolve: ({ templates }) => [...(templates ?? [])],
    }),
  }),
});

export const MailPolicyInput = builder.inputType('MailPolicyInput', {
  description: 'How consumers are told by mail. The platform needs a mail server (SMTP_URL).',
  fields: (t) => ({
    language: t.string({ defaultValue: 'en', description: terms.language }),
    senderName: t.string({ description: terms.senderName }),
    replyTo: t.string({ description: terms.replyTo }),
    templates: t.field({ type: [NoticeTemplateInput], description: terms.templates }),
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
