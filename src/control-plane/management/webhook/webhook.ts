import { deliveryState } from '../../../domain/events/delivery-state.ts';
import { type PartOfList, partDescriptions, takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { EventRef, EventType } from '../events.ts';

const FIRST_DEFAULT = 20;

const DeliveryState = builder.enumType('WebhookDeliveryState', {
  description: 'How far a delivery has come.',
  values: {
    PENDING: { description: 'It is tried again at `nextAttemptAt`.' },
    DELIVERED: { description: 'The receiver answered with 2xx.' },
    GIVEN_UP: { description: 'It was tried for two days in vain. `resendWebhookDelivery` begins anew.' },
  } as const,
});

builder.prismaObject('WebhookDelivery', {
  description:
    'An event on its way to a webhook. It is sent at least once: receivers know it by its event id.',
  select: { deliveredAt: true, nextAttemptAt: true },
  fields: (t) => ({
    id: t.id({
      description: 'For `resendWebhookDelivery`.',
      select: { id: true },
      resolve: ({ id }) => String(id),
    }),
    webhook: t.relation('webhook', { description: 'Where it is sent.' }),
    event: t.relation('event', {
      type: EventRef,
      nullable: false,
      onNull: 'error',
      description: 'What is told.',
    }),
    state: t.field({
      type: DeliveryState,
      description: 'How far it has come.',
      resolve: deliveryState,
    }),
    attempts: t.exposeInt('attempts', { description: 'How often it was sent.' }),
    nextAttemptAt: t.expose('nextAttemptAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it is sent again; 1970 is at once, null is never.',
    }),
    lastStatus: t.exposeInt('lastStatus', {
      nullable: true,
      description: 'The HTTP status of the last answer; null when there was none.',
    }),
    lastError: t.exposeString('lastError', {
      nullable: true,
      description: 'Why the last attempt failed; null when it did not.',
    }),
    deliveredAt: t.expose('deliveredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the receiver accepted it.',
    }),
  }),
});

export const WebhookFormatRef = builder.enumType('WebhookFormat', {
  description: 'How deliveries of a webhook are written and signed.',
  values: {
    GATEHOUSE: {
      description:
        'JSON with the members id, type, at, org, catalog, subject and detail, signed in `Gatehouse-Signature`.',
    },
    STANDARD: {
      description:
        'As Standard Webhooks says: `{ type, timestamp, data }`, signed in `webhook-signature`, with `webhook-id` and `webhook-timestamp`.',
    },
  } as const,
});

/** Deliveries that were tried, and have reached nobody yet: given up, or tried again later. */
const FAILING = { deliveredAt: null, lastError: { not: null } } as const;

builder.prismaObject('Webhook', {
  description:
    'Where events of a catalog are sent, by a POST of JSON with the members id, type, at, org, catalog, subject and detail. The header `Gatehouse-Signature: t=<seconds>,v1=<hex>` holds the HMAC-SHA-256 of `<seconds>.<body>` under the secret.',
  fields: (t) => ({
    catalog: t.relation('catalog', { description: 'Whose events it is sent.' }),
    name: t.exposeString('name', { description: 'Its name in the catalog.' }),
    url: t.expose('url', { type: 'URL', description: 'Where events are sent.' }),
    format: t.field({
      type: WebhookFormatRef,
      description: 'How its deliveries are written and signed.',
      select: { format: true },
      resolve: ({ format }) => (format === 'STANDARD' ? 'STANDARD' : 'GATEHOUSE'),
    }),
    types: t.field({
      type: [EventType],
      description: 'Which events it wants.',
      select: { types: true },
      resolve: ({ types }) => types,
    }),
    active: t.exposeBoolean('active', {
      description: 'Is it sent events? While it is not, none is kept for it, and none is sent.',
    }),
    restsUntil: t.expose('restsUntil', {
      type: 'DateTime',
      nullable: true,
      description:
        'Until when nothing is sent, since it failed three times in a row or more: at most ten minutes at a time. Null where it works. `updateWebhook` with an address, and `resendWebhookDelivery`, end the rest.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    deliveries: t.relation('deliveries', {
      description: 'Its deliveries with their last answers, the newest first.',
      args: {
        first: t.arg.int({ defaultValue: FIRST_DEFAULT, description: partDescriptions.first }),
        offset: t.arg.int({ description: partDescriptions.offset }),
        failing: t.arg.boolean({
          defaultValue: false,
          description: 'Only those that were tried, and have reached nobody yet.',
        }),
      },
      query: ({ failing, ...part }) => ({
        where: failing ? FAILING : {},
        orderBy: { id: 'desc' },
        ...lastOf(part),
      }),
    }),
    waitingCount: t.relationCount('deliveries', {
      description: 'How many deliveries have reached nobody yet.',
      where: { deliveredAt: null },
    }),
    deliveryCount: t.relationCount('deliveries', { description: 'How many deliveries are kept of it.' }),
  }),
});

builder.queryField('webhook', (t) =>
  t.prismaField({
    type: 'Webhook',
    nullable: true,
    description: 'One webhook of a catalog.',
    args: {
      org: t.arg.string({ description: 'The org; may be left out by a caller of one org.' }),
      catalog: t.arg.string({ required: true, description: 'The catalog.' }),
      name: t.arg.string({ required: true, description: 'The name of the webhook.' }),
    },
    resolve: async (query, _root, { org, catalog, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.webhook.findFirst({
        ...query,
        where: { name, consumerOrgId: null, catalog: { name: catalog, orgId } },
      });
    },
  }),
);

builder.queryField('failingDeliveries', (t) =>
  t.prismaField({
    type: ['WebhookDelivery'],
    description:
      'The deliveries of an org that were tried, and have reached nobody yet: given up, or tried again later. The newest first.',
    args: {
      org: t.arg.string(inOrg),
      first: t.arg.int({ defaultValue: FIRST_DEFAULT, description: partDescriptions.first }),
      offset: t.arg.int({ description: partDescriptions.offset }),
    },
    resolve: async (query, _root, { org, ...part }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.webhookDelivery.findMany({
        ...query,
        where: { ...FAILING, webhook: { consumerOrgId: null, catalog: { orgId } } },
        orderBy: { id: 'desc' },
        ...lastOf(part),
      });
    },
  }),
);

builder.queryField('failingWebhooks', (t) =>
  t.prismaField({
    type: ['Webhook'],
    description:
      'The webhooks of an org with deliveries that were tried, and have reached nobody yet. By name.',
    args: { org: t.arg.string(inOrg), ...partArgs },
    resolve: async (query, _root, { org, ...part }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.webhook.findMany({
        ...query,
        where: { consumerOrgId: null, catalog: { orgId }, deliveries: { some: FAILING } },
        orderBy: [{ name: 'asc' }, { id: 'asc' }],
        ...takeSkipOf(part),
      });
    },
  }),
);

const lastOf = ({ first, offset }: PartOfList) => takeSkipOf({ first: first ?? FIRST_DEFAULT, offset });

builder.prismaObjectField('Catalog', 'webhooks', (t) =>
  t.relation('webhooks', {
    description: 'Where its events are sent, the first created first.',
    args: partArgs,
    query: (part) => ({
      where: { consumerOrgId: null },
      orderBy: [{ createdAt: 'asc' }, { name: 'asc' }],
      ...takeSkipOf(part),
    }),
  }),
);
