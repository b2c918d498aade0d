import { catalogUrl } from '../../../domain/addresses/public-urls.ts';
import { endpointPaths } from '../../../domain/oauth/oauth-paths.ts';
import type { CatalogProvider, OAuthDeps, OAuthEndpoint } from '../endpoint.ts';
import { grantsOf } from '../grants/grants.ts';
import { pagesUrl } from '../pages/pages-url.ts';

/** Methods of a client that shows its secret. */
const SECRET_METHODS = ['client_secret_basic', 'client_secret_post'];

/**
 * Lists the features that the provider has enabled and this platform supports.
 *
 * The issuer is that of the settings, never of the request's headers. (RFC 8414 §2)
 */
export const metadata: OAuthEndpoint = {
  methods: ['GET', 'HEAD'],
  isPublic: true,
  answer({ catalog, provider }, { urls }) {
    const { issuer, scopes, clientTypes } = provider;
    const paths = endpointPaths(provider);
    const url = `${catalogUrl(urls, catalog.path)}/${provider.name}`;
    const secret = clientTypes.has('CONFIDENTIAL') ? SECRET_METHODS : [];
    const withNone = [...secret, ...(clientTypes.has('PUBLIC') ? ['none'] : [])];
    return {
      status: 200,
      body: {
        issuer,
        ...ofAuthorization({ catalog, provider }, urls),
        token_endpoint: url + paths.token,
        revocation_endpoint: url + paths.revoke,
        jwks_uri: url + paths.jwks,
        scopes_supported: scopes,
        grant_types_supported: grantsOf(provider).map(({ grantType }) => grantType),
        token_endpoint_auth_methods_supported: withNone,
        revocation_endpoint_auth_methods_supported: withNone,
        // RFC 8705 §3.3
        ...(provider.certificateBinding !== 'NONE' && { tls_client_certificate_bound_access_tokens: true }),
        // Nobody else can ask it.
        ...(secret.length > 0 && {
          introspection_endpoint: url + paths.introspect,
          introspection_endpoint_auth_methods_supported: secret,
        }),
      },
    };
  },
};

function ofAuthorization(catalogProvider: CatalogProvider, urls: OAuthDeps['urls']) {
  const { provider } = catalogProvider;
  if (!provider.grantTypes.has('ACCESS_CODE')) return { response_types_supported: [] };
  return {
    authorization_endpoint: pagesUrl(catalogProvider, urls) + endpointPaths(provider).authorize,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    code_challenge_methods_supported: ['S256'],
    authorization_response_iss_parameter_supported: true,
  };
}
