// A condition of a security alternative: a CEL expression that has to hold of a call beside what it shows.
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Provider } from '../../../src/data-plane/snapshot/snapshot.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, byKey, byToken, catalog, client, issued, provider, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const AT = '/acme/sandbox/customerdb/v1';
const openapi = {
  paths: { '/customers/{id}': { get: {}, delete: {} }, '/customers': { get: {}, post: {} } },
};

let backend: Upstream;
let world: GatewayWorld;
let native: Provider;
const shop = client({ key: 'ck_shop', plans: { 'customer-1': { name: 'gold' } } });
const rival = client({ key: 'ck_rival', plans: { 'customer-1': {} } });

beforeAll(async () => {
  [backend, native] = await Promise.all([recordingUpstream(), provider()]);
  world = await openGateway(snapshot());
});
afterAll(() => Promise.all([world.close(), backend.close()]));
beforeEach(() => {
  backend.seen.length = 0;
});

type Parts = Parameters<typeof api>[0];

function use(condition: string, parts: Parts = {}) {
  const security = [{ ...byKey(), condition }];
  const apis = [api({ upstreamUrl: backend.url, openapi, security, ...parts })];
  world.use(snapshot(catalog({ apis, clients: [shop, rival], providers: [native] })));
}

type Sent = { readonly method?: string; readonly key?: string; readonly headers?: Record<string, string> };
async function call(path = '/customers', { method = 'GET', key = 'ck_shop', headers = {} }: Sent = {}) {
  const answer = await world.call(AT + path, { method, headers: { 'x-client-id': key, ...headers } });
  return answer.ok ? answer.status : [answer.status, (await problemOf(answer)).code];
}
const UNMET = [403, 'CONDITION_UNMET'];

describe('a condition of a security alternative', () => {
  it.each<[string, string, Sent]>([
    ['operation.method == "GET"', '/customers', {}],
    ['operation.path == "/customers/7"', '/customers/7', {}],
    ['operation.name == "GET /customers/{id}"', '/customers/7', {}],
    ['client.application == "ck_shop"', '/customers', {}],
    ['client.consumerOrg == "consumers" && client.plan == "gold"', '/customers', {}],
    ['caller.gateway.client == "ck_shop" && caller.gateway.org == "acme"', '/customers', {}],
    ['caller.gateway.api == "customerdb:1.0.0"', '/customers', {}],
    ['caller.headers["x-tenant"] == "a"', '/customers', { headers: { 'X-Tenant': 'a' } }],
  ])('%s admits %s %j', async (condition, path, sent) => {
    use(condition);
    expect(await call(path, sent)).toBe(200);
    expect(backend.seen).toHaveLength(1);
  });

  it.each<[string, string, Sent]>([
    ['operation.method == "GET"', '/customers', { method: 'POST' }],
    ['client.application == "ck_shop"', '/customers', { key: 'ck_rival' }],
    ['caller.headers["x-tenant"] == "a"', '/customers', {}],
    ['"erase" in caller.scopes', '/customers', {}],
    ['has(caller.claims.sub)', '/customers', {}],
  ])('%s refuses %s %j', async (condition, path, sent) => {
    use(condition);
    expect(await call(path, sent)).toEqual(UNMET);
    expect(backend.seen).toEqual([]);
  });

  it('sees no name of an operation that the document lacks', async () => {
    use('operation.name == null');
    expect(await call('/nowhere')).toEqual([404, 'API_NOT_FOUND']);
    expect(await call('/customers')).toEqual(UNMET);
  });

  it('reads the claims and scopes of the access token', async () => {
    const condition =
      'caller.claims.sub == "alice" && "customer" in caller.scopes && caller.claims.exp > caller.claims.iat';
    use('', { security: [{ ...byToken([]), condition }] });
    const of = async (subject: string) => {
      const { token } = await issued(native, { clientKey: 'ck_shop', subject, scopes: ['customer'] });
      return call('/customers', { headers: { authorization: `Bearer ${token}` } });
    };
    expect(await of('alice')).toBe(200);
    expect(await of('bob')).toEqual(UNMET);
  });

  it('does not hold where it cannot be evaluated, costs too much, or cannot be read by this version', async () => {
    for (const condition of [
      'caller.claims.department == "billing"',
      'caller.headers["x-list"].contains("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa")'.concat(
        ' || caller.headers.exists(h, caller.headers.exists(i, caller.headers.exists(j, h + i == j)))',
      ),
      'of.a.later.version(',
    ]) {
      use(condition);
      const headers = { 'x-list': 'a'.repeat(8_000) };
      expect(await call('/customers', { headers })).toEqual(UNMET);
    }
  });

  it('is not told to the caller', async () => {
    use('operation.path == "/a-secret-of-the-provider"');
    const answer = await world.call(`${AT}/customers`, { headers: { 'x-client-id': 'ck_shop' } });
    expect(await answer.text()).not.toContain('secret');
  });

  it('is one of its alternative: another one admits without', async () => {
    use('', { security: [{ ...byKey(), condition: 'false' }, byToken(['customer'])] });
    const { token } = await issued(native, { clientKey: 'ck_shop' });
    expect(await call('/customers', { headers: { authorization: `Bearer ${token}` } })).toBe(200);
    expect(await call()).toEqual(UNMET);
  });

  it('sees no header that only the gateway may write, nor one of a proxy', async () => {
    for (const name of ['X-Gatehouse-Plan', 'X-Forwarded-User', 'Client-Cert', 'client_cert']) {
      use(`caller.headers.exists(name, name == "${name.toLowerCase()}")`);
      expect(await call('/customers', { headers: { [name]: 'gold' } })).toEqual(UNMET);
    }
  });

  it('decides after what a call has to show: nobody learns of it without a key', async () => {
    use('false');
    const answer = await world.call(`${AT}/customers`);
    expect(await problemOf(answer)).toMatchObject({ status: 401, code: 'CLIENT_ID_MISSING' });
  });
});
