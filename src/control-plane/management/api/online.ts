import { servingStates } from '../../../domain/product/lifecycle.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { readVersionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { catalogNamed } from '../catalog/catalog.ts';
import { publishApiOnItsOwn } from '../product/publication.ts';
import { draftNamed } from './api.ts';

export type OnlineTarget = {
  readonly orgId: string;
  /** `name:version` */
  readonly api: string;
  readonly online: boolean;
  /** The catalog, and the path of its name in the input. */
  readonly catalog: { readonly name: string; readonly path: InputPath };
};

/** The copies of an API that answer calls in a catalog. */
export const servedCopies = (catalogId: string, api: string): Prisma.CatalogApiWhereInput => ({
  ...readVersionedName(api),
  catalogProduct: { catalogId, state: { in: [...servingStates] } },
});

/**
 * Switches an API on or off in a catalog, in all products that hold it. Online publishes it by itself, in a product of
 * its own, where no product holds it yet. (spec.md, API online state)
 *
 * @throws NOT_FOUND when there is no such catalog or API, or nothing to switch off
 */
export async function setOnline(
  transaction: Transaction,
  { orgId, api, online, catalog }: OnlineTarget,
): Promise<void> {
  const row = await catalogNamed(transaction, { orgId, ...catalog });
  const { count } = await transaction.catalogApi.updateMany({
    where: servedCopies(row.id, api),
    data: { online },
  });
  if (count > 0) return;
  const { id: apiId } = await draftNamed(transaction, { orgId, api, path: ['input', 'api'] });
  if (!online)
    refuse('NOT_FOUND', {
      detail: `No published product of the catalog ${row.name} holds ${api}: there is nothing to take offline.`,
      path: ['input', 'api'],
    });
  await publishApiOnItsOwn(transaction, { catalog: row, apiId });
}

/** Switches APIs of one product in a catalog on or off. */
export async function setCopiesOnline(
  transaction: Transaction,
  catalogProductId: string,
  { apis, online }: { apis: readonly string[]; online: boolean },
): Promise<void> {
  await transaction.catalogApi.updateMany({
    where: { catalogProductId, online: !online, OR: apis.map(readVersionedName) },
    data: { online },
  });
}
