import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider, PublishedApi } from '../../../src/data-plane/snapshot/snapshot.ts';
import { type GatewayWorld, gatewaySecrets, openGateway, problemOf } from '../../support/gateway.ts';
import { runs } from '../../support/runs.ts';
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
  together,
} from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const BASE = '/acme/sandbox/customerdb/v1';
const KEY = `gk_00000001_${'a'.repeat(43)}`;
const STRANGERS = `gk_00000002_${'b'.repeat(43)}`;
const hash = (secret: string) => gatewaySecrets.hash(secret);

let upstream: Upstream;
let world: GatewayWorld;
let native: Provider;
beforeAll(async () => {
  [upstream, native] = await Promise.all([recordingUpstream(), provider()]);
  world = await openGateway(snapshot());
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
});

const shop = client({ key: 'ck_shop', plans: { 'customer-1': {} } });
const both = client({ key: 'ck_both', plans: { 'customer-1': {}, 'customer-2': {} } });
const stranger = client({ key: 'ck_stranger' });
const openapi = {
  paths: {
    '/customers': { get: {}, post: {} },
    '/customers/{id}': { get: {}, delete: {} },
    '/status': { get: {} },
  },
};
const keyed = byKey({ name: 'api-key', kind: 'KEY', keyName: 'X-API-Key' });

function use(...apis: Partial<Parameters<typeof api>[0]>[]) {
  world.use(
    snapshot(
      catalog({
        apis: apis.map((parts) => api({ upstreamUrl: upstream.url, openapi, ...parts })),
        clients: [shop, both, stranger],
        providers: [native],
        apiKeys: new Map([
          [hash(KEY), apiKeyOf(shop)],
          [hash(STRANGERS), apiKeyOf(stranger)],
        ]),
      }),
    ),
  );
}

async function bearer(scope: string, { clientKey } = shop) {
  const { token } = await issued(native, { clientKey, scopes: scope.split(' ') });
  return { authorization: `Bearer ${token}` };
}
type Sent = { readonly method?: string; readonly headers?: Record<string, string> };
/** The status of an answer; of a refusal also its code and detail. */
async function answerTo(path: string, { method = 'GET', headers = {} }: Sent = {}) {
  const answer = await world.call(`${BASE}${path}`, { method, headers });
  if (answer.status < 400) return [answer.status];
  const { status, code, detail } = await problemOf(answer);
  return [status, code, detail];
}

const CLIENT_MISSING = [401, 'CLIENT_ID_MISSING'];
const own = (operation: string, ...security: PublishedApi['security'][number][]) => ({ operation, security });

describe('a security alternative of several definitions', () => {
  const set = together(byToken(['customer']), keyed);
  type Case = {
    readonly shown: string;
    readonly headers?: Record<string, string>;
    readonly scope?: string;
    readonly expected: readonly (string | number)[];
  };
  const key = { 'x-api-key': KEY };
  it.each<Case>([
    { shown: 'nothing', expected: CLIENT_MISSING },
    {
      shown: 'the token alone',
      scope: 'customer',
      expected: [401, 'API_KEY_MISSING', 'Send an API key of your application in the header x-api-key.'],
    },
    {
      shown: 'the key alone',
      headers: key,
      expected: [401, 'TOKEN_MISSING', 'Send the header Authorization: Bearer <access token>.'],
    },
    { shown: 'a token without the scope, and no key', scope: 'other', expected: [401, 'API_KEY_MISSING'] },
    {
      shown: 'a token without the scope, and the key',
      headers: key,
      scope: 'other',
      expected: [403, 'SCOPE_MISSING', 'The access token lacks the scope customer.'],
    },
    {
      shown: "a token, and another application's key",
      headers: { 'x-api-key': STRANGERS },
      scope: 'customer',
      expected: [401, 'API_KEY_INVALID'],
    },
    { shown: 'both', headers: key, scope: 'customer', expected: [200] },
  ])('is met by both alone: $shown', async ({ headers, scope, expected }) => {
    use({ security: [set] });
    const sent = { ...headers, ...(scope && (await bearer(scope))) };
    const answer = await answerTo('/customers', { headers: sent });
    expect(answer.slice(0, expected.length)).toEqual(expected);
  });

  it('is one of several: another alternative alone is enough', async () => {
    use({ security: [set, byKey()] });
    expect(await answerTo('/customers', { headers: { 'x-client-id': 'ck_shop' } })).toEqual([200]);
    expect(await answerTo('/customers', { headers: { 'x-api-key': KEY } })).toEqual([
      401,
      'TOKEN_MISSING',
      expect.any(String),
    ]);
  });

  it('takes a client id of the application that its API key is of, and no other', async () => {
    use({ security: [together(keyed, byKey())] });
    const send = (id: string) => answerTo('/customers', { headers: { 'x-api-key': KEY, 'x-client-id': id } });
    expect(await send('ck_shop')).toEqual([200]);
    expect((await send('ck_stranger')).slice(0, 2)).toEqual(CLIENT_MISSING);
  });

  it('never leaves its credentials to the back-end', async () => {
    use({ security: [set] });
    await answerTo('/customers', { headers: { 'x-api-key': KEY, ...(await bearer('customer')) } });
    expect(upstream.seen.map(({ headers }) => [headers['x-api-key'], headers.authorization])).toEqual([
      [undefined, undefined],
    ]);
  });
});

