import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { change } from '../../../src/infrastructure/database/change.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { until } from '../../support/eventually.ts';
import { ingressOf, type Listening, listen, personDeps, problemOf } from '../../support/gateway.ts';
import { urls } from '../../support/management.ts';
import { document } from '../../support/manifest.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

/** Management, snapshot and gateway over one database: one API, whose back-end each catalog says. */
let world: CatalogWorld;
let feed: SnapshotFeed;
let gateway: Gateway;
let server: Listening;
let testing: Upstream;
let live: Upstream;
let third: Upstream;
/** The issuer of the tokens that back-ends ask for. */
let issuer: Upstream;
const PRODUCT = 'customer:1.0.0';
const faults: unknown[] = [];

beforeAll(async () => {
  [world, testing, live, third, issuer] = await Promise.all([
    openCatalog(),
    recordingUpstream(),
    recordingUpstream(),
    recordingUpstream(),
    recordingUpstream(),
  ]);
  const { database, secrets, outbound, ownServers, limits, clock } = world.deps;
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
  const onFault = (fault: unknown) => faults.push(fault);
  const deps = { snapshots: feed, database, secrets, outbound, ownServers, limits, clock };
  gateway = createGateway({ ...deps, ...personDeps(deps), urls, pseudonym: 'gatehouse-here', onFault });
  server = await listen(ingressOf({ calls: gateway.handle }, { urls, onFault }));
  await world.mutate('createCatalog', { title: 'Production' });
  await world.mutate('createBackend', { name: 'customers' });
  const api = { openapi: document(), basePath: '/customerdb', backend: 'customers', security: [] };
  await world.mutate('createApi', { ...api, name: 'customerdb' });
  await world.product(PRODUCT);
  for (const catalog of [CATALOG, 'production'])
    await world.mutate('publishProduct', { catalog, product: PRODUCT }, '{ warnings { code } }');
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await feed.close();
  await Promise.all([testing, live, third, issuer].map((upstream) => upstream.close()));
  await world.close();
});
afterEach(async () => {
  for (const upstream of [testing, live, third, issuer]) {
    upstream.seen.length = 0;
    upstream.answer = (_, response) => response.end('{"ok":true}');
  }
  const before = feed.current();
  const request = { orgId: world.orgId, actor: 'token:test', action: 'test', subject: 'acme' };
  await change(world.database, request, (transaction) => transaction.catalogBackend.deleteMany());
  await until(() => feed.current() !== before);
  await feed.settled();
});

const call = (catalog: string, init: RequestInit = {}, query = '') =>
  fetch(`${server.url}/acme/${catalog}/customerdb/customers${query}`, init);

/** Sets the back-end of a catalog, and waits until the gateway has taken it over. */
async function set(settings: object, catalog = CATALOG) {
  const before = feed.current();
  const change = await world.mutate(
    'setBackend',
    { catalog, backend: 'customers', ...settings },
    '{ apis before { targets { url } } after { targets { url } } }',
  );
  await until(() => feed.current() !== before);
  await feed.settled();
  return change;
}
const to = (...upstreams: Upstream[]) => ({ targets: upstreams.map(({ url }) => ({ url })) });

async function setSecret(name: string, value: string): Promise<void> {
  const before = feed.current();
  await world.mutate('setSecret', { catalog: CATALOG, name, value });
  await until(() => feed.current() !== before);
  await feed.settled();
}

