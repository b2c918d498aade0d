import type { JWK } from 'jose';
import type { Scope } from '../../domain/oauth/oauth-provider.ts';
import type { Prisma } from '../../infrastructure/database/generated/prisma/client.ts';
import { stored } from '../../infrastructure/database/json-columns.ts';
import type { Secrets } from '../../infrastructure/secrets/secrets.ts';
import { importSigningKey, type SigningKey } from '../../infrastructure/tokens/keys.ts';
import { registrySettingsOf } from '../../infrastructure/user-registries/stored-registry.ts';
import type { Provider } from './snapshot.ts';

export const providerTree = {
  userRegistry: true,
  signingKeys: { orderBy: { signsFrom: 'desc' } },
} as const satisfies Prisma.OAuthProviderInclude;
type ProviderTree = Prisma.OAuthProviderGetPayload<{ include: typeof providerTree }>;

type ProviderInput = {
  readonly issuer: string;
  /** The user registries assigned to the catalog. */
  readonly assigned: readonly { readonly id: string }[];
  readonly secrets: Secrets;
};

/**
 * An OAuth provider as it serves a catalog.
 *
 * @throws UnsealError when the secret key is another one
 */
export function provider(tree: ProviderTree, { issuer, assigned, secrets }: ProviderInput): Provider {
  const keys = tree.signingKeys.map((key) => signingKey(key, secrets));
  const scopes = stored<Scope[]>(tree.scopes);
  return {
    id: tree.id,
    name: tree.name,
    title: tree.title,
    issuer,
    grantTypes: new Set(tree.grantTypes),
    clientTypes: new Set(tree.clientTypes),
    authorizePath: tree.authorizePath,
    tokenPath: tree.tokenPath,
    scopes: scopes.map(({ name }) => name),
    scopeDescriptions: new Map(scopes.map(({ name, description }) => [name, description])),
    registry: tree.userRegistry && {
      name: tree.userRegistry.name,
      displayName: tree.userRegistry.displayName,
      ...registrySettingsOf(tree.userRegistry, secrets),
      isAssigned: assigned.some(({ id }) => id === tree.userRegistryId),
    },
    accessTokenSeconds: tree.accessTokenSeconds,
    refreshTokens: tree.refreshTokens,
    refreshTokenSeconds: tree.refreshTokenSeconds,
    certificateBinding: tree.certificateBinding,
    keys,
  };
}

function signingKey(key: ProviderTree['signingKeys'][number], secrets: Secrets): SigningKey {
  const privateJwk = JSON.parse(secrets.unseal(key.privateJwkSealed, key.id)) as JWK;
  const { id: kid, algorithm } = key;
  return importSigningKey(
    { kid, algorithm, publicJwk: stored<JWK>(key.publicJwk), privateJwk },
    key.signsFrom,
  );
}
