import type { Branding } from '../../../../domain/branding/branding.ts';
import { stored } from '../../../../infrastructure/database/json-columns.ts';
import { builder } from '../builder.ts';
import type { PortalContext } from '../context.ts';
import { newestVisible } from './newest-visible.ts';
import { inOrderOf } from './product.ts';

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

async function featuredIds(context: PortalContext): Promise<readonly string[]> {
  const { featured = [] } = stored<Branding>(context.catalog.branding);
  const newest = await newestVisible(context, featured, { state: 'PUBLISHED' });
  return featured.flatMap((name) => newest.get(name)?.id ?? []);
}