describe('a back-end of a catalog', () => {
  it('is called there alone: one version of a product calls another in each catalog', async () => {
    await set(to(testing));
    await set({ targets: [{ url: `${live.url}/crm/v1` }] }, 'production');
    expect([(await call(CATALOG)).status, (await call('production')).status]).toEqual([200, 200]);
    expect(testing.seen.map(({ url }) => url)).toEqual(['/customers']);
    expect(live.seen.map(({ url }) => url)).toEqual(['/crm/v1/customers']);
  });

  it('is changed without a product, and a call under way ends where it began', async () => {
    await set(to(testing));
    let end = () => {};
    testing.answer = (_, response) => {
      response.writeHead(200);
      response.write('begun ');
      end = () => response.end('and ended');
    };
    const underWay = await call(CATALOG);
    const product = await world.inCatalog(PRODUCT, '{ apis { name version } state }');
    expect(await set(to(live))).toEqual({
      apis: ['customerdb:1.0.0'],
      before: to(testing),
      after: to(live),
    });
    expect((await call(CATALOG)).status).toBe(200);
    end();
    expect(await underWay.text()).toBe('begun and ended');
    expect([testing.seen.length, live.seen.length]).toEqual([1, 1]);
    expect(await world.inCatalog(PRODUCT, '{ apis { name version } state }')).toEqual(product);
  });

  it('loses no call while it is changed under load', async () => {
    await set(to(testing));
    const statuses: number[] = [];
    let goesOn = true;
    const caller = async () => {
      while (goesOn) statuses.push((await call(CATALOG)).status);
    };
    const callers = [caller(), caller(), caller()];
    for (const upstream of [live, testing, live]) await set(to(upstream));
    goesOn = false;
    await Promise.all(callers);
    expect(new Set(statuses)).toEqual(new Set([200]));
    testing.seen.length = 0;
    await call(CATALOG);
    expect(testing.seen).toEqual([]);
  });

  it('that is missing is warned of, and refused with a code that says what to change', async () => {
    const preview = { product: PRODUCT, dryRun: true };
    expect((await world.lifecycle('publishProduct', preview)).warnings).toEqual([
      {
        code: 'BACKEND_MISSING',
        message:
          'Calls of customerdb:1.0.0 are refused: the catalog sandbox lacks the back-end customers. Set it there with setBackend.',
        subject: 'customerdb:1.0.0',
      },
    ]);
    const refused = await call(CATALOG);
    expect(await problemOf(refused)).toMatchObject({
      status: 503,
      code: 'BACKEND_MISSING',
      detail:
        'The API calls the back-end customers, which this catalog lacks: its provider sets it with setBackend.',
    });
    await set(to(testing));
    expect((await call(CATALOG)).status).toBe(200);
    expect((await world.lifecycle('publishProduct', preview)).warnings).toEqual([]);
  });

  it('has time limits in place of those of the API', async () => {
    await set({ ...to(testing), timeouts: { answerMs: 100 } });
    testing.answer = () => {};
    const late = await call(CATALOG);
    expect(await problemOf(late)).toMatchObject({ status: 504, code: 'BACKEND_TIMEOUT' });
  });
});

describe('several targets', () => {
  it('share the calls by their weights, and a drained one gets none', async () => {
    await set({
      targets: [
        { url: testing.url, weight: 2 },
        { url: live.url, weight: 1 },
        { url: third.url, weight: 5, drained: true },
      ],
    });
    for (let count = 0; count < 9; count += 1) expect((await call(CATALOG)).status).toBe(200);
    expect([testing.seen.length, live.seen.length, third.seen.length]).toEqual([6, 3, 0]);
  });

  it('that are out of reach are passed over, and a call that met one goes to another', async () => {
    await set({ targets: [{ url: 'http://127.0.0.1:1' }, { url: live.url }] });
    const statuses: number[] = [];
    for (let count = 0; count < 80; count += 1) statuses.push((await call(CATALOG)).status);
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(gateway.metrics().targetsEjected).toBe(1);
  });
});

