import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';

builder.prismaObjectField('CatalogProduct', 'predecessorSubscriptions', (t) =>
  t.prismaField({
    type: ['Subscription'],
    description:
      "The subscriptions of the viewer's consumer organization to products whose place it takes, the oldest first; their `migrationTarget` says which plan they can go to.",
    args: partArgs,
    // Most products take nobody's place: those cost no statement.
    select: { id: true, state: true, _count: { select: { migrationSources: true } } },
    resolve: (query, { id, state, _count }, part, { viewer, database }) =>
      viewer && state === 'PUBLISHED' && _count.migrationSources > 0
        ? database.prisma.subscription.findMany({
            ...query,
            where: {
              application: { consumerOrgId: viewer.consumerOrg.id },
              catalogProduct: { migrationTargetId: id, state: { in: ['PUBLISHED', 'DEPRECATED'] } },
            },
            orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
            ...takeSkipOf(part),
          })
        : [],
  }),
);
