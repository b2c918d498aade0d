import * as client from 'openid-client';
import { refuse } from '../../foundation/errors.ts';
import type { Outbound } from '../../infrastructure/outbound/outbound.ts';

/** Registration of this platform at the issuer that its people sign in with. */
export type OpenIdSettings = {
  /** Issuer, whose discovery document is at `<issuer>/.well-known/openid-configuration`. */
  readonly issuer: string;
  readonly clientId: string;
  /** Secret of a confidential client; undefined for a public one. */
  readonly clientSecret?: string | undefined;
};

/** Identity of a person, as the issuer states it. */
type OpenIdIdentity = {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | undefined;
  readonly emailVerified: boolean;
};

/** Values of a sign-in that its browser keeps until it returns. Nobody else gets them. */
type BegunOpenIdSignIn = { readonly state: string; readonly nonce: string; readonly verifier: string };

/** Timeout of each request to the issuer. */
const TIMEOUT_SECONDS = 5;
const UNREACHED = new Set(['OAUTH_TIMEOUT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON']);
const SCOPE = 'openid email';

type OpenIdDeps = {
  /** The address that the issuer sends browsers back to. */
  readonly redirectUrl: string;
  /** Connections that only reach allowed addresses. */
  readonly outbound: Pick<Outbound, 'fetch'>;
  /** Gets the reason of a failure, which the person does not see. */
  readonly onFault: (error: unknown) => void;
};

/** Signing in with an OpenID Connect issuer: authorization code with PKCE, state and nonce. (OpenID Connect Core §3.1) */
export class OpenId {
  readonly #settings: OpenIdSettings;
  readonly #deps: OpenIdDeps;
  /** The issuer's metadata. It is first asked when somebody signs in, and again after it could not be. */
  #discovered: Promise<client.Configuration> | undefined;

  constructor(settings: OpenIdSettings, deps: OpenIdDeps) {
    this.#settings = settings;
    this.#deps = deps;
  }

  /**
   * Begins a sign-in and returns the address for the browser.
   *
   * @throws TEMPORARILY_UNAVAILABLE when the issuer cannot be asked
   */
  async begin(): Promise<BegunOpenIdSignIn & { readonly url: string }> {
    const config = await this.#configuration();
    const [state, nonce] = [client.randomState(), client.randomNonce()];
    const verifier = client.randomPKCECodeVerifier();
    const url = client.buildAuthorizationUrl(config, {
      redirect_uri: this.#deps.redirectUrl,
      scope: SCOPE,
      state,
      nonce,
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
    });
    return { url: url.href, state, nonce, verifier };
  }

  /**
   * Ends a sign-in and returns its identity.
   *
   * @param query of the address that the issuer sent the browser to
   * @throws SIGN_IN_FAILED when the issuer refused, or the answer is of no sign-in that this browser began
   * @throws TEMPORARILY_UNAVAILABLE when the issuer cannot be asked
   */
  async finish(query: string, { state, nonce, verifier }: BegunOpenIdSignIn): Promise<OpenIdIdentity> {
    const config = await this.#configuration();
    const { redirectUrl, onFault } = this.#deps;
    try {
      const tokens = await client.authorizationCodeGrant(config, new URL(`${redirectUrl}${query}`), {
        expectedState: state,
        expectedNonce: nonce,
        pkceCodeVerifier: verifier,
        idTokenExpected: true,
      });
      return await identityOf(config, tokens);
    } catch (error) {
      onFault(error);
      if (isUnreached(error)) return unavailable(this.#settings.issuer);
      return refuse('SIGN_IN_FAILED', {
        detail: 'Your identity provider did not sign you in, or not by what was begun here: try again.',
      });
    }
  }

  async #configuration(): Promise<client.Configuration> {
    this.#discovered ??= discover(this.#settings, this.#deps.outbound);
    try {
      return await this.#discovered;
    } catch (error) {
      this.#discovered = undefined;
      this.#deps.onFault(error);
      return unavailable(this.#settings.issuer);
    }
  }
}

async function discover(
  { issuer, clientId, clientSecret }: OpenIdSettings,
  outbound: Pick<Outbound, 'fetch'>,
): Promise<client.Configuration> {
  // The fetch of undici is that of Node; their types have nothing to do with each other.
  const fetch = ((url: string, init: object) => outbound.fetch(url, init)) as unknown as client.CustomFetch;
  const authentication = clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret);
  return client.discovery(new URL(issuer), clientId, undefined, authentication, {
    [client.customFetch]: fetch,
    timeout: TIMEOUT_SECONDS,
    // The settings take http for an issuer on this machine alone.
    execute: issuer.startsWith('http:') ? [client.allowInsecureRequests] : [],
  });
}

type Tokens = Awaited<ReturnType<typeof client.authorizationCodeGrant>>;

/**
 * Reads the identity of a person. Many issuers give the email address at the userinfo endpoint alone. (OpenID Connect
 * Core §5.4)
 */
async function identityOf(config: client.Configuration, tokens: Tokens): Promise<OpenIdIdentity> {
  const claims = tokens.claims();
  if (!claims) return refuse('INTERNAL');
  const { iss: issuer, sub: subject } = claims;
  const isAsked = claims.email === undefined && config.serverMetadata().userinfo_endpoint !== undefined;
  const userInfo = isAsked ? await client.fetchUserInfo(config, tokens.access_token, subject) : claims;
  return {
    issuer,
    subject,
    email: typeof userInfo.email === 'string' ? userInfo.email : undefined,
    emailVerified: userInfo.email_verified === true,
  };
}

/** Could the issuer not be asked? Else it, or the check of what it sent, said no. */
const isUnreached = (error: unknown) =>
  error instanceof TypeError || (error instanceof client.ClientError && UNREACHED.has(error.code ?? ''));

function unavailable(issuer: string): never {
  return refuse('TEMPORARILY_UNAVAILABLE', {
    detail: `The identity provider ${new URL(issuer).host} cannot be asked at this moment: try again, or sign in with a password or an access token.`,
    headers: { 'Retry-After': '5' },
  });
}
