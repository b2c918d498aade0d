import type { Prisma } from '../../../../infrastructure/database/generated/prisma/client.ts';
import type { PortalContext } from '../context.ts';
import { visibleProducts } from './visibility.ts';

/** A version of a product. */
export type NamedVersion = {
  readonly id: string;
  readonly name: string;
  readonly version: string;
  readonly title: string;
};

/**
 * Finds the newest version of each product that the viewer may see, by name.
 *
 * @param where what else it must be
 */
export async function newestVisible(
  context: PortalContext,
  names: readonly string[],
  where: Prisma.CatalogProductWhereInput = {},
): Promise<ReadonlyMap<string, NamedVersion>> {
  if (names.length === 0) return new Map();
  const versions = await context.database.prisma.catalogProduct.findMany({
    where: { AND: [visibleProducts(context), { name: { in: [...new Set(names)] } }, where] },
    // Sort keys begin with the name, and then have the newest version first.
    orderBy: { sortKey: 'desc' },
    select: { id: true, name: true, version: true, title: true },
  });
  return new Map(versions.map((version) => [version.name, version]));
}
