import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import { tokenHeader } from '../../../src/infrastructure/tokens/header.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, byToken, catalog, client, issued, provider, snapshot } from '../../support/snapshot.ts';
import { forge } from '../../support/tokens.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const METADATA = 'http://gateway.test/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1';
const REALM = `Bearer realm="acme/sandbox", resource_metadata="${METADATA}"`;
const NOW = new Date('2026-01-01T00:00:00Z');
const SECONDS = NOW.getTime() / 1000;

let upstream: Upstream;
let world: GatewayWorld;
let native: Provider;
let sibling: Provider;
let stranger: Provider;
let token: string;

beforeAll(async () => {
  upstream = await recordingUpstream();
  [native, sibling, stranger] = await Promise.all([
    provider(),
    provider('sibling'),
    provider('native', '/globex/sandbox'),
  ]);
  const apis = [api({ upstreamUrl: upstream.url, security: [byToken(['customer', 'profile'])] })];
  const plans = { 'customer-1': {} };
  const clients = [
    client({ key: 'app', plans }),
    client({ key: 'stranger' }),
    client({ key: 'elsewhere', plans: { 'orders-1': {} } }),
    client({ key: 'suspended', plans, suspended: true }),
  ];
  const more = { apis, clients, providers: [native, sibling] };
  const elsewhere = catalog({ path: '/globex/sandbox', apis: [], clients, providers: [stranger] });
  world = await openGateway(snapshot(catalog(more), elsewhere), { clock: () => NOW });
  token = await tokenOf();
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
});

