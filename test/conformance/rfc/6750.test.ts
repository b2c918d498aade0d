import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/snapshot/snapshot.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, byToken, catalog, client, issued, provider, snapshot } from '../../support/snapshot.ts';
import { forge } from '../../support/tokens.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const REALM = 'Bearer realm="acme/sandbox"';
const NOW = new Date('2026-01-01T00:00:00Z');
const SECONDS = NOW.getTime() / 1000;

let upstream: Upstream;
let world: GatewayWorld;
let native: Provider;
let token: string;

beforeAll(async () => {
  upstream = await recordingUpstream();
  native = await provider();
  const apis = [api({ upstreamUrl: upstream.url, security: [byToken(['customer', 'profile'])] })];
  const clients = [client({ key: 'app', plans: { 'customer-1': {} } })];
  const more = { apis, clients, providers: [native] };
  world = await openGateway(snapshot(catalog(more)), { clock: () => NOW });
  token = await tokenOf();
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
});

const tokenOf = async (scopes = ['customer', 'profile']) =>
  (await issued(native, { clientKey: 'app', now: NOW, scopes })).token;
const call = (authorization?: string, path = PATH, init: RequestInit = {}) =>
  world.call(path, { ...init, ...(authorization !== undefined && { headers: { authorization } }) });
const raw = (headers: string) =>
  world.send(`GET ${PATH} HTTP/1.1\r\nHost: a\r\n${headers}\r\nConnection: close\r\n\r\n`);
/** Status, code and challenge of a refusal; the back-end has not been asked. */
const refusal = async (answer: Response) => {
  expect(upstream.seen).toEqual([]);
  const { status, code } = await problemOf(answer);
  return [status, code, answer.headers.get('www-authenticate')];
};

describe('RFC 6750, bearer tokens', () => {
  it('§2.1 takes the token in the header Authorization, its scheme in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'bEARER'])
      expect((await call(`${scheme} ${token}`)).status).toBe(200);
  });

  it.each([
    [
      'a second Authorization of the same token',
      () => `Authorization: Bearer ${token}\r\nAuthorization: Bearer ${token}`,
    ],
    ['a second one of another scheme', () => `Authorization: Bearer ${token}\r\nauthorization: Basic eDp5`],
    ['a second one that is empty', () => `Authorization:\r\nAuthorization: Bearer ${token}`],
  ])('§2.1 refuses %s', async (_what, headers) => {
    expect(await raw(headers())).toMatch(/^HTTP\/1.1 400 .*"code":"BAD_USER_INPUT"/s);
    expect(upstream.seen).toEqual([]);
  });

  it('§2.1 refuses tokens in a list, with a word behind, in quotes, or with another character', async () => {
    for (const text of [
      `${token}, Bearer ${token}`,
      `${token} x`,
      `"${token}"`,
      `${token}=`,
      `${token},`,
      '',
    ])
      expect(await refusal(await call(`Bearer ${text}`))).toEqual([
        401,
        expect.stringMatching(/^(CLIENT_ID_MISSING|TOKEN_INVALID)$/),
        `${REALM}, error="invalid_token"`,
      ]);
  });

  it('§2.2 takes none from a form', async () => {
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const body = `access_token=${token}`;
    const answer = await world.call(PATH, { method: 'POST', headers, body });
    expect(await refusal(answer)).toEqual([401, 'CLIENT_ID_MISSING', REALM]);
  });

  it('§2.3 takes none from the query, and none from a cookie or another header', async () => {
    expect(await refusal(await call(undefined, `${PATH}?access_token=${token}`))).toEqual([
      401,
      'CLIENT_ID_MISSING',
      REALM,
    ]);
    for (const name of ['cookie', 'x-authorization', 'proxy-authorization', 'x-access-token']) {
      const answer = await world.call(PATH, { headers: { [name]: `Bearer ${token}` } });
      expect(await refusal(answer)).toEqual([401, 'CLIENT_ID_MISSING', REALM]);
    }
  });

  it('§3 challenges without an error who shows nothing, or shows another scheme', async () => {
    expect(await refusal(await call())).toEqual([401, 'CLIENT_ID_MISSING', REALM]);
    expect(await refusal(await call('Basic YXBwOng='))).toEqual([401, 'CLIENT_ID_MISSING', REALM]);
  });

  it('§3.1 answers invalid_token with 401', async () => {
    const altered = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    expect(await refusal(await call(`Bearer ${altered}`))).toEqual([
      401,
      'TOKEN_INVALID',
      `${REALM}, error="invalid_token"`,
    ]);
  });

  it('§3.1 answers insufficient_scope with 403, and names all the scopes that are needed', async () => {
    for (const scopes of [['customer'], ['profile'], [], ['customers', 'profile']])
      expect(await refusal(await call(`Bearer ${await tokenOf(scopes)}`))).toEqual([
        403,
        'SCOPE_MISSING',
        `${REALM}, error="insufficient_scope", scope="customer profile"`,
      ]);
  });

  it('§5.2 sends the token no further, unless the API is made for that', async () => {
    await call(`Bearer ${token}`);
    expect(JSON.stringify(upstream.seen[0]?.rawHeaders)).not.toContain(token);
  });
});

describe('RFC 9068 §4, what the gateway checks of each token', () => {
  const claims = () => ({
    iss: native.issuer,
    sub: 'alice',
    aud: native.issuer.slice(0, native.issuer.lastIndexOf('/')),
    client_id: 'app',
    iat: SECONDS,
    exp: SECONDS + 60,
    jti: 'a-token-of-its-own',
    scope: 'customer profile',
  });
  const forged = async (change: Record<string, unknown>) => {
    const [key] = native.keys;
    if (!key) throw new Error('The provider has no key.');
    return call(`Bearer ${await forge({ key, clientKey: 'app', payload: { ...claims(), ...change } })}`);
  };

  it('takes what the provider would have written', async () => {
    expect((await forged({})).status).toBe(200);
  });

  it.each([
    ['iss of another provider', { iss: 'http://gateway.test/acme/sandbox/other' }],
    ['iss of another catalog', { iss: 'http://gateway.test/acme/preview/native' }],
    ['iss of another org', { iss: 'http://gateway.test/globex/sandbox/native' }],
    ['iss with a slash behind', { iss: 'http://gateway.test/acme/sandbox/native/' }],
    ['aud of another catalog', { aud: 'http://gateway.test/acme/preview' }],
    ['aud of another org', { aud: 'http://gateway.test/globex/sandbox' }],
    ['aud that is a list', { aud: ['http://gateway.test/acme/sandbox'] }],
    ['aud for everybody', { aud: '*' }],
    ['client_id of another client', { client_id: 'another' }],
    ['exp that has passed', { exp: SECONDS }],
    ['exp in words', { exp: `${SECONDS + 60}` }],
    ['nbf to come', { nbf: SECONDS + 31 }],
    ['iat to come', { iat: SECONDS + 31, exp: SECONDS + 60 }],
    ['no sub', { sub: undefined }],
    ['no jti', { jti: undefined }],
    ['a scope that is a list', { scope: ['customer', 'profile'] }],
  ])('refuses a token with %s', async (_what, change) => {
    expect(await refusal(await forged(change))).toEqual([
      401,
      'TOKEN_INVALID',
      `${REALM}, error="invalid_token"`,
    ]);
  });
});
