import { request } from 'node:http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { bearer, CATALOG, type OAuthWorld, oauthWorld, PROVIDER, START } from '../../support/oauth.ts';
import { signingKey } from '../../support/tokens.ts';

const ISSUER = `http://gateway.test${CATALOG}/${PROVIDER}`;
const METADATA = `/.well-known/oauth-authorization-server${CATALOG}/${PROVIDER}`;
const JWKS = `${CATALOG}/${PROVIDER}/oauth2/jwks`;

let world: OAuthWorld;
beforeAll(async () => {
  world = await oauthWorld();
});
afterAll(() => world.close());

describe('RFC 8414, authorization server metadata', () => {
  it('§2, §3.2 says what is enabled and nothing else', async () => {
    const { status, headers, json } = await world.send(METADATA);
    const methods = ['client_secret_basic', 'client_secret_post'];
    expect([status, headers.get('content-type')]).toEqual([200, 'application/json']);
    expect(json).toEqual({
      issuer: ISSUER,
      token_endpoint: `${ISSUER}/oauth2/token`,
      revocation_endpoint: `${ISSUER}/oauth2/revoke`,
      introspection_endpoint: `${ISSUER}/oauth2/introspect`,
      jwks_uri: `${ISSUER}/oauth2/jwks`,
      scopes_supported: ['customer', 'profile'],
      response_types_supported: [],
      grant_types_supported: ['password'],
      token_endpoint_auth_methods_supported: methods,
      revocation_endpoint_auth_methods_supported: methods,
      introspection_endpoint_auth_methods_supported: methods,
    });
  });

  it('§2 names the authorization endpoint where authorization codes are enabled (RFC 7636 §7, RFC 9207 §3)', async () => {
    world.provider({ grantTypes: new Set(['ACCESS_CODE']), scopes: [] });
    expect((await world.send(METADATA)).json).toMatchObject({
      authorization_endpoint: `${ISSUER}/oauth2/authorize`,
      grant_types_supported: ['authorization_code'],
      response_types_supported: ['code'],
      response_modes_supported: ['query'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
      scopes_supported: [],
    });
    world.provider({ grantTypes: new Set(['RESOURCE_OWNER_PASSWORD']), scopes: ['customer', 'profile'] });
  });

  it('§2 names every grant that is enabled, and refreshing where one of them gives refresh tokens', async () => {
    const named = async () => (await world.send(METADATA)).json['grant_types_supported'];
    world.provider({ grantTypes: new Set(['APPLICATION']), refreshTokens: true });
    expect(await named()).toEqual(['client_credentials']);
    world.provider({ grantTypes: new Set(['APPLICATION', 'ACCESS_CODE', 'RESOURCE_OWNER_PASSWORD']) });
    expect(await named()).toEqual(['authorization_code', 'password', 'client_credentials', 'refresh_token']);
    world.provider({ grantTypes: new Set(['RESOURCE_OWNER_PASSWORD']), refreshTokens: false });
  });

  it('§2 names no grant that no client can use, where none has a secret', async () => {
    const named = async () => (await world.send(METADATA)).json['grant_types_supported'];
    const all = ['APPLICATION', 'ACCESS_CODE', 'RESOURCE_OWNER_PASSWORD'] as const;
    world.provider({ grantTypes: new Set(all), clientTypes: new Set(['PUBLIC']), refreshTokens: true });
    expect(await named()).toEqual(['authorization_code', 'refresh_token']);
    world.provider({ grantTypes: new Set(['RESOURCE_OWNER_PASSWORD']) });
    expect(await named()).toEqual([]);
    world.provider({ clientTypes: new Set(['CONFIDENTIAL']), refreshTokens: false });
  });

  it('§2 says that clients without a secret are taken, and that introspection is not for them', async () => {
    world.provider({ clientTypes: new Set(['PUBLIC']) });
    const { json } = await world.send(METADATA);
    expect(json).toMatchObject({
      token_endpoint_auth_methods_supported: ['none'],
      revocation_endpoint_auth_methods_supported: ['none'],
    });
    expect(json).not.toHaveProperty('introspection_endpoint');
    world.provider({ clientTypes: new Set(['CONFIDENTIAL', 'PUBLIC']) });
    expect((await world.send(METADATA)).json).toMatchObject({
      token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
      introspection_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    });
    world.provider({ clientTypes: new Set(['CONFIDENTIAL']) });
  });

  it('§2 names the token endpoint where the provider has put it', async () => {
    world.provider({ tokenPath: '/get-token' });
    expect((await world.send(METADATA)).json['token_endpoint']).toBe(`${ISSUER}/get-token`);
    expect((await world.send(`${CATALOG}/${PROVIDER}/get-token`)).status).toBe(405);
    expect((await world.send(`${CATALOG}/${PROVIDER}/oauth2/token`)).status).toBe(404);
    world.provider({ tokenPath: '/oauth2/token' });
  });

  it('§3.3 has the issuer of the settings, whatever host is asked for', async () => {
    const told = await new Promise<string>((resolve, reject) => {
      const headers = { host: 'evil.test', 'x-forwarded-host': 'evil.test', 'x-forwarded-proto': 'https' };
      const asked = request(`${world.url}${METADATA}`, { headers }, (response) => {
        let text = '';
        response.on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve(text));
      });
      asked.on('error', reject).end();
    });
    expect(told).not.toContain('evil');
    expect(JSON.parse(told)).toMatchObject({ issuer: ISSUER });
  });

  it.each([METADATA, JWKS])(
    '%s can be read by any web page, kept for a while, and only read',
    async (path) => {
      const got = await world.send(path);
      expect(got.headers.get('access-control-allow-origin')).toBe('*');
      expect(got.headers.get('access-control-allow-credentials')).toBeNull();
      expect(got.headers.get('cache-control')).toBe('public, max-age=300');
      const preflight = await world.send(path, { method: 'OPTIONS' });
      expect([preflight.status, preflight.text]).toEqual([204, '']);
      expect(preflight.headers.get('access-control-allow-origin')).toBe('*');
      expect(preflight.headers.get('access-control-allow-methods')).toBe('GET, HEAD');
      const head = await world.send(path, { method: 'HEAD' });
      expect([head.status, head.text]).toEqual([200, '']);
      const post = await world.send(path, { method: 'POST' });
      expect([post.status, post.headers.get('allow'), post.json['error']]).toEqual([
        405,
        'GET, HEAD',
        'invalid_request',
      ]);
    },
  );

  it.each([
    '/acme/sandbox',
    '/acme/sandbox/other',
    '/acme/other/customer-oauth',
    `${CATALOG}/${PROVIDER}/more`,
    '',
  ])('§3 there is none at %j', async (path) => {
    const reply = await world.send(`/.well-known/oauth-authorization-server${path}`);
    expect([reply.status, reply.text]).toEqual([404, 'not ours']);
  });
});

