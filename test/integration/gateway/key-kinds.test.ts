import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import type { KeyKind } from '../../../src/domain/api/security/security-type.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, gatewaySecrets, openGateway, problemOf } from '../../support/gateway.ts';
import {
  api,
  apiKeyOf,
  byKey,
  byToken,
  catalog,
  client,
  issued,
  provider,
  snapshot,
} from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const keyOf = (prefix: string, fill: string) => `gk_${prefix}_${fill.repeat(43)}`;
const KEY = keyOf('00000001', 'a');
const SECOND = keyOf('00000002', 'b');
const STRANGERS = keyOf('00000003', 'c');
const ELSEWHERE = keyOf('00000004', 'd');
const SECRET = 'cs_the-secret-of-the-shop';
const OLD_SECRET = 'cs_the-secret-before';
const hash = (secret: string) => gatewaySecrets.hash(secret);

let upstream: Upstream;
let world: GatewayWorld;
let native: Provider;
let now = new Date();

beforeAll(async () => {
  [upstream, native] = await Promise.all([recordingUpstream(), provider()]);
  world = await openGateway(snapshot(), { clock: () => now });
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
  world.writes.length = 0;
  now = new Date();
});

const shop = client({ key: 'ck_shop', plans: { 'customer-1': {} } });
const busy = client({ key: 'ck_busy', plans: { 'customer-1': { limit: 2, windowSeconds: 60 } } });
const stranger = client({ key: 'ck_stranger' });

type Parts = {
  readonly revoked?: boolean;
  readonly endsAt?: number | null;
  readonly secretEndsAt?: number | null;
};

/** The catalogs sandbox, with an application that is subscribed and one that is not, and preview. */
function use(
  security: ReturnType<typeof byKey>[],
  { revoked = false, endsAt = null, secretEndsAt = null }: Parts = {},
) {
  const own = {
    ...shop,
    secretHash: hash(SECRET),
    secretEndsAt,
    previousSecret: { hash: hash(OLD_SECRET), expiresAt: now.getTime() + 1_000 },
  };
  const apis = [api({ upstreamUrl: upstream.url, security })];
  const apiKeys = new Map([
    ...(revoked ? [] : [[hash(KEY), apiKeyOf(shop, endsAt)] as const]),
    [hash(SECOND), apiKeyOf(shop)] as const,
    [hash(STRANGERS), apiKeyOf(stranger)] as const,
  ]);
  const there = new Map([[hash(ELSEWHERE), apiKeyOf(shop)]]);
  world.use(
    snapshot(
      catalog({ apis, clients: [own, stranger], apiKeys, providers: [native] }),
      catalog({ path: '/acme/preview', apis, clients: [own], apiKeys: there }),
    ),
  );
}
const of = (kind: KeyKind, more = {}) =>
  byKey({ ...(kind !== 'CLIENT_ID' && { kind }), ...(kind === 'KEY' && { keyName: 'X-API-Key' }), ...more });
const send = (headers: Record<string, string>, query = '') => world.call(`${PATH}${query}`, { headers });
async function refused(headers: Record<string, string>, query = '') {
  const answer = await send(headers, query);
  const { status, code, detail } = await problemOf(answer);
  return [status, code, detail, answer.headers.get('www-authenticate')];
}

const METADATA = 'http://gateway.test/.well-known/oauth-protected-resource/acme/sandbox/customerdb/v1';
const BEARER = `Bearer realm="acme/sandbox", resource_metadata="${METADATA}"`;
const UNKNOWN_KEY = [
  401,
  'API_KEY_INVALID',
  'The API key in the header x-api-key is unknown here, was revoked or has ended: send one that holds.',
  'ApiKey realm="acme/sandbox", header="x-api-key"',
];
const NO_KEY = [
  401,
  'API_KEY_MISSING',
  'Send an API key of your application in the header x-api-key.',
  'ApiKey realm="acme/sandbox", header="x-api-key"',
];
const NO_SECRET = [
  401,
  'CLIENT_SECRET_MISSING',
  'Send the secret of the client in the header X-Client-Secret.',
  'ApiKey realm="acme/sandbox", header="x-client-secret"',
];
const WRONG_SECRET = [
  401,
  'CLIENT_SECRET_INVALID',
  'The secret in the header X-Client-Secret is not the one of this client.',
  'ApiKey realm="acme/sandbox", header="x-client-secret"',
];
const ended = ([status, code, , challenge]: (string | number | null)[], what: string, remedy: string) => [
  status,
  code,
  `${what} ended on ${now.toISOString()}: ${remedy}.`,
  challenge,
];
const endedSecret = () => ended(WRONG_SECRET, 'The secret in the header X-Client-Secret', 'replace it');
const endedKey = () => ended(UNKNOWN_KEY, 'The API key in the header x-api-key', 'send one that holds');

type WrittenCall = { readonly applicationId: string | null; readonly decision: readonly { facts: object }[] };

