import { servingStates } from '../../../domain/product/lifecycle.ts';
import type { RowChange } from '../../../domain/product/undo.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { BackendUse } from './rules/undo-conflict.ts';

/** Reads what the back-ends of a change depend on, and which APIs call them. */
export async function backendUseOf(
  transaction: Transaction,
  catalogId: string,
  changes: readonly RowChange[],
): Promise<BackendUse> {
  const labels = changes
    .filter(({ table }) => table === 'backends')
    .map(({ before, after }) => (before ?? after)?.label ?? {});
  // Most changes have no back-end.
  if (labels.length === 0)
    return { known: new Set(), set: new Set(), secrets: new Set(), callers: new Map() };
  const names = labels.map((label) => `${label['backend']}`);
  const ids = labels.map((label) => `${label['backendId']}`);
  const known = await transaction.backend.findMany({ where: { id: { in: ids } }, select: { id: true } });
  const set = await transaction.catalogBackend.findMany({ where: { catalogId, backendId: { in: ids } } });
  const secrets = await transaction.secret.findMany({ where: { catalogId }, select: { name: true } });
  const copies = await transaction.catalogApi.findMany({
    where: {
      backend: { in: names },
      catalogProduct: { catalogId, state: { in: [...servingStates] } },
    },
    select: { backend: true, name: true, version: true },
  });
  return {
    known: new Set(known.map(({ id }) => id)),
    set: new Set(set.map(({ backendId }) => backendId)),
    secrets: new Set(secrets.map(({ name }) => name)),
    callers: new Map(copies.map((copy) => [`${copy.backend}`, versionedName(copy)])),
  };
}
