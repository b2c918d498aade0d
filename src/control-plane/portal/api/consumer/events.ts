import { isInAudience } from '../../../../domain/consumer/audience.ts';
import { consumerEventTypes, eventTypes, readEventId } from '../../../../domain/events/events.ts';
import { describedValues } from '../../../../graphql/schema/described-values.ts';
import { quotaOf, refuseBeyond } from '../../../../infrastructure/database/check-quota.ts';
import type { Event, Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { audienceOfMember } from '../../../consumer/audience.ts';
import { builder } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { LIVE } from '../product/visibility.ts';

const EventType = builder.enumType('EventType', {
  description: 'What an event tells of, and what its `detail` holds.',
  values: describedValues(consumerEventTypes, (name) => eventTypes[name].description),
});

const ConsumerEvent = builder.objectRef<Event>('Event').implement({
  description: 'Something that happened in the catalog and that the viewer may see. It holds no secret.',
  fields: (t) => ({
    id: t.id({ description: 'Give it as `after` to go on from here.', resolve: ({ id }) => String(id) }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    type: t.field({
      type: EventType,
      description: 'What it tells of.',
      resolve: ({ type }) => consumerEventTypes.find((each) => each === type) ?? 'PRODUCT_LIFECYCLE',
    }),
    subject: t.exposeString('subject', {
      description: 'What it happened to: `customer:2.0.0`, or `<consumer org>/<application>`.',
    }),
    detail: t.expose('detail', { type: 'JSON', description: 'What else there is to know, by type.' }),
  }),
});

/**
 * Selects the events that the viewer may see. They are those public when they happened, those of subscribed products
 * and of products that are for the viewer, and those of the viewer's consumer org. Those of products that are for others
 * now are not told, whoever they were for when they happened.
 * The end of a subscription tells a subscriber of a product's retirement.
 */
async function visibleEvents(
  context: PortalContext,
  types: readonly (typeof consumerEventTypes)[number][],
): Promise<Prisma.EventWhereInput> {
  const { prisma } = context.database;
  const viewer = demandViewer(context);
  const { consumerOrg } = viewer;
  // A stream outlives the groups that the viewer was in when it began.
  const audience = await audienceOfMember(prisma, viewer);
  const subscriptions = await prisma.subscription.findMany({
    where: { application: { consumerOrgId: consumerOrg.id }, state: LIVE },
    select: { catalogProductId: true },
  });
  const subscribed = [...new Set(subscriptions.map(({ catalogProductId }) => catalogProductId))];
  const custom = await prisma.catalogProduct.findMany({
    where: { catalogId: context.catalog.id, visibility: 'CUSTOM' },
    select: { id: true, state: true, visibleTo: true },
  });
  const isShown = ({ state, visibleTo }: (typeof custom)[number]) =>
    state === 'PUBLISHED' && isInAudience(visibleTo, audience);
  const chosen = custom.filter(isShown).map(({ id }) => id);
  const others = custom.filter((product) => !isShown(product)).map(({ id }) => id);
  return {
    catalogId: context.catalog.id,
    type: { in: [...types] },
    OR: [
      { consumerOrgId: consumerOrg.id },
      {
        consumerOrgId: null,
        isPublic: true,
        // Of a list without null, SQL would know nothing of events that are about no product.
        OR: [{ productId: null }, { productId: { notIn: others } }],
      },
      { consumerOrgId: null, productId: { in: [...subscribed, ...chosen] } },
    ],
  };
}

/** Tells whether the session is still open, and in the same consumer org. One that ends, or leaves, ends its streams. */
async function isStillSignedIn(context: PortalContext): Promise<boolean> {
  const { sessionId: id, consumerOrg } = demandViewer(context);
  const { database, clock } = context;
  const isInOrg = { OR: [{ consumerOrgId: consumerOrg.id }, { consumerOrgId: null }] };
  const open = { id, expiresAt: { gt: clock() }, ...isInOrg };
  return (await database.prisma.portalSession.count({ where: open })) > 0;
}

builder.subscriptionField('events', (t) =>
  t.field({
    type: ConsumerEvent,
    description:
      'What happens from now on, or after an event that is known: to products that the viewer may see, and to the subscriptions and credentials of its consumer organization.',
    args: {
      types: t.arg({ type: [EventType], description: 'Only these; all unless given.' }),
      after: t.arg.id({ description: 'The id of the last event that is known.' }),
    },
    subscribe: async (_root, { types, after }, context) => {
      const { prisma } = context.database;
      const { id: owner } = demandViewer(context).consumerOrg;
      const quota = await quotaOf(prisma, { resource: 'CONSUMER_EVENT_STREAMS', ownerId: owner });
      return context.events.follow({
        orgId: context.catalog.orgId,
        owner,
        admit: (used) => refuseBeyond(quota, { used, adding: 1 }),
        where: () => visibleEvents(context, types ?? consumerEventTypes),
        after: after == null ? undefined : readEventId(after),
        mayGoOn: () => isStillSignedIn(context),
      });
    },
    resolve: (event: Event) => event,
  }),
);
