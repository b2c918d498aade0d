import { firstSegment } from '../../domain/api/path.ts';
import { type InputPath, refuse } from '../../foundation/errors.ts';
import { versionedName } from '../../foundation/text/version.ts';
import type { Transaction } from '../../infrastructure/database/change.ts';

/**
 * Addresses below a catalog, `/<org>/<catalog>/…`, are shared by OAuth providers and APIs. The first segment of a
 * base path is never the name of a provider. Drafts count too, so that publishing one cannot fail for this reason
 * later.
 */
type AddressInput = {
  readonly orgId: string;
  /** The name of a provider, or the base path of an API. */
  readonly address: string;
  readonly path: InputPath;
};

/** @throws NAME_TAKEN when the base path of an API begins with the name of a provider to be */
export async function refuseTakenByApi(
  transaction: Transaction,
  { orgId, address, path }: AddressInput,
): Promise<void> {
  const below = { OR: [{ basePath: `/${address}` }, { basePath: { startsWith: `/${address}/` } }] };
  const api =
    (await transaction.api.findFirst({ where: { orgId, ...below } })) ??
    (await transaction.catalogApi.findFirst({ where: { catalogProduct: { catalog: { orgId } }, ...below } }));
  if (!api) return;
  refuse('NAME_TAKEN', {
    detail: `The API ${versionedName(api)} has the base path ${api.basePath}, at the provider's address: choose another name.`,
    path,
  });
}

/** @throws NAME_TAKEN when a base path to be begins with the name of a provider */
export async function refuseTakenByProvider(
  transaction: Transaction,
  { orgId, address, path }: AddressInput,
): Promise<void> {
  const name = firstSegment(address);
  const provider = await transaction.oAuthProvider.findUnique({ where: { orgId_name: { orgId, name } } });
  if (!provider) return;
  refuse('NAME_TAKEN', {
    detail: `The OAuth provider ${name} is at the base path ${address}: choose another base path.`,
    path,
  });
}