/** The refused call that the gateway writes with this fact in its decision. */
async function written(fact: string): Promise<WrittenCall | undefined> {
  let found: WrittenCall | undefined;
  await until(async () => {
    await world.gateway.flush();
    const calls: WrittenCall[] = world.writes.flatMap(([first]) =>
      typeof first === 'string' && first.startsWith('[{"requestId"') ? JSON.parse(first) : [],
    );
    found = calls.find(({ decision }) => fact in (decision.at(-1)?.facts ?? {}));
    return found !== undefined;
  });
  return found;
}

const NO_CLIENT = [
  401,
  'CLIENT_ID_MISSING',
  'Client id missing',
  'ApiKey realm="acme/sandbox", header="x-client-id"',
];

describe('an API that asks for client id and secret', () => {
  beforeEach(() => use([of('CLIENT_ID_AND_SECRET')]));

  it('serves who sends both, and neither reaches the back-end', async () => {
    for (const _ of 'ab')
      expect((await send({ 'x-client-id': 'ck_shop', 'x-client-secret': SECRET })).status).toBe(200);
    for (const { headers } of upstream.seen) {
      expect(headers).not.toHaveProperty('x-client-id');
      expect(headers).not.toHaveProperty('x-client-secret');
      expect(headers['x-gatehouse-application']).toBe('ck_shop');
    }
  });

  it('refuses the id alone, a wrong secret, the secret of nobody and one sent twice', async () => {
    expect(await refused({ 'x-client-id': 'ck_shop' })).toEqual(NO_SECRET);
    for (const wrong of ['cs_wrong', '', KEY, 'ck_shop', 'x'.repeat(5_000), `${SECRET}, ${SECRET}`])
      expect(await refused({ 'x-client-id': 'ck_shop', 'x-client-secret': wrong })).toEqual(WRONG_SECRET);
    expect(await refused({ 'x-client-secret': SECRET })).toEqual(NO_CLIENT);
    expect(upstream.seen).toEqual([]);
  });

  it('takes a secret that was replaced until its time is over', async () => {
    const headers = { 'x-client-id': 'ck_shop', 'x-client-secret': OLD_SECRET };
    expect((await send(headers)).status).toBe(200);
    now = new Date(now.getTime() + 1_000);
    expect(await refused(headers)).toEqual(endedSecret());
  });

  it('refuses a secret from the instant at which it ends, and tells its application why', async () => {
    use([of('CLIENT_ID_AND_SECRET')], { secretEndsAt: now.getTime() + 1_000 });
    const headers = { 'x-client-id': 'ck_shop', 'x-client-secret': SECRET };
    now = new Date(now.getTime() + 999);
    expect((await send(headers)).status).toBe(200);
    now = new Date(now.getTime() + 1);
    expect(await refused(headers)).toEqual(endedSecret());
    const call = await written('secretEndedAt');
    expect(call?.applicationId).toBe(shop.application.id);
    expect(call?.decision.at(-1)?.facts).toMatchObject({ secretEndedAt: now.toISOString() });
    expect(await refused({ ...headers, 'x-client-secret': 'cs_wrong' })).toEqual(WRONG_SECRET);
  });

  it('remembers a secret that was good for its own client alone', async () => {
    await send({ 'x-client-id': 'ck_shop', 'x-client-secret': SECRET });
    const thief = client({ key: 'ck_thief', plans: { 'customer-1': {} } });
    const apis = [api({ upstreamUrl: upstream.url, security: [of('CLIENT_ID_AND_SECRET')] })];
    world.use(snapshot(catalog({ apis, clients: [{ ...thief, secretHash: hash('cs_other') }] })));
    expect(await refused({ 'x-client-id': 'ck_thief', 'x-client-secret': SECRET })).toEqual(WRONG_SECRET);
  });
});