describe('credentials', () => {
  const withCredentials = (credentials: object) => set({ ...to(testing), credentials });

  it('are HTTP Basic, in place of what the caller sends', async () => {
    await setSecret('password', 'pass:word');
    await withCredentials({ type: 'BASIC', username: 'gate', secret: 'password' });
    await call(CATALOG, { headers: { authorization: 'Basic of-the-caller' } });
    expect(testing.seen[0]?.headers.authorization).toBe(`Basic ${btoa('gate:pass:word')}`);
  });

  it('are a header of any name, which no caller can send, spelled however', async () => {
    await setSecret('key', 'key-of-the-back-end');
    await withCredentials({ type: 'HEADER', name: 'X-Api-Key', secret: 'key' });
    await call(CATALOG, { headers: { 'x-api-key': 'mine', x_api_key: 'mine', 'x.api.key': 'mine' } });
    const { rawHeaders = [] } = testing.seen[0] ?? {};
    expect(rawHeaders).toContain('key-of-the-back-end');
    expect(rawHeaders).not.toContain('mine');
  });

  it('are a parameter of the query, which no caller can send', async () => {
    await setSecret('key', 'a key & more');
    await withCredentials({ type: 'QUERY', name: 'api-key', secret: 'key' });
    await call(CATALOG, {}, '?a=1&api-key=mine&api%2Dkey=mine');
    expect(testing.seen.map(({ url }) => url)).toEqual(['/customers?api-key=a%20key%20%26%20more&a=1']);
  });

  it('are a signature of each request, which no caller can send', async () => {
    await setSecret('key', 'signing key');
    await withCredentials({ type: 'HMAC_SIGNATURE', secret: 'key' });
    await call(
      CATALOG,
      { headers: { 'x-gatehouse-signature': 'mine', x_gatehouse_signature: 'mine' } },
      '?a=1',
    );
    const { headers, rawHeaders = [] } = testing.seen[0] ?? {};
    expect(rawHeaders).not.toContain('mine');
    const signature = `${headers?.['x-gatehouse-signature']}`;
    const [, seconds] = /^t=(\d+),v1=[\da-f]{64}$/.exec(signature) ?? [];
    expect(Number(seconds)).toBe(Math.floor(world.deps.clock().getTime() / 1000));
    const signed = createHmac('sha256', 'signing key').update(`${seconds}.GET /customers?a=1`).digest('hex');
    expect(signature).toBe(`t=${seconds},v1=${signed}`);
  });

  it('follow another value of their secret, and fixed headers replace the caller’s', async () => {
    await setSecret('key', 'first');
    await withCredentials({ type: 'HEADER', name: 'X-Api-Key', secret: 'key' });
    await set({ headers: [{ name: 'X-Tenant', value: 'acme' }] });
    await call(CATALOG, { headers: { 'x-tenant': 'other' } });
    await setSecret('key', 'second');
    await call(CATALOG);
    expect(testing.seen.map(({ headers }) => [headers['x-api-key'], headers['x-tenant']])).toEqual([
      ['first', 'acme'],
      ['second', 'acme'],
    ]);
  });
});

