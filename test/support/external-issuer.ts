import { calculateJwkThumbprint, exportJWK, generateKeyPair, type JWTPayload, SignJWT } from 'jose';
import { recordingUpstream, type Upstream } from './upstream.ts';

type IssuerKey = {
  readonly kid: string;
  readonly alg: string;
  readonly privateKey: CryptoKey;
  readonly jwk: object;
};

/** An issuer of JWTs whose metadata, key set and introspection a test can spoil. */
export type ExternalIssuer = Upstream & {
  /** The keys of its key set, the newest first: it signs with the first. */
  readonly keys: IssuerKey[];
  /** Adds a key, and signs with it from now on. */
  rotate(alg?: string): Promise<IssuerKey>;
  /** Signs a token with these claims. Undefined leaves a claim out. */
  token(claims?: JWTPayload, header?: Record<string, unknown>, key?: IssuerKey): Promise<string>;
  /** Paths that were requested. */
  requested(): string[];
};

export const AUDIENCE = 'https://api.acme.test';

/** Opens an issuer. Its tokens are those of the client `billing` for the person `alice`. */
export async function externalIssuer(clock: () => Date): Promise<ExternalIssuer> {
  const upstream = await recordingUpstream();
  const keys: IssuerKey[] = [];
  const rotate = async (alg = 'ES256') => {
    const { publicKey, privateKey } = await generateKeyPair(alg);
    const jwk = await exportJWK(publicKey);
    const kid = await calculateJwkThumbprint(jwk);
    const key = { kid, alg, privateKey, jwk: { ...jwk, kid, use: 'sig' } };
    keys.unshift(key);
    return key;
  };
  await rotate();
  return Object.assign(upstream, {
    keys,
    rotate,
    async token(claims: JWTPayload = {}, header: Record<string, unknown> = {}, key = keys[0]) {
      if (!key) throw new Error('The issuer has no key.');
      const now = Math.floor(clock().getTime() / 1000);
      const own = {
        iss: upstream.url,
        aud: AUDIENCE,
        sub: 'alice',
        client_id: 'billing',
        scope: 'read write',
      };
      return new SignJWT({ ...own, iat: now, exp: now + 3600, ...claims })
        .setProtectedHeader({ alg: key.alg, kid: key.kid, typ: 'at+jwt', ...header })
        .sign(key.privateKey);
    },
    requested: () => upstream.seen.map(({ url }) => url),
  });
}

/** The answers of an issuer as it should be. */
export function soundAnswers(issuer: ExternalIssuer, clock: () => Date): Upstream['answer'] {
  return ({ url }, response) => {
    const bodies: Record<string, unknown> = {
      '/.well-known/openid-configuration': { issuer: issuer.url, jwks_uri: `${issuer.url}/keys` },
      '/keys': { keys: issuer.keys.map(({ jwk }) => jwk) },
    };
    const body = bodies[url ?? ''];
    const headers = { 'content-type': 'application/json', date: clock().toUTCString() };
    response.writeHead(body ? 200 : 404, headers);
    response.end(JSON.stringify(body ?? {}));
  };
}
