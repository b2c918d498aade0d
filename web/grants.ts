import * as oauth from 'oauth4webapi';
import { returnedTo } from './code-window.ts';
import type { OAuthSecurity } from './props.ts';

/** Means by which an application asks for a token. */
export type TokenRequest = {
  readonly security: OAuthSecurity;
  readonly clientKey: string;
  /** Empty for a public application. */
  readonly secret: string;
  readonly send: typeof fetch;
};

export type TokenResponse = { readonly access_token: string; readonly expires_in?: number | undefined };

/**
 * Gets a token by an authorization code, with PKCE. (RFC 6749 §4.1, RFC 7636)
 *
 * A person signs in in the opened window.
 *
 * @returns undefined where the person closed the window
 * @throws Error for an answer of another issuer, of another request, or that is none
 */
export async function byCode(request: TokenRequest, opened: Window): Promise<TokenResponse | undefined> {
  const { security } = request;
  const { server, client, authentication, options } = partiesOf(request);
  const [verifier, state] = [oauth.generateRandomCodeVerifier(), oauth.generateRandomState()];
  const url = new URL(security.authorizeUrl ?? '');
  const parameters = {
    ...scopeOf(security),
    client_id: client.client_id,
    response_type: 'code',
    redirect_uri: security.returnUrl,
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
  };
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  opened.location.href = url.href;
  const returned = await returnedTo(opened, security.returnUrl);
  opened.close();
  if (!returned) return undefined;
  const response = await oauth.authorizationCodeGrantRequest(
    server,
    client,
    authentication,
    oauth.validateAuthResponse(server, client, returned, state),
    security.returnUrl,
    verifier,
    options,
  );
  return oauth.processAuthorizationCodeResponse(server, client, response);
}

/** Gets a token of the application itself. (RFC 6749 §4.4) */
export async function byApplication(request: TokenRequest): Promise<TokenResponse> {
  const { server, client, authentication, options } = partiesOf(request);
  const parameters = scopeOf(request.security);
  const response = await oauth.clientCredentialsGrantRequest(
    server,
    client,
    authentication,
    parameters,
    options,
  );
  return oauth.processClientCredentialsResponse(server, client, response);
}

/** Gets a token of a person whose username and password were typed. (RFC 6749 §4.3) */
export async function byPassword(
  request: TokenRequest,
  person: { readonly username: string; readonly password: string },
): Promise<TokenResponse> {
  const { server, client, authentication, options } = partiesOf(request);
  const parameters = { ...person, ...scopeOf(request.security) };
  const response = await oauth.genericTokenEndpointRequest(
    server,
    client,
    authentication,
    'password',
    parameters,
    options,
  );
  return oauth.processGenericTokenEndpointResponse(server, client, response);
}

function partiesOf({ security: { issuer, tokenUrl }, clientKey, secret, send }: TokenRequest) {
  return {
    server: {
      issuer: issuer ?? '',
      token_endpoint: tokenUrl ?? '',
      authorization_response_iss_parameter_supported: true,
    },
    client: { client_id: clientKey },
    authentication: secret === '' ? oauth.None() : oauth.ClientSecretPost(secret),
    options: {
      [oauth.customFetch]: send,
      // A platform that is tried out on one's own machine has no TLS, and neither has its portal.
      [oauth.allowInsecureRequests]: location.protocol === 'http:',
    },
  };
}

const scopeOf = ({ scopes }: OAuthSecurity): Record<string, string> =>
  scopes.length > 0 ? { scope: scopes.join(' ') } : {};
