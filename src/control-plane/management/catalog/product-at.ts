import type { ProductState as State } from '../../../domain/product/lifecycle.ts';
import { compareVersions, versionedName } from '../../../foundation/text/version.ts';
import { cut } from '../../../graphql/server/take-skip.ts';
import { builder, partArgs } from '../builder.ts';
import { ProductState } from './catalog-product.ts';

/** A product as it stood at an instant. */
type ProductAt = { readonly name: string; readonly version: string; readonly state: State };

const ProductAtRef = builder.objectRef<ProductAt>('ProductAt').implement({
  description: 'A product in a catalog as it stood at an instant.',
  fields: (t) => ({
    product: t.field({
      type: 'VersionedName',
      description: 'Which product.',
      resolve: (product) => versionedName(product),
    }),
    state: t.expose('state', { type: ProductState, description: 'Where it stood in its life.' }),
  }),
});

builder.prismaObjectField('Catalog', 'at', (t) =>
  t.field({
    type: [ProductAtRef],
    description:
      'What was in the catalog at an instant, by name and version: also what has been removed since, and what was undone.',
    args: { instant: t.arg({ type: 'DateTime', required: true, description: 'When.' }), ...partArgs },
    select: { id: true },
    resolve: async ({ id: catalogId }, { instant, ...part }, { database }): Promise<ProductAt[]> => {
      const last = await database.prisma.productStateChange.findMany({
        where: { catalogId, at: { lte: instant } },
        // The order of the ids is that of the commits: changes of an org follow one another.
        orderBy: { id: 'desc' },
        distinct: ['name', 'version'],
      });
      const stood = last.flatMap(({ name, version, to }) =>
        to === null ? [] : [{ name, version, state: to }],
      );
      return cut(stood.sort(byName), part);
    },
  }),
);

function byName(a: ProductAt, b: ProductAt): number {
  if (a.name !== b.name) return a.name < b.name ? -1 : 1;
  return compareVersions(a.version, b.version);
}