describe('an operation with a security of its own', () => {
  it('asks for what it says, and the others for what the API says', async () => {
    use({
      security: [byToken(['read'])],
      operationSecurity: [own('DELETE /customers/{id}', byToken(['read', 'erase']))],
    });
    const read = await bearer('read');
    const erase = await bearer('read erase');
    const missing = [403, 'SCOPE_MISSING', 'The access token lacks the scope erase.'];
    expect([
      await answerTo('/customers/7', { headers: read }),
      await answerTo('/customers/7', { method: 'DELETE', headers: read }),
      await answerTo('/customers/%37', { method: 'DELETE', headers: read }),
      await answerTo('/customers/7', { method: 'DELETE', headers: erase }),
    ]).toEqual([[200], missing, missing, [200]]);
  });

  it('can be open to everybody, while the others stay closed', async () => {
    use({ security: [byKey()], operationSecurity: [own('GET /status')] });
    expect(await answerTo('/status')).toEqual([200]);
    expect(await answerTo('/status', { method: 'HEAD' })).toEqual([200]);
    expect((await answerTo('/customers')).slice(0, 2)).toEqual(CLIENT_MISSING);
    expect(await answerTo('/customers', { headers: { 'x-client-id': 'ck_shop' } })).toEqual([200]);
  });

  it('can be closed, while the others are open to everybody', async () => {
    use({ security: [], operationSecurity: [own('POST /customers', byKey())] });
    expect(await answerTo('/customers')).toEqual([200]);
    expect((await answerTo('/customers', { method: 'POST' })).slice(0, 2)).toEqual(CLIENT_MISSING);
    expect(await answerTo('/customers', { method: 'POST', headers: { 'x-client-id': 'ck_shop' } })).toEqual([
      200,
    ]);
    expect(
      (await answerTo('/customers', { method: 'POST', headers: { 'x-client-id': 'ck_stranger' } })).slice(
        0,
        2,
      ),
    ).toEqual([403, 'SUBSCRIPTION_MISSING']);
  });

  it('tells who has no client of no path: a closed operation and no operation look the same', async () => {
    use({ security: [byKey()], operationSecurity: [own('DELETE /customers/{id}', byToken(['erase']))] });
    const looks = async (path: string, method: string) => {
      const answer = await world.call(`${BASE}${path}`, { method });
      const { requestId: _, instance: __, ...problem } = (await answer.json()) as Record<string, unknown>;
      return [answer.status, answer.headers.get('www-authenticate'), problem];
    };
    const closed = await looks('/customers/7', 'DELETE');
    expect(closed[0]).toBe(401);
    expect(await looks('/nothing', 'DELETE')).toEqual(closed);
    expect(await looks('/customers/7', 'PATCH')).toEqual(closed);
    expect(await looks('/customers', 'GET')).toEqual(closed);
  });

  it('finds no operation for who is admitted by the API', async () => {
    use({ security: [byKey()], operationSecurity: [own('GET /status')] });
    const headers = { 'x-client-id': 'ck_shop' };
    expect((await answerTo('/nothing', { headers })).slice(0, 2)).toEqual([404, 'API_NOT_FOUND']);
    expect((await answerTo('/customers', { method: 'PATCH', headers })).slice(0, 2)).toEqual([
      405,
      'METHOD_NOT_ALLOWED',
    ]);
  });

  it('decides between versions on one path: the newer serves whom its operation admits, else the older', async () => {
    const newer: Parameters<typeof api>[0] = {
      id: 'newer',
      version: '2.0.0',
      product: 'customer-2',
      security: [byToken(['read'])],
      operationSecurity: [own('DELETE /customers/{id}', byToken(['erase']))],
    };
    use({ ...newer, upstreamUrl: `${upstream.url}/newer` }, { security: [byToken(['read'])] });
    const servedFor = async (scope: string, of = both) => {
      upstream.seen.length = 0;
      const [status, code] = await answerTo('/customers/7', {
        method: 'DELETE',
        headers: await bearer(scope, of),
      });
      return code ?? [status, upstream.seen[0]?.url];
    };
    expect([
      await servedFor('erase'),
      await servedFor('read'),
      await servedFor('other'),
      await servedFor('read', shop),
      await servedFor('erase', shop),
    ]).toEqual([
      [200, '/newer/customers/7'],
      [200, '/customers/7'],
      'SCOPE_MISSING',
      [200, '/customers/7'],
      'SCOPE_MISSING',
    ]);
  });
});

describe('alternatives and their parts', () => {
  const erase = byToken(['erase']);
  const read = byToken(['read']);
  const parts = { id: byKey(), key: keyed, read, erase } as const;
  type Part = keyof typeof parts;
  const shown = fc.record({
    id: fc.boolean(),
    key: fc.boolean(),
    scopes: fc.option(fc.subarray(['read', 'erase'])),
  });
  const alternative = fc.subarray<Part>(['id', 'key', 'read', 'erase'], { minLength: 1 });

  it('admit a call exactly where all parts of one are met', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(alternative, { minLength: 1, maxLength: 3 }), shown, async (ways, call) => {
        use({ security: ways.map((way) => together(...way.map((part) => parts[part]))) });
        const token =
          call.scopes && (await issued(native, { clientKey: 'ck_shop', scopes: call.scopes })).token;
        const { status } = await world.call(`${BASE}/customers`, {
          headers: {
            ...(call.id && { 'x-client-id': 'ck_shop' }),
            ...(call.key && { 'x-api-key': KEY }),
            ...(token && { authorization: `Bearer ${token}` }),
          },
        });
        const isMet: Record<Part, boolean> = {
          id: call.id,
          key: call.key,
          read: call.scopes?.includes('read') ?? false,
          erase: call.scopes?.includes('erase') ?? false,
        };
        expect(status === 200).toBe(ways.some((way) => way.every((part) => isMet[part])));
      }),
      { numRuns: runs(200) },
    );
  });
});