describe('access tokens as credentials', () => {
  let grants = 0;
  /** The back-end asks for tokens. Each test has a client of its own, whose token nobody has asked for. */
  async function ask(type = 'OAUTH2_CLIENT_CREDENTIALS'): Promise<void> {
    grants += 1;
    await setSecret('client-secret', 'a secret: of the client');
    const credentials = {
      type,
      tokenUrl: `${issuer.url}/token`,
      clientId: `gate:${grants}`,
      secret: 'client-secret',
      scopes: ['read', 'write'],
      audience: 'crm',
    };
    await set({ ...to(testing), credentials });
  }
  const bearers = () => testing.seen.map(({ headers }) => headers.authorization);
  const tokens = (lifetime: number | null = 100): Upstream['answer'] => {
    let count = 0;
    return (_request, response) => {
      count += 1;
      const expiry = lifetime === null ? {} : { expires_in: lifetime };
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ access_token: `token-${count}`, token_type: 'Bearer', ...expiry }));
    };
  };
  const move = (seconds: number) => world.pass(seconds * 1_000);

  it('are requested once for calls that come together, and take the place of what the caller sends', async () => {
    await ask();
    issuer.answer = tokens();
    const headers = { authorization: 'Bearer of-the-caller' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => call(CATALOG, { headers })));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(bearers()).toEqual(answers.map(() => 'Bearer token-1'));
    expect(issuer.seen).toHaveLength(1);
    const { method, url, body, headers: sent } = issuer.seen[0] ?? {};
    expect([method, url]).toEqual(['POST', '/token']);
    expect(Object.fromEntries(new URLSearchParams(body))).toEqual({
      grant_type: 'client_credentials',
      scope: 'read write',
      audience: 'crm',
    });
    // RFC 6749 §2.3.1: both are form-encoded before they are joined.
    const pair = `gate%3A${grants}:a+secret%3A+of+the+client`;
    expect(sent?.authorization).toBe(`Basic ${btoa(pair)}`);
  });

  it('in the name of callers are asked of calls that bring a token, and no other is sent', async () => {
    await ask('OAUTH2_TOKEN_EXCHANGE');
    expect(await problemOf(await call(CATALOG))).toMatchObject({ status: 401, code: 'TOKEN_MISSING' });
    expect([issuer.seen, testing.seen]).toEqual([[], []]);
  });

  it('are renewed before they end, while calls go on with the old one', async () => {
    await ask();
    issuer.answer = tokens();
    await call(CATALOG);
    move(70);
    await call(CATALOG);
    expect(issuer.seen).toHaveLength(1);
    move(6);
    await call(CATALOG);
    await until(() => issuer.seen.length === 2);
    await until(async () => {
      await call(CATALOG);
      return bearers().at(-1) === 'Bearer token-2';
    });
    expect(bearers().slice(0, 3)).toEqual(['Bearer token-1', 'Bearer token-1', 'Bearer token-1']);
  });

  it('are used until they end where the issuer fails, which is then asked less and less often', async () => {
    await ask();
    issuer.answer = tokens();
    await call(CATALOG);
    issuer.answer = (_request, response) => {
      response.statusCode = 503;
      response.end('down');
    };
    move(80);
    expect((await call(CATALOG)).status).toBe(200);
    await until(() => issuer.seen.length === 2);
    expect((await call(CATALOG)).status).toBe(200);
    move(19);
    const refused = await call(CATALOG);
    expect(refused.headers.get('retry-after')).toBe('2');
    expect(await problemOf(refused)).toMatchObject({ status: 503, code: 'BACKEND_TOKEN_UNAVAILABLE' });
    expect((await call(CATALOG)).status).toBe(503);
    expect(issuer.seen).toHaveLength(3);
    issuer.answer = tokens();
    move(3);
    expect((await call(CATALOG)).status).toBe(200);
    expect(testing.seen).toHaveLength(4);
  });

  it('that the back-end refuses are replaced for the next call, but not more often than each ten seconds', async () => {
    await ask();
    issuer.answer = tokens();
    testing.answer = (_request, response) => {
      response.statusCode = 401;
      response.end('{}');
    };
    expect((await call(CATALOG)).status).toBe(401);
    await call(CATALOG);
    expect(issuer.seen).toHaveLength(1);
    move(11);
    await call(CATALOG);
    await call(CATALOG);
    expect(bearers()).toEqual([1, 1, 1, 2].map((count) => `Bearer token-${count}`));
  });

  it.each<[string, Upstream['answer']]>([
    ['a page', (_request, response) => response.end('<html>')],
    [
      'a redirect to itself',
      (_request, response) => response.writeHead(302, { location: `${issuer.url}/token` }).end(),
    ],
    [
      'ten megabytes',
      (_request, response) => {
        response.on('error', () => undefined);
        response.setHeader('content-type', 'application/json');
        response.end(`{"access_token":"${'t'.repeat(10_000_000)}","token_type":"Bearer"}`);
      },
    ],
    [
      'a token that no header can carry',
      (_request, response) => {
        response.setHeader('content-type', 'application/json');
        response.end('{"access_token":"a\\r\\nX: b","token_type":"Bearer"}');
      },
    ],
    [
      'a refusal',
      (_request, response) => {
        response.writeHead(401, { 'content-type': 'application/json' });
        response.end('{"error":"invalid_client","error_description":"a secret: of the client"}');
      },
    ],
  ])('refuse the call uncounted where the issuer answers with %s', async (_answer, answer) => {
    await ask();
    issuer.answer = answer;
    const refused = await call(CATALOG);
    expect(await problemOf(refused)).toMatchObject({
      status: 503,
      code: 'BACKEND_TOKEN_UNAVAILABLE',
      detail: 'The gateway has no token for the back-end.',
    });
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(issuer.seen).toHaveLength(1);
    expect(testing.seen).toHaveLength(0);
  });
});
