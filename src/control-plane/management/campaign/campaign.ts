import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { type CampaignCounts, countsOf, type Recipient, recipientsOf } from './recipients.ts';

const RecipientState = builder.enumType('CampaignRecipientState', {
  description: 'What became of a subscription since a message was sent.',
  values: {
    STAYS: { description: 'It is on the same plan of the same product.' },
    MOVED: { description: 'It is on another plan, or on another product.' },
    ENDED: { description: 'There is no such subscription any more.' },
  } as const,
});

const RecipientRef = builder.objectRef<Recipient>('CampaignRecipient').implement({
  description: 'A subscription whose consumer org got a message, and what became of it.',
  fields: (t) => ({
    consumerOrg: t.exposeString('consumerOrg', { description: 'The name of the consumer org.' }),
    application: t.exposeString('application', { description: 'The name of the application.' }),
    plan: t.exposeString('plan', { description: 'The plan that it was on.' }),
    readAt: t.expose('readAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When a member of the consumer org first read the message; null when nobody has.',
    }),
    acknowledgedAt: t.expose('acknowledgedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the consumer org acknowledged it; null when it has not.',
    }),
    acknowledgedBy: t.exposeString('acknowledgedBy', {
      nullable: true,
      description: 'Who acknowledged it, by the username.',
    }),
    state: t.expose('state', { type: RecipientState, description: 'What became of the subscription.' }),
    movedTo: t.exposeString('movedTo', {
      nullable: true,
      description: 'The product with its version, and the plan, that it moved to.',
    }),
    lastCalledOn: t.expose('lastCalledOn', {
      type: 'DateTime',
      nullable: true,
      description:
        'The last day (UTC) on which it called the product, since that of the message; null when it has not.',
    }),
  }),
});

const CountsRef = builder.objectRef<CampaignCounts>('CampaignCounts').implement({
  description: 'What became of a message, in numbers.',
  fields: (t) => ({
    consumerOrgs: t.exposeInt('consumerOrgs', { description: 'How many consumer orgs got it.' }),
    subscriptions: t.exposeInt('subscriptions', { description: 'How many subscriptions it is about.' }),
    read: t.exposeInt('read', { description: 'How many consumer orgs have read it.' }),
    acknowledged: t.exposeInt('acknowledged', {
      description: 'How many consumer orgs have acknowledged it.',
    }),
    moved: t.exposeInt('moved', {
      description: 'How many subscriptions are on another plan or product now.',
    }),
    ended: t.exposeInt('ended', { description: 'How many subscriptions have ended.' }),
    calling: t.exposeInt('calling', {
      description: 'How many subscriptions have called the product since the day of the message.',
    }),
  }),
});

export const CampaignRef = builder.prismaObject('Campaign', {
  description: 'A message of the provider to the subscribers of a product. It is kept for 400 days.',
  select: { id: true },
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Tells it from others.' }),
    product: t.expose('product', { type: 'VersionedName', description: 'Whose subscribers it is for.' }),
    plan: t.exposeString('plan', {
      nullable: true,
      description: 'The plan whose subscribers it is for; null is all.',
    }),
    title: t.exposeString('title', { description: 'Its title: the subject of its mails.' }),
    text: t.exposeString('text', { description: 'Its text, in Markdown.' }),
    asksAcknowledgement: t.exposeBoolean('asksAcknowledgement', {
      description: 'Are consumer orgs asked to acknowledge it?',
    }),
    sentAt: t.expose('sentAt', { type: 'DateTime', description: 'When it was sent.' }),
    sentBy: t.exposeString('sentBy', { description: 'Who sent it: `user:<email>` or `token:<name>`.' }),
    counts: t.field({
      type: CountsRef,
      description: 'What became of it, in numbers.',
      resolve: ({ id }, _args, { database }) => countsOf(database.prisma, id),
    }),
    recipients: t.field({
      type: [RecipientRef],
      description: 'The subscriptions that it is about, by consumer org and application.',
      args: partArgs,
      resolve: ({ id }, part, { database }) => recipientsOf(database.prisma, id, takeSkipOf(part)),
    }),
  }),
});

builder.prismaObjectField('Catalog', 'campaigns', (t) =>
  t.relation('campaigns', {
    description: 'The messages to its subscribers, the newest first.',
    args: partArgs,
    query: (part) => ({ orderBy: { id: 'desc' }, ...takeSkipOf(part) }),
  }),
);

builder.prismaObjectField('Catalog', 'campaignCount', (t) =>
  t.relationCount('campaigns', { description: 'How many messages to its subscribers are kept.' }),
);

builder.queryField('campaign', (t) =>
  t.prismaField({
    type: 'Campaign',
    nullable: true,
    description: 'One message to subscribers.',
    args: {
      org: t.arg.string(inOrg),
      id: t.arg.id({ required: true, description: 'Which message.' }),
    },
    resolve: async (query, _root, { org, id }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(id)) return null;
      return context.database.prisma.campaign.findFirst({ ...query, where: { id, catalog: { orgId } } });
    },
  }),
);