describe('an API that asks for an API key', () => {
  beforeEach(() => use([of('KEY')]));

  it('serves who sends it, in the name of its application, and keeps it from the back-end', async () => {
    expect((await send({ 'x-api-key': KEY })).status).toBe(200);
    expect(upstream.seen[0]?.headers).not.toHaveProperty('x-api-key');
    expect(upstream.seen[0]?.headers).toMatchObject({
      'x-gatehouse-application': 'ck_shop',
      'x-gatehouse-client': 'API key of ck_shop',
    });
  });

  it('counts all keys of an application against the one limit of its subscription', async () => {
    const apis = [api({ upstreamUrl: upstream.url, security: [of('KEY')] })];
    const apiKeys = new Map([KEY, SECOND].map((key) => [hash(key), apiKeyOf(busy)]));
    world.use(snapshot(catalog({ apis, apiKeys })));
    const statuses = [];
    for (const key of [KEY, SECOND, KEY, SECOND]) statuses.push((await send({ 'x-api-key': key })).status);
    expect(statuses).toEqual([200, 200, 429, 429]);
  });

  it('refuses none, an unknown one, one of another catalog and what is no key at all', async () => {
    expect(await refused({})).toEqual(NO_KEY);
    const altered = `${KEY.slice(0, -1)}b`;
    for (const key of [altered, ELSEWHERE, KEY.slice(0, -1), `${KEY}a`, hash(KEY), `#${hash(KEY)}`, ''])
      expect(await refused({ 'x-api-key': key })).toEqual(UNKNOWN_KEY);
    expect(await refused({}, `?x-api-key=${KEY}`)).toEqual(NO_KEY);
    expect(upstream.seen).toEqual([]);
  });

  it('refuses the key of an application without a subscription', async () => {
    expect((await refused({ 'x-api-key': STRANGERS })).slice(0, 2)).toEqual([403, 'SUBSCRIPTION_MISSING']);
  });

  it('refuses a key from the instant at which it ends, also one that was good just now', async () => {
    use([of('KEY')], { endsAt: now.getTime() + 1_000 });
    expect((await send({ 'x-api-key': KEY })).status).toBe(200);
    now = new Date(now.getTime() + 1_000);
    expect(await refused({ 'x-api-key': KEY })).toEqual(endedKey());
    const call = await written('keyEndedAt');
    expect(call?.applicationId).toBe(shop.application.id);
    expect(call?.decision.at(-1)?.facts).toMatchObject({ knownBy: null, keyEndedAt: now.toISOString() });
  });

  it('takes another credential beside a key that has ended', async () => {
    use([of('KEY'), of('CLIENT_ID')], { endsAt: now.getTime() });
    expect((await send({ 'x-api-key': KEY, 'x-client-id': 'ck_shop' })).status).toBe(200);
    expect(await refused({ 'x-api-key': KEY, 'x-client-id': 'ck_stranger' })).not.toEqual(endedKey());
  });

  it('refuses a key that was revoked with the next snapshot', async () => {
    expect((await send({ 'x-api-key': KEY })).status).toBe(200);
    use([of('KEY')], { revoked: true });
    expect(await refused({ 'x-api-key': KEY })).toEqual(UNKNOWN_KEY);
  });

  it('takes it where its definition says: a query parameter, which is not forwarded', async () => {
    use([of('KEY', { keyLocation: 'QUERY', keyName: 'api_key' })]);
    await send({}, `?a=1&api_key=${KEY}`);
    expect(upstream.seen[0]?.url).toBe('/customers?a=1');
    expect((await refused({ 'x-api-key': KEY })).at(-1)).toBe('ApiKey realm="acme/sandbox", query="api_key"');
  });
});

describe('what one kind of definition takes', () => {
  const everything: readonly Record<string, string>[] = [
    { 'x-client-id': 'ck_shop' },
    { 'x-client-id': KEY },
    { 'x-client-id': `#${hash(KEY)}` },
    { 'x-client-id': SECRET },
    { 'x-api-key': 'ck_shop' },
    { 'x-api-key': SECRET },
    { 'x-api-key': KEY },
    { 'x-client-id': 'ck_shop', 'x-client-secret': KEY },
    { 'x-client-id': 'ck_shop', 'x-client-secret': SECRET },
    { authorization: `Bearer ${KEY}` },
    { authorization: `Bearer ${SECRET}` },
  ];

  it.each([
    ['CLIENT_ID', [{ 'x-client-id': 'ck_shop' }]],
    ['CLIENT_ID_AND_SECRET', []],
    ['KEY', [{ 'x-api-key': KEY }]],
  ] as const)('never stands in for another: %s', async (kind, admits) => {
    const both = { 'x-client-id': 'ck_shop', 'x-client-secret': SECRET };
    const takesBoth = kind !== 'KEY';
    for (const headers of everything) {
      use([of(kind)]);
      const isAdmitted =
        admits.some((each) => JSON.stringify(each) === JSON.stringify(headers)) ||
        (kind === 'CLIENT_ID' && headers['x-client-id'] === 'ck_shop') ||
        (takesBoth && JSON.stringify(headers) === JSON.stringify(both));
      const { status } = await send(headers);
      expect([headers, status === 401], JSON.stringify(headers)).toEqual([headers, !isAdmitted]);
    }
  });

  it('is an alternative where there are several: each admits alone, and a key beside a token is of its application', async () => {
    const token = (await issued(native, { clientKey: 'ck_shop', now, scopes: [] })).token;
    use([of('KEY'), byToken()]);
    expect((await send({ 'x-api-key': KEY })).status).toBe(200);
    const bearer = { authorization: `Bearer ${token}` };
    expect((await refused(bearer)).slice(0, 2)).toEqual([403, 'SCOPE_MISSING']);
    expect((await send({ ...bearer, 'x-api-key': KEY })).status).toBe(200);
    expect((await refused({ ...bearer, 'x-api-key': STRANGERS })).slice(0, 2)).toEqual([
      403,
      'SCOPE_MISSING',
    ]);
    expect((await refused({})).slice(1)).toEqual(['CLIENT_ID_MISSING', 'Client id missing', BEARER]);
    expect((await refused({ 'x-api-key': ELSEWHERE })).at(-1)).toBe(
      `${BEARER}, ApiKey realm="acme/sandbox", header="x-api-key"`,
    );
  });
});
