import { builder } from './builder.ts';

builder.prismaObject('Member', {
  name: 'PortalViewer',
  description: 'A person who is signed in.',
  select: { id: true },
  fields: (t) => ({
    username: t.exposeString('username', { description: 'What the person signs in with.' }),
    consumerOrg: t.relation('consumerOrg', {
      description: 'The consumer organization that the person belongs to.',
    }),
  }),
});

builder.prismaObject('ConsumerOrg', {
  name: 'PortalConsumerOrg',
  description: 'A consumer organization: who consumes the APIs of the catalog.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its path segment, for example `consumers`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    applications: t.relation('applications', {
      description: 'Its applications, by name.',
      query: { orderBy: { name: 'asc' } },
    }),
  }),
});

builder.queryField('viewer', (t) =>
  t.prismaField({
    type: 'Member',
    nullable: true,
    skipTypeScopes: true,
    description: 'The person who is signed in; null for anybody else.',
    resolve: (query, _root, _args, { viewer, database }) =>
      viewer && database.prisma.member.findUnique({ ...query, where: { id: viewer.memberId } }),
  }),
);
