/** The path above the metadata of all providers. (RFC 8414 §3) */
export const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** The path above the metadata of all APIs as protected resources. (RFC 9728 §3) */
export const RESOURCE_METADATA_PATH = '/.well-known/oauth-protected-resource';

/** The page of a portal at which Try it gets its authorization codes. */
export const TRY_IT_RETURN_PATH = '/signed-in';

/** The path above the files of a provider's pages. */
export const ASSETS_PATH = '/oauth2/assets';

/** Paths that are the same for all providers. (architecture.md, "Addresses") */
const fixedPaths = {
  revoke: '/oauth2/revoke',
  introspect: '/oauth2/introspect',
  jwks: '/oauth2/jwks',
  /** The page on which people see their consents. */
  consents: '/oauth2/consents',
  /** The page that people come back to from the pages of a user registry. */
  callback: '/oauth2/callback',
  /** The page on which local users change their passwords. */
  password: '/oauth2/password',
} as const;

type ChosenPaths = { readonly tokenPath: string; readonly authorizePath: string };

/** Returns the paths of a provider's endpoints below its issuer. The provider chooses the first two. */
export function endpointPaths({ tokenPath, authorizePath }: ChosenPaths) {
  return { token: tokenPath, authorize: authorizePath, ...fixedPaths };
}

/** Is true for paths that no provider can choose. */
export function isFixedPath(path: string): boolean {
  return Object.values<string>(fixedPaths).includes(path) || `${path}/`.startsWith(`${ASSETS_PATH}/`);
}

/** Returns the URL of an issuer's metadata. (RFC 8414 §3.1) */
export const metadataUrl = (issuer: string): string => wellKnownUrl(METADATA_PATH, issuer);

/** Returns the URL of a protected resource's metadata. (RFC 9728 §3.1) */
export const resourceMetadataUrl = (resource: string): string =>
  wellKnownUrl(RESOURCE_METADATA_PATH, resource);

/** Puts a well-known path between a URL's host and its path. */
function wellKnownUrl(wellKnownPath: string, url: string): string {
  const { origin, pathname } = new URL(url);
  return `${origin}${wellKnownPath}${pathname}`;
}
