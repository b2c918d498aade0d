import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';

builder.prismaObject('TeamActivity', {
  name: 'PortalActivity',
  description: 'A change that a person of the consumer organization made.',
  fields: (t) => ({
    at: t.expose('at', { type: 'DateTime', description: 'When it was made.' }),
    username: t.exposeString('username', { description: 'Who made it, by the username of then.' }),
    action: t.exposeString('action', { description: 'The mutation that made it, for example `subscribe`.' }),
    subject: t.exposeString('subject', { description: 'To what it was made.' }),
  }),
});

builder.prismaObjectField('ConsumerOrg', 'activities', (t) =>
  t.relation('activities', {
    description: 'Who did what: the last 1,000 changes by its people, the newest first.',
    args: partArgs,
    query: (part) => ({ orderBy: { id: 'desc' } as const, ...takeSkipOf(part) }),
  }),
);
