import { eventTypeNames, eventTypes, readEventId } from '../../domain/events/events.ts';
import { describedValues } from '../../graphql/schema/described-values.ts';
import { quotaOf, refuseBeyond } from '../../infrastructure/database/check-quota.ts';
import type { Event } from '../../infrastructure/database/generated/prisma/client.ts';
import { builder, inOrg } from './builder.ts';
import { isStillValid } from './caller.ts';
import { catalogNamed } from './catalog/catalog.ts';

export const EventType = builder.enumType('EventType', {
  description: 'What an event tells of, and what its `detail` holds.',
  values: describedValues(eventTypeNames, (name) => eventTypes[name].description),
});

export const EventRef = builder.prismaObject('Event', {
  description: 'Something that happened in an org. It holds no secret.',
  fields: (t) => ({
    id: t.id({
      description: 'Rises within the org; give it as `after` to go on from here.',
      resolve: ({ id }) => String(id),
    }),
    at: t.expose('at', { type: 'DateTime', description: 'When it happened.' }),
    type: t.expose('type', { type: EventType, description: 'What it tells of.' }),
    catalog: t.string({
      nullable: true,
      description: 'The name of the catalog; null where it is of the whole org, or the catalog is gone.',
      resolve: async ({ catalogId }, _args, { database }) => {
        if (catalogId === null) return null;
        const catalog = await database.prisma.catalog.findUnique({ where: { id: catalogId } });
        return catalog?.name ?? null;
      },
    }),
    subject: t.exposeString('subject', {
      description:
        'What it happened to: `customer:2.0.0`, the name of a GraphQL server or a back-end, or `<consumer org>/<application>`.',
    }),
    detail: t.expose('detail', { type: 'JSON', description: 'What else there is to know, by type.' }),
  }),
});

builder.subscriptionField('events', (t) =>
  t.field({
    type: EventRef,
    description:
      'What happens in an org from now on, or after an event that is known: in order, none twice, none left out.',
    args: {
      org: t.arg.string(inOrg),
      catalog: t.arg.string({ description: 'Only this catalog, and what is of the whole org.' }),
      types: t.arg({ type: [EventType], description: 'Only these; all unless given.' }),
      after: t.arg.id({ description: 'The id of the last event that is known.' }),
    },
    subscribe: async (_root, { org, catalog, types, after }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      const catalogInput = catalog == null ? null : { orgId, name: catalog, path: ['catalog'] };
      const within = catalogInput && (await catalogNamed(context.database.prisma, catalogInput));
      const where = {
        ...(within && { OR: [{ catalogId: within.id }, { catalogId: null }] }),
        ...(types && { type: { in: types } }),
      };
      const { prisma } = context.database;
      const quota = await quotaOf(prisma, { resource: 'EVENT_STREAMS', ownerId: orgId });
      return context.events.follow({
        orgId,
        owner: orgId,
        admit: (used) => refuseBeyond(quota, { used, adding: 1 }),
        where: async () => where,
        after: after == null ? undefined : readEventId(after),
        // A token that is revoked or expires ends what it follows, and so does the session that it came by.
        mayGoOn: () => isStillValid(context.caller, context),
      });
    },
    resolve: (event: Event) => event,
  }),
);
