import { allAlternativesOf } from '../../../domain/api/security.ts';
import { versionedName } from '../../../foundation/text/version.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { securityColumns, storedSecurity } from '../../../infrastructure/database/stored-security.ts';

/** An API that takes the tokens of a provider, with its required scopes. */
export type SecuredBy = {
  readonly api: string;
  readonly scopes: readonly string[];
  /** The catalog of a copy; null for a draft. */
  readonly catalogId: string | null;
};

/** Finds an API that is secured with a user registry: a draft or a copy. */
export async function apiWithRegistry(
  { api, catalogApi }: Pick<Transaction, 'api' | 'catalogApi'>,
  { orgId, registry }: { orgId: string; registry: string },
): Promise<string | undefined> {
  const select = { name: true, version: true };
  const securityDefinitions = { array_contains: [{ type: 'HTTP_BASIC', userRegistry: registry }] };
  const found =
    (await api.findFirst({ where: { orgId, securityDefinitions }, select })) ??
    (await catalogApi.findFirst({
      where: { catalogProduct: { catalog: { orgId } }, securityDefinitions },
      select,
    }));
  return found ? versionedName(found) : undefined;
}

/** The APIs with a security definition of this provider: drafts, and copies in catalogs. */
export async function securedBy(
  transaction: Pick<Transaction, 'api' | 'catalogApi'>,
  { orgId, provider }: { orgId: string; provider: string },
): Promise<SecuredBy[]> {
  const select = { name: true, version: true, ...securityColumns };
  const ofProvider = { array_contains: [{ type: 'OAUTH2', oauthProvider: provider }] };
  const drafts = await transaction.api.findMany({
    where: { orgId, securityDefinitions: ofProvider },
    select,
  });
  const copies = await transaction.catalogApi.findMany({
    where: { catalogProduct: { catalog: { orgId } }, securityDefinitions: ofProvider },
    select: { ...select, catalogProduct: { select: { catalogId: true } } },
  });
  return [
    ...drafts.map((draft) => ({ ...draft, catalogId: null })),
    ...copies.map(({ catalogProduct, ...copy }) => ({ ...copy, catalogId: catalogProduct.catalogId })),
  ].map(({ name, version, catalogId, ...row }) => {
    const api = { name, version, ...storedSecurity(row) };
    const parts = allAlternativesOf(api)
      .flatMap((alternative) => alternative.parts)
      .filter(({ definition }) => definition.type === 'OAUTH2' && definition.oauthProvider === provider);
    return { api: versionedName(api), scopes: parts.flatMap(({ scopes }) => scopes), catalogId };
  });
}
