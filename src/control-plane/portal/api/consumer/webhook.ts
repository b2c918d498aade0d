import { deliveryState } from '../../../../domain/events/delivery-state.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { NoticeKindRef } from './notice.ts';
import { isWebhookId } from './own.ts';

/** Formats of deliveries to consumers. The provider's own format is none of them. */
export const webhookFormats = ['STANDARD', 'CLOUDEVENTS'] as const;

export const PortalWebhookFormat = builder.enumType('PortalWebhookFormat', {
  description: 'How a notice is written. Each is signed as Standard Webhooks says.',
  values: {
    STANDARD: { description: 'JSON of Standard Webhooks: `{ type, timestamp, data }`.' },
    CLOUDEVENTS: { description: 'CloudEvents 1.0 as structured JSON.' },
  } satisfies Record<(typeof webhookFormats)[number], { description: string }>,
});

const PortalWebhookDeliveryState = builder.enumType('PortalWebhookDeliveryState', {
  description: 'How far a delivery has come.',
  values: {
    PENDING: { description: 'It is tried again at `nextAttemptAt`.' },
    DELIVERED: { description: 'The receiver answered with 2xx.' },
    GIVEN_UP: { description: 'It was tried for two days in vain. `resendWebhookDelivery` begins anew.' },
  } as const,
});

export const PortalWebhookDelivery = builder.prismaObject('WebhookDelivery', {
  name: 'PortalWebhookDelivery',
  description:
    'A notice on its way to a webhook. It is sent at least once: receivers know it by its `webhook-id`.',
  select: { id: true, deliveredAt: true, nextAttemptAt: true },
  fields: (t) => ({
    id: t.id({ description: 'For `resendWebhookDelivery`.', resolve: ({ id }) => String(id) }),
    kind: t.field({
      type: NoticeKindRef,
      nullable: true,
      description: 'What the notice is of; null is a test.',
      select: { notice: { select: { kind: true } } },
      resolve: ({ notice }) => notice?.kind ?? null,
    }),
    about: t.string({
      nullable: true,
      description: 'The application, product or API that the notice is about; null is a test.',
      select: { notice: { select: { subject: true } } },
      resolve: ({ notice }) => notice?.subject ?? null,
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was first to be sent.' }),
    state: t.field({
      type: PortalWebhookDeliveryState,
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

export const PortalWebhook = builder.prismaObject('Webhook', {
  name: 'PortalWebhook',
  description:
    'Where notices of your consumer organization are sent, by a POST of JSON with the headers `webhook-id`, `webhook-timestamp` and `webhook-signature` of Standard Webhooks.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Says which.' }),
    url: t.expose('url', { type: 'URL', description: 'Where notices are sent.' }),
    kinds: t.field({
      type: [NoticeKindRef],
      description: 'Which notices it is sent.',
      select: { noticeKinds: true },
      resolve: ({ noticeKinds }) => noticeKinds,
    }),
    format: t.field({
      type: PortalWebhookFormat,
      description: 'How they are written.',
      select: { format: true },
      resolve: ({ format }) => (format === 'CLOUDEVENTS' ? 'CLOUDEVENTS' : 'STANDARD'),
    }),
    active: t.exposeBoolean('active', {
      description: 'Is it sent notices? While it is not, none is kept for it.',
    }),
    failingSince: t.expose('failingSince', {
      type: 'DateTime',
      nullable: true,
      description: 'Since when it has accepted nothing; null where it works.',
    }),
    disabledAt: t.expose('disabledAt', {
      type: 'DateTime',
      nullable: true,
      description:
        'When it was switched off, since it accepted nothing for five days or answered 410; null when it was not.',
    }),
    previousSecretExpiresAt: t.expose('previousSecretExpiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Until when the secret before signs as well; null where there is none.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When it was created.' }),
    deliveries: t.relation('deliveries', {
      type: PortalWebhookDelivery,
      description: 'Its deliveries with their last answers, the newest first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'desc' }, ...takeSkipOf(part) }),
    }),
    deliveryCount: t.relationCount('deliveries', { description: 'How many deliveries are kept of it.' }),
  }),
});

builder.queryField('webhooks', (t) =>
  t.prismaField({
    type: [PortalWebhook],
    description: 'The webhooks of your consumer organization, the oldest first.',
    args: partArgs,
    resolve: (query, _root, part, context) =>
      context.database.prisma.webhook.findMany({
        ...query,
        where: { consumerOrgId: demandViewer(context).consumerOrg.id },
        orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
        ...takeSkipOf(part),
      }),
  }),
);

builder.queryField('webhook', (t) =>
  t.prismaField({
    type: PortalWebhook,
    nullable: true,
    description: 'One webhook of your consumer organization.',
    args: { id: t.arg.id({ required: true, description: 'Which.' }) },
    resolve: (query, _root, { id }, context) => {
      const { consumerOrg } = demandViewer(context);
      if (!isWebhookId(id)) return null;
      return context.database.prisma.webhook.findFirst({
        ...query,
        where: { id, consumerOrgId: consumerOrg.id },
      });
    },
  }),
);

/** Checks kinds of notices and keeps each once. @throws BAD_USER_INPUT when there is none */
export function checkedKinds<Kind>(kinds: readonly Kind[]): Kind[] {
  if (kinds.length > 0) return [...new Set(kinds)];
  return refuse('BAD_USER_INPUT', { detail: 'Name at least one kind of notices.', path: ['kinds'] });
}
