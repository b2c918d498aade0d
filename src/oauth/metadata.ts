import type { Endpoint } from './endpoint.ts';
import { grantsOf } from './grants/grants.ts';
import { endpointPaths } from './paths.ts';

const AUTHENTICATION_METHODS = ['client_secret_basic', 'client_secret_post'];

/**
 * What the provider has enabled and this platform can do. The issuer is that of the settings, never of the request's
 * headers. There is no authorization endpoint to tell of, as no grant uses one. (RFC 8414 §2)
 */
export const metadata: Endpoint = {
  methods: ['GET', 'HEAD'],
  isPublic: true,
  answer({ provider }) {
    const { issuer, scopes } = provider;
    const paths = endpointPaths(provider);
    return {
      status: 200,
      body: {
        issuer,
        token_endpoint: issuer + paths.token,
        revocation_endpoint: issuer + paths.revoke,
        introspection_endpoint: issuer + paths.introspect,
        jwks_uri: issuer + paths.jwks,
        scopes_supported: scopes,
        response_types_supported: [],
        grant_types_supported: grantsOf(provider).map(({ grantType }) => grantType),
        token_endpoint_auth_methods_supported: AUTHENTICATION_METHODS,
        revocation_endpoint_auth_methods_supported: AUTHENTICATION_METHODS,
        introspection_endpoint_auth_methods_supported: AUTHENTICATION_METHODS,
      },
    };
  },
};
