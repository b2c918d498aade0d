import type { Provider } from '../snapshot/snapshot.ts';

/** Below which the metadata of all providers lie. (RFC 8414 §3) */
export const METADATA_PATH = '/.well-known/oauth-authorization-server';

/** Where a person sees what they have allowed. */
const CONSENTS_PATH = '/oauth2/consents';
/** Below which the files of the pages lie. */
export const ASSETS_PATH = '/oauth2/assets';

/** Where the endpoints of a provider are, below its issuer. The provider chooses the first two. */
export function endpointPaths({ tokenPath, authorizePath }: Pick<Provider, 'tokenPath' | 'authorizePath'>) {
  return {
    token: tokenPath,
    authorize: authorizePath,
    revoke: '/oauth2/revoke',
    introspect: '/oauth2/introspect',
    jwks: '/oauth2/jwks',
    consents: CONSENTS_PATH,
  };
}
