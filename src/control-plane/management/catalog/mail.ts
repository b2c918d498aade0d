import { letterKindNames, letterKinds } from '../../../domain/events/letters.ts';
import { describedValues } from '../../../graphql/schema/described-values.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { sendsMail } from '../../consumer/sends-mail.ts';
import { builder, partArgs } from '../builder.ts';
import { EventRef } from '../events.ts';

const MailState = builder.enumType('MailState', {
  description: 'How far a mail has come.',
  values: {
    PENDING: { description: 'It is tried again at `nextAttemptAt`.' },
    SENT: { description: 'The mail server took it.' },
    GIVEN_UP: {
      description:
        'The mail server refused it, it was tried for two days in vain, or nobody wanted it any more.',
    },
  } as const,
});

const LetterKindRef = builder.enumType('LetterKind', {
  description: 'What a letter is of: a mail about a person, which is in no inbox.',
  values: describedValues(letterKindNames, (kind) => letterKinds[kind].description),
});

builder.prismaObject('Mail', {
  description:
    'An event, or a letter, on its way to somebody by mail. Each has the same Message-ID in every attempt.',
  select: { sentAt: true, nextAttemptAt: true },
  fields: (t) => ({
    event: t.relation('event', {
      type: EventRef,
      nullable: true,
      description: 'What is told; null for a letter.',
    }),
    letter: t.expose('letter', {
      type: LetterKindRef,
      nullable: true,
      description: 'The kind of letter; null where it tells an event.',
    }),
    username: t.string({
      nullable: true,
      description: 'Who is told, by the username; null is a person who is only invited, or has gone.',
      select: {
        member: { select: { username: true } },
        emailVerification: { select: { member: { select: { username: true } } } },
      },
      resolve: ({ member, emailVerification }) => (member ?? emailVerification?.member)?.username,
    }),
    consumerOrg: t.string({
      nullable: true,
      description: 'The name of the consumer org that the person belongs to, or is invited to.',
      select: {
        consumerOrg: { select: { name: true } },
        member: { select: { consumerOrg: { select: { name: true } } } },
        emailVerification: { select: { member: { select: { consumerOrg: { select: { name: true } } } } } },
      },
      resolve: ({ member, emailVerification, consumerOrg }) =>
        ((member ?? emailVerification?.member)?.consumerOrg ?? consumerOrg)?.name,
    }),
    state: t.field({
      type: MailState,
      description: 'How far it has come.',
      resolve: ({ sentAt, nextAttemptAt }) => (sentAt ? 'SENT' : nextAttemptAt ? 'PENDING' : 'GIVEN_UP'),
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was given to the mail server.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is given to it again; 1970 is at once, null is never.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt failed, in the words of the mail server; null when it did not.',
    }),
    sentAt: t.expose('sentAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the mail server took it.',
    }),
  }),
});

builder.prismaObjectField('Catalog', 'mails', (t) =>
  t.relation('mails', {
    description: 'The mails to its consumers, the newest first; they are kept as long as events.',
    args: {
      ...partArgs,
      unsent: t.arg.boolean({
        defaultValue: false,
        description: 'Only those that the mail server has not taken.',
      }),
    },
    query: ({ unsent, ...part }) => ({
      where: unsent ? { sentAt: null } : {},
      orderBy: { id: 'desc' },
      ...takeSkipOf(part),
    }),
  }),
);

builder.prismaObjectField('Catalog', 'sendsMail', (t) =>
  t.boolean({
    description: 'Does its portal send mail? It does where `mail` is set and the platform has a mail server.',
    select: { mail: true },
    resolve: (catalog, _args, { hasMailServer }) => sendsMail({ hasMailServer, catalog }),
  }),
);
