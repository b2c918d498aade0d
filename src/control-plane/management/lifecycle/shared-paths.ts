import { servingStates } from '../../../domain/product/lifecycle.ts';
import type { LifecycleWarning } from '../../../domain/product/lifecycle-warning.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Catalog } from '../../../infrastructure/database/generated/prisma/client.ts';
import { type ApiAtPath, pathsAbove, sharedPathWarnings } from './rules/shared-paths.ts';

/** Maximum of warnings; nobody reads more. */
const NAMED = 20;

/** Warns of the base paths that a product shares with APIs served in its catalog. */
export async function sharedPaths(
  transaction: Transaction,
  { id: catalogId }: Pick<Catalog, 'id'>,
  coming: readonly ApiAtPath[],
): Promise<LifecycleWarning[]> {
  const there = await transaction.catalogApi.groupBy({
    by: ['name', 'version', 'basePath'],
    where: {
      catalogProduct: { catalogId, state: { in: [...servingStates] } },
      name: { notIn: coming.map(({ name }) => name) },
      OR: coming.flatMap(({ basePath }) => [
        { basePath: { in: pathsAbove(basePath) } },
        { basePath: { startsWith: `${basePath}/` } },
      ]),
    },
    orderBy: [{ name: 'asc' }, { version: 'asc' }],
    take: NAMED,
  });
  return sharedPathWarnings(coming, there);
}
