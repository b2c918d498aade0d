/** Below which the metadata of all providers lie. (RFC 8414 §3) */
export const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** Below which the files of a provider's pages lie. */
export const ASSETS_PATH = '/oauth2/assets';

/** Those that are the same for all providers. (architecture.md, "Addresses") */
const fixedPaths = {
  revoke: '/oauth2/revoke',
  introspect: '/oauth2/introspect',
  jwks: '/oauth2/jwks',
  /** Where a person sees what they have allowed. */
  consents: '/oauth2/consents',
} as const;

type ChosenPaths = { readonly tokenPath: string; readonly authorizePath: string };

/** Where the endpoints of a provider are, below its issuer. The provider chooses the first two. */
export function endpointPaths({ tokenPath, authorizePath }: ChosenPaths) {
  return { token: tokenPath, authorize: authorizePath, ...fixedPaths };
}

/** Is it a path that no provider can choose? */
export function isFixedPath(path: string): boolean {
  return Object.values<string>(fixedPaths).includes(path) || `${path}/`.startsWith(`${ASSETS_PATH}/`);
}

/** Where the metadata of an issuer are: between its host and its path. (RFC 8414 §3.1) */
export function metadataUrl(issuer: string): string {
  const { origin, pathname } = new URL(issuer);
  return `${origin}${METADATA_PATH}${pathname}`;
}
