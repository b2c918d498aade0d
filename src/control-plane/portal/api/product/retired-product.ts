import { readVersionedName } from '../../../../foundation/text/version.ts';
import type { CatalogProduct, Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { builder } from '../builder.ts';
import { PortalProduct } from './product.ts';
import { onceVisible, visibleProducts } from './visibility.ts';

const PortalRetiredProduct = builder.objectRef<CatalogProduct>('PortalRetiredProduct').implement({
  description: 'A product that its provider has retired: it answers no calls.',
  fields: (t) => ({
    title: t.exposeString('title', { description: 'What people call it.' }),
    version: t.expose('version', { type: 'Version', description: 'Its version.' }),
    retiredAt: t.expose('retiredAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was retired; null where that was before such instants were kept.',
    }),
    instead: t.prismaField({
      type: PortalProduct,
      nullable: true,
      description:
        'The published product that took its place, else the newest published version of it; null where the viewer may see none.',
      resolve: async (query, { name, successorId }, _args, context) => {
        const { catalogProduct } = context.database.prisma;
        const seen = (which: Prisma.CatalogProductWhereInput) =>
          catalogProduct.findFirst({
            ...query,
            where: { AND: [visibleProducts(context), which], state: 'PUBLISHED' },
            orderBy: { sortKey: 'asc' },
          });
        return (successorId !== null && (await seen({ id: successorId }))) || seen({ name });
      },
    }),
  }),
});

builder.queryField('retiredProduct', (t) =>
  t.field({
    type: PortalRetiredProduct,
    nullable: true,
    skipTypeScopes: true,
    description:
      'A retired product in one version, for who follows an old link; null where there is none, or the viewer could not see it before.',
    args: {
      product: t.arg({ type: 'VersionedName', required: true, description: 'Which: `name:version`.' }),
    },
    resolve: (_root, { product }, context) =>
      context.database.prisma.catalogProduct.findFirst({
        where: { AND: [onceVisible(context), readVersionedName(product)], state: 'RETIRED' },
      }),
  }),
);
