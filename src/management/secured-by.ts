import type { Transaction } from '../database/change.ts';
import { stored } from '../database/json.ts';
import type { SecurityDefinition, SecurityRequirement } from '../domain/security.ts';
import { versionedName } from '../domain/version.ts';

/** An API that takes the tokens of a provider, and the scopes that it asks for. */
export type SecuredApi = { readonly api: string; readonly scopes: readonly string[] };

/** The APIs with a security definition of this provider: drafts, and copies in catalogs. */
export async function securedBy(
  transaction: Transaction,
  { orgId, provider }: { orgId: string; provider: string },
): Promise<SecuredApi[]> {
  const select = { name: true, version: true, securityDefinitions: true, security: true };
  const drafts = await transaction.api.findMany({ where: { orgId }, select });
  const copies = await transaction.catalogApi.findMany({
    where: { catalogProduct: { catalog: { orgId } } },
    select,
  });
  return [...drafts, ...copies].flatMap(({ securityDefinitions, security, ...api }) => {
    const names = stored<SecurityDefinition[]>(securityDefinitions)
      .filter((definition) => definition.type === 'OAUTH2' && definition.oauthProvider === provider)
      .map(({ name }) => name);
    const requirements = stored<SecurityRequirement[]>(security).filter(({ definition }) =>
      names.includes(definition),
    );
    return names.length === 0
      ? []
      : [{ api: versionedName(api), scopes: requirements.flatMap(({ scopes }) => scopes) }];
  });
}