describe('RFC 7517, the key set', () => {
  it('§5 holds the public members of every key of the provider, and §4 their use', async () => {
    const { status, headers, json } = await world.send(JWKS);
    expect([status, headers.get('content-type')]).toEqual([200, 'application/jwk-set+json']);
    const { keys } = json as { keys: Record<string, string>[] };
    expect(keys).toHaveLength(2);
    expect(new Set(keys.map(({ kid }) => kid)).size).toBe(2);
    for (const key of keys) {
      expect(key).toMatchObject({ kty: 'EC', crv: 'P-256', alg: 'ES256', use: 'sig' });
      expect(Object.keys(key).sort()).toEqual(['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']);
    }
  });

  it.each([
    ['ES256', ['alg', 'crv', 'kid', 'kty', 'use', 'x', 'y']],
    ['EdDSA', ['alg', 'crv', 'kid', 'kty', 'use', 'x']],
    ['RS256', ['alg', 'e', 'kid', 'kty', 'n', 'use']],
  ] as const)('RFC 7518 §6 holds nothing private of a key for %s', async (algorithm, members) => {
    const { keys: before } = world.providerNow();
    world.provider({ keys: [await signingKey(algorithm)] });
    const { keys } = (await world.send(JWKS)).json as { keys: Record<string, string>[] };
    expect(keys.map((key) => Object.keys(key).sort())).toEqual([members]);
    expect(keys).toMatchObject([{ alg: algorithm, use: 'sig' }]);
    world.provider({ keys: before });
  });

  it('§4.5 holds a key before it signs, and after another has taken its place', async () => {
    const { keys: before } = world.providerNow();
    const later = START.getTime() + 3_600_000;
    const [old, next] = [await signingKey(), await signingKey('ES256', new Date(later))];
    world.provider({ keys: [next, old] });
    const signedWith = async () =>
      JSON.parse(Buffer.from((await bearer(world)).split('.')[0] ?? '', 'base64url').toString()).kid;
    const published = async () =>
      ((await world.send(JWKS)).json as { keys: { kid: string }[] }).keys.map(({ kid }) => kid);
    for (const [now, signer] of [
      [START, old],
      [new Date(later), next],
    ] as const) {
      world.state.now = now;
      expect(await signedWith()).toBe(signer.kid);
      expect(await published()).toEqual([next.kid, old.kid]);
    }
    world.state.now = START;
    world.provider({ keys: before });
  });
});