const tokenOf = async (scopes = ['customer', 'profile'], clientKey = 'app') =>
  (await issued(native, { clientKey, now: NOW, scopes })).token;
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

  it('§2.1 takes the token with any number of spaces before it, and with what HTTP allows behind it (RFC 9110 §5.5)', async () => {
    for (const value of [`Bearer   ${token}`, `Bearer ${token} `, `Bearer ${token}\t`])
      expect(await raw(`Authorization: ${value}`)).toMatch(/^HTTP\/1.1 200 /);
  });

  it.each<[string, (good: string) => string]>([
    ['nothing of it', () => ''],
    ['one character of it', (good) => good.slice(0, 1)],
    ['its first half', (good) => good.slice(0, good.length / 2)],
    ['all but its last character', (good) => good.slice(0, -1)],
    ['it twice', (good) => good + good],
    ['a part too many', (good) => `${good}.`],
    ['a dot too many', (good) => good.replace('.', '..')],
    ['padding', (good) => `${good}==`],
    ['a character in percent-encoding', (good) => good.replace(/e/, '%65')],
    ['a tab within', (good) => `${good.slice(0, 9)}\t${good.slice(9)}`],
    ['a space within', (good) => `${good.slice(0, 9)} ${good.slice(9)}`],
    ['a letter of Latin-1', (good) => `${good}\xe9`],
    ['bytes that are not UTF-8', () => '\xff\xfe'],
    ['8 kB of it', (good) => good.padEnd(8_000, 'A')],
    ['15 kB of anything', () => 'A'.repeat(15_000)],
    ['a refresh token', () => `rt_${'A'.repeat(43)}`],
    ['an authorization code', () => `ac_${'A'.repeat(43)}`],
    ['the session of a browser', () => `os_${'A'.repeat(43)}`],
    ['a client key', () => 'app'],
  ])('§3.1 refuses %s with 401 and invalid_token', async (_what, change) => {
    const answer = await raw(`Authorization: Bearer ${change(token)}`);
    expect(answer).toMatch(/^HTTP\/1.1 401 .*"code":"(CLIENT_ID_MISSING|TOKEN_INVALID)"/s);
    expect(answer).toContain(`${REALM}, error="invalid_token"`);
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    ['NUL', '\0'],
    ['an escape', '\x1b'],
    ['a carriage return', '\r'],
    ['DEL', '\x7f'],
  ])('RFC 9110 §5.5 refuses a token with %s before it is one', async (_what, character) => {
    const answer = await raw(`Authorization: Bearer ${token}${character}x`);
    expect(answer).toMatch(/^HTTP\/1.1 400 .*"code":"BAD_USER_INPUT"/s);
    expect(upstream.seen).toEqual([]);
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

  it.each([
    ['without a subscription', 'stranger', 'SUBSCRIPTION_MISSING'],
    ['subscribed to another product', 'elsewhere', 'SUBSCRIPTION_MISSING'],
    ['that is suspended', 'suspended', 'APPLICATION_SUSPENDED'],
  ])(
    '§3.1 finds no fault with the good token of an application %s: 403 without a challenge',
    async (_what, clientKey, code) => {
      expect(
        await refusal(await call(`Bearer ${await tokenOf(['customer', 'profile'], clientKey)}`)),
      ).toEqual([403, code, null]);
    },
  );

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
    ['aud that is a pattern', { aud: 'http://gateway.test/.*' }],
    ['aud of two, with a comma', { aud: 'http://gateway.test/acme/sandbox,http://gateway.test/x' }],
    ['no aud', { aud: undefined }],
    ['iss in another case', { iss: 'http://gateway.test/acme/sandbox/Native' }],
    ['client_id of another client', { client_id: 'another' }],
    ['exp that has passed', { exp: SECONDS }],
    ['exp in words', { exp: `${SECONDS + 60}` }],
    ['exp before 1970', { exp: -1 }],
    ['exp with a fraction', { exp: SECONDS + 0.5 }],
    ['no exp', { exp: undefined }],
    ['exp that is no time of a calendar', { exp: Number.MAX_SAFE_INTEGER, nbf: SECONDS + 31 }],
    ['iat that is no time of a calendar', { iat: -Number.MAX_SAFE_INTEGER }],
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

  const segment = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  /** As the provider would write it, but for what is changed; signed by a key of its own, unless given another. */
  const written = async ({ header = {}, payload = claims() as unknown, key = native.keys[0] } = {}) => {
    if (!key) throw new Error('The provider has no key.');
    const first = { ...tokenHeader(key, 'app'), ...header };
    return forge({ key, clientKey: 'app', payload, header: segment(first) });
  };
  const expectRefused = async (text: string, code: string) =>
    expect(await refusal(await call(`Bearer ${text}`))).toEqual([
      401,
      code,
      `${REALM}, error="invalid_token"`,
    ]);

  it.each([
    ['the type of an ID token', { typ: 'JWT' }],
    ['the type of a logout token', { typ: 'logout+jwt' }],
    ['the type of a DPoP proof', { typ: 'dpop+jwt' }],
    ['the type in another case', { typ: 'AT+JWT' }],
    ['the long form of its type', { typ: 'application/at+jwt' }],
    ['no type', { typ: undefined }],
    ['no key', { kid: undefined }],
    ['a list of keys', { kid: ['a', 'b'] }],
    ['a path for a key', { kid: '../../dev/null' }],
    ['SQL for a key', { kid: "' OR 1=1 --" }],
    ['an endless name of a key', { kid: 'x'.repeat(9_000) }],
    ['a member of every object for a key', { kid: 'constructor' }],
    ['a member of every object for a client', { client_id: '__proto__' }],
    ['an address of keys', { jku: 'http://127.0.0.1/keys', x5u: 'http://127.0.0.1/keys' }],
  ])('§4 refuses a token with %s, though its signature is good', async (_what, header) => {
    await expectRefused(await written({ header }), 'CLIENT_ID_MISSING');
  });

  it('§4 refuses a token that another provider’s key has signed, in the name of this one', async () => {
    const others = { 'another provider': sibling, 'another org': stranger };
    for (const { keys } of Object.values(others)) {
      const [key] = keys;
      await expectRefused(await written({ key }), 'TOKEN_INVALID');
      await expectRefused(await written({ key, header: { kid: native.keys[0]?.kid } }), 'TOKEN_INVALID');
    }
  });

  it('RFC 8725 §3.1 refuses all that JOSE can write besides: encrypted, nested, unsigned, in JSON', async () => {
    const [first = '', payload = '', signature = ''] = (await written()).split('.');
    await expectRefused(`${first}.${payload}.${signature}.${payload}.${signature}`, 'TOKEN_INVALID');
    await expectRefused(`${first}.${payload}.`, 'TOKEN_INVALID');
    await expectRefused(`${first}..${signature}`, 'TOKEN_INVALID');
    await expectRefused(await written({ payload: await written() }), 'TOKEN_INVALID');
    const encrypted = segment({ alg: 'dir', enc: 'A128GCM', zip: 'DEF', typ: 'at+jwt' });
    await expectRefused(`${encrypted}..AAAA.AAAA.AAAA`, 'CLIENT_ID_MISSING');
    await expectRefused(JSON.stringify({ protected: first, payload, signature }), 'CLIENT_ID_MISSING');
    await expectRefused(
      `${segment({ alg: 'none', typ: 'at+jwt', kid: native.keys[0]?.kid, client_id: 'app' })}.${payload}.`,
      'CLIENT_ID_MISSING',
    );
  });

  it('nothing of all that was a fault', () => expect(world.faults).toEqual([]));
});
