import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** An authorization server of its own making, oidc-provider, that issues tokens to clients themselves. */
export type OidcIssuer = {
  readonly url: string;
  /** Gets an access token of a client, by client credentials, for a resource. */
  token(resource?: string, clientId?: string, secret?: string): Promise<string>;
  /** Publishes a new key beside the others, and signs with it from now on. */
  rotate(): void;
  /** Answers nothing but 503 until it is called again with false. */
  breakDown(isDown?: boolean): void;
  /** Paths that were requested. */
  readonly requested: string[];
  close(): Promise<void>;
};

type Algorithm = 'ES256' | 'ES384' | 'RS256' | 'PS256' | 'EdDSA';
type OidcIssuerOptions = {
  /** Signs JWTs by it; undefined issues opaque tokens. */
  readonly algorithm?: Algorithm;
  /** Registers clients for whoever shows this token (RFC 7591), and lets them be deleted again. (RFC 7592) */
  readonly initialAccessToken?: string;
};

export const RESOURCE = 'https://api.acme.test';
export const OIDC_CLIENTS = ['billing', 'payroll', 'gate'] as const;
export const secretOf = (clientId: string) => `the secret of the client ${clientId}`;

const generators: Readonly<Record<Algorithm, () => object>> = {
  ES256: () => privateJwk(generateKeyPairSync('ec', { namedCurve: 'P-256' })),
  ES384: () => privateJwk(generateKeyPairSync('ec', { namedCurve: 'P-384' })),
  RS256: () => privateJwk(generateKeyPairSync('rsa', { modulusLength: 2_048 })),
  PS256: () => privateJwk(generateKeyPairSync('rsa', { modulusLength: 2_048 })),
  EdDSA: () => privateJwk(generateKeyPairSync('ed25519')),
};
const privateJwk = ({ privateKey }: ReturnType<typeof generateKeyPairSync>) =>
  privateKey.export({ format: 'jwk' });

/** Opens an issuer. Its clock is that of the machine. */
export async function openOidcIssuer({
  algorithm,
  initialAccessToken,
}: OidcIssuerOptions = {}): Promise<OidcIssuer> {
  // It has no types of its own.
  const { default: Provider } = await import('oidc-provider' as string);
  const requested: string[] = [];
  let isDown = false;
  let answer = (_request: IncomingMessage, _response: ServerResponse): unknown => undefined;
  const server = createServer((request, response) => {
    requested.push(request.url ?? '');
    if (isDown) response.writeHead(503).end();
    else void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const alg = algorithm ?? 'ES256';
  const keys: object[] = [];
  // Its keys are fixed when it is made: a rotation is another one at the same address.
  const rotate = () => {
    keys.unshift({ ...generators[alg](), alg, use: 'sig' });
    answer = new Provider(
      url,
      settingsOf({ alg, keys: [...keys], isJwt: algorithm !== undefined, initialAccessToken }),
    ).callback();
  };
  rotate();
  return {
    url,
    requested,
    rotate,
    breakDown(down = true) {
      isDown = down;
    },
    async token(resource = RESOURCE, clientId = 'billing', secret = secretOf(clientId)) {
      const response = await fetch(`${url}/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(secret)}`)}`,
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope: 'read', resource }),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      if (token === undefined) throw new Error(`The issuer answered ${response.status}.`);
      return token;
    },
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

type Settings = { readonly alg: Algorithm; readonly keys: readonly object[]; readonly isJwt: boolean } & Pick<
  OidcIssuerOptions,
  'initialAccessToken'
>;

const settingsOf = ({ alg, keys, isJwt, initialAccessToken }: Settings) => ({
  clients: OIDC_CLIENTS.map((clientId) => ({
    client_id: clientId,
    client_secret: secretOf(clientId),
    grant_types: ['client_credentials'],
    redirect_uris: [],
    response_types: [],
    id_token_signed_response_alg: alg,
  })),
  jwks: { keys },
  scopes: ['read'],
  enabledJWA: { idTokenSigningAlgValues: [alg] },
  features: {
    clientCredentials: { enabled: true },
    devInteractions: { enabled: false },
    introspection: { enabled: true },
    ...(initialAccessToken !== undefined && {
      registration: { enabled: true, initialAccessToken },
      registrationManagement: { enabled: true },
    }),
    resourceIndicators: {
      enabled: true,
      getResourceServerInfo: () => ({
        scope: 'read',
        accessTokenTTL: 86_400,
        accessTokenFormat: isJwt ? 'jwt' : 'opaque',
        ...(isJwt && { jwt: { sign: { alg } } }),
      }),
    },
  },
});
