import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { builder, partArgs } from '../builder.ts';
import { toServing } from '../product/visibility.ts';
import { currentMembership } from './current-membership.ts';

builder.prismaObject('PortalSession', {
  name: 'PortalSessionInfo',
  description: 'A session of the viewer that has not ended.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Tells it from others; it is no token.' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person signed in.' }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends by itself.' }),
    current: t.boolean({
      description: 'Is it the one that this request came with?',
      resolve: ({ id }, _args, { viewer }) => id === viewer?.sessionId,
    }),
  }),
});

builder.prismaObject('Member', {
  name: 'PortalViewer',
  description: 'A person who is signed in.',
  select: { id: true },
  fields: (t) => ({
    username: t.exposeString('username', { description: 'What the person signs in with.' }),
    email: t.exposeString('email', {
      nullable: true,
      description: "The person's email address, if it is known.",
    }),
    noticesByMail: t.exposeBoolean('noticesByMail', {
      description:
        'Does the person want the notices of the catalog by mail? Without an email address none are sent.',
    }),
    sessions: t.relation('sessions', {
      description: 'Where the person is signed in, the newest first.',
      args: partArgs,
      query: (part, { clock }) => ({
        where: { expiresAt: { gt: clock() } },
        orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
        ...takeSkipOf(part),
      }),
    }),
    consumerOrg: t.prismaField({
      type: 'ConsumerOrg',
      description: 'The consumer organization that the session is in.',
      select: { id: true, consumerOrgId: true },
      resolve: (query, member, _args, context) =>
        context.database.prisma.consumerOrg.findUniqueOrThrow({
          ...query,
          where: { id: currentMembership(member, context).consumerOrgId },
        }),
    }),
  }),
});

const subscriptionsOf = (consumerOrgId: string): Prisma.SubscriptionWhereInput => ({
  ...toServing,
  application: { consumerOrgId },
});

builder.prismaObject('ConsumerOrg', {
  name: 'PortalConsumerOrg',
  description: 'A consumer organization: who consumes the APIs of the catalog.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its path segment, for example `consumers`.' }),
    title: t.exposeString('title', { description: 'What people call it.' }),
    applications: t.relation('applications', {
      description: 'Its applications, by name.',
      args: partArgs,
      query: (part) => ({ orderBy: { name: 'asc' } as const, ...takeSkipOf(part) }),
    }),
    applicationCount: t.relationCount('applications', { description: 'How many applications it has.' }),
    subscriptions: t.prismaField({
      type: ['Subscription'],
      description:
        'The subscriptions of its applications: those to superseded products first, then by application, the oldest first.',
      args: partArgs,
      resolve: (query, { id }, part, { database }) =>
        database.prisma.subscription.findMany({
          ...query,
          where: subscriptionsOf(id),
          orderBy: [
            { catalogProduct: { migrationTargetId: { sort: 'asc', nulls: 'last' } } },
            { application: { name: 'asc' } },
            { createdAt: 'asc' },
            { id: 'asc' },
          ],
          ...takeSkipOf(part),
        }),
    }),
    hasCalled: t.boolean({
      description: 'Did one of its applications call an API under a subscription that it has?',
      resolve: async ({ id }, _args, { database }) => {
        const [found] = await database.prisma.$queryRaw<{ called: boolean }[]>`
          SELECT EXISTS (SELECT FROM "Application" a JOIN "Subscription" s ON s."applicationId" = a."id"
            JOIN "UsageSeries" u ON u."subscriptionId" = s."id" WHERE a."consumerOrgId" = ${id}::uuid) AS "called"`;
        return found?.called ?? false;
      },
    }),
    subscriptionCount: t.int({
      description: 'How many subscriptions its applications have.',
      resolve: ({ id }, _args, { database }) =>
        database.prisma.subscription.count({ where: subscriptionsOf(id) }),
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
