import type { Branding } from '../../../../domain/branding/branding.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { inOrderOf } from './product.ts';
import { visibleProducts } from './visibility.ts';

builder.queryField('featuredProducts', (t) =>
  t.prismaField({
    type: ['CatalogProduct'],
    skipTypeScopes: true,
    description:
      'The products that the provider puts first, in the order of the provider: of each the newest published version that the viewer may see; at most 12.',
    resolve: async (query, _root, _args, context) => {
      const ids = await featuredIds(context);
      if (ids.length === 0) return [];
      const rows = await context.database.prisma.catalogProduct.findMany({
        ...query,
        where: { id: { in: [...ids] } },
      });
      return inOrderOf(rows, ids);
    },
  }),
);

/** Sort keys begin with the name, and then have the newest version first. */
async function featuredIds(context: PortalContext): Promise<readonly string[]> {
  const { featured = [] } = stored<Branding>(context.catalog.branding);
  if (featured.length === 0) return [];
  const versions = await context.database.prisma.catalogProduct.findMany({
    where: { AND: [visibleProducts(context), { state: 'PUBLISHED', name: { in: [...featured] } }] },
    orderBy: { sortKey: 'asc' },
    select: { id: true, name: true },
  });
  return featured.flatMap((name) => versions.find((version) => version.name === name)?.id ?? []);
}
