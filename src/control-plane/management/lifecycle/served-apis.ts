import type { ApiSettings } from '../../../domain/api/api-settings.ts';
import { readVersionedName, versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import type { Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../../infrastructure/database/json-columns.ts';
import type { OfferedApi } from './rules/missing-prerequisites.ts';

/**
 * Returns APIs of a catalog with the targets of the versions that serve them.
 *
 * Nothing is asked where each serves itself.
 */
export async function servedApis<Api extends OfferedApi & { readonly settings: Prisma.JsonValue }>(
  { catalogApi }: Pick<Transaction, 'catalogApi'>,
  catalogId: string,
  apis: readonly Api[],
): Promise<Api[]> {
  const namesOf = ({ settings }: Api) => stored<ApiSettings>(settings).compat?.of ?? [];
  const serving = [...new Set(apis.flatMap(namesOf))];
  if (serving.length === 0) return [...apis];
  const rows = await catalogApi.findMany({
    where: { catalogProduct: { catalogId }, OR: serving.map(readVersionedName) },
    select: { name: true, version: true, targetUrl: true, backend: true },
  });
  const byName = new Map(rows.map((row) => [versionedName(row), row]));
  return apis.map((api) => {
    const { compat } = stored<ApiSettings>(api.settings);
    if (!compat) return api;
    const row = byName.get(compat.of);
    const { targetUrl = null, backend = null } = row ?? {};
    return { ...api, targetUrl, backend, serving: { of: compat.of, isPublished: row !== undefined } };
  });
}
