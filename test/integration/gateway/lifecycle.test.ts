import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { retireSunset } from '../../../src/control-plane/management/lifecycle/sunset.ts';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { createOAuth } from '../../../src/data-plane/oauth/oauth.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { Attempts } from '../../../src/infrastructure/limits/guesses/attempts.ts';
import { CATALOG, type CatalogWorld, type IssuedClient, openCatalog } from '../../support/catalog.ts';
import { ingressOf, type Listening, listen, personDeps, problemOf } from '../../support/gateway.ts';
import { urls } from '../../support/management.ts';
import { noLocalUsers, registriesOver } from '../../support/registry.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

/** Management, snapshot, gateway and token endpoint over one database: what is decided is what callers meet. */
let world: CatalogWorld;
let feed: SnapshotFeed;
let gateway: Gateway;
let upstream: Upstream;
let server: Listening;
const faults: unknown[] = [];
const address = { catalog: CATALOG, consumerOrg: 'consumers' };

beforeAll(async () => {
  [world, upstream] = await Promise.all([openCatalog(), recordingUpstream()]);
  const { database, secrets, outbound, ownServers, limits, clock } = world.deps;
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
  const deps = { snapshots: feed, database, secrets, outbound, ownServers, limits, clock };
  const onFault = (fault: unknown) => faults.push(fault);
  gateway = createGateway({ ...deps, ...personDeps(deps), urls, pseudonym: 'gatehouse-here', onFault });
  const oauth = createOAuth({
    ...deps,
    urls,
    registries: registriesOver(outbound),
    localUsers: noLocalUsers,
    attempts: new Attempts({ clock }),
    failedSignIns: world.deps.failedSignIns,
    onFault,
  });
  server = await listen(
    ingressOf({ calls: gateway.handle, endpoints: [oauth.handle, gateway.handleRetired] }, { urls, onFault }),
  );
  const registry = { title: 'People', displayName: 'People', url: upstream.url };
  await world.mutate('createUserRegistry', registry);
  await world.mutate('assignUserRegistry', { catalog: CATALOG, userRegistry: 'people' });
  await world.mutate('createOAuthProvider', { title: 'Native' });
  await world.mutate('assignOAuthProvider', { catalog: CATALOG, oauthProvider: 'native' });
  for (const api of ['customerdb:1.0.0', 'customerdb:2.0.0']) await world.api(api);
  await database.prisma.api.updateMany({ data: { targetUrl: upstream.url } });
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await feed.close();
  await upstream.close();
  await world.close();
});
afterEach(() => expect([...world.faults, ...faults], 'nothing of it was a fault').toEqual([]));

const call = ({ clientKey }: IssuedClient) =>
  fetch(`${server.url}/acme/sandbox/customerdb/customers`, { headers: { 'x-client-id': clientKey } });

/** What a call is answered, in short. */
async function told(client: IssuedClient): Promise<string> {
  const answer = await call(client);
  if (answer.status === 200) return '200';
  const { status, code, detail } = await problemOf(answer);
  return `${status} ${code}: ${detail}`;
}

const tokenFor = ({ clientKey, clientSecret }: IssuedClient) =>
  fetch(`${server.url}/acme/sandbox/native/oauth2/token`, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'password',
      client_id: clientKey,
      client_secret: clientSecret,
      username: 'alice',
      password: 'alice-password',
    }),
  });

/** What is committed is in the gateway's snapshot soon after. */
const soon = <T>(probe: () => Promise<T>) => expect.poll(probe);

/** The versions of the products that the gateway serves at a base path. */
const productsAt = (basePath: string) =>
  [...feed.current().catalogs.values()].flatMap(({ routes }) =>
    (routes.get(basePath) ?? []).map(({ product }) => product.version),
  );

const subscriptionOf = async ({ name }: IssuedClient) =>
  (await world.database.prisma.subscription.findFirstOrThrow({ where: { application: { name } } })).id;

describe('a subscription to a plan that asks for approval', () => {
  it('admits no call before it is approved, nor when it is rejected, and the caller is told why', async () => {
    await world.product('approved:1.0.0', {
      plans: [{ title: 'Asked For', approvalRequired: true }],
      publishTo: CATALOG,
    });
    const [first, second] = [
      await world.client('First', ['approved:1.0.0', 'asked-for']),
      await world.client('Second', ['approved:1.0.0', 'asked-for']),
    ];
    const [one, other] = [await subscriptionOf(first), await subscriptionOf(second)];
    const waits =
      '403 SUBSCRIPTION_MISSING: The subscription to approved:1.0.0 waits for the approval of its provider.';
    for (const each of [first, second]) await soon(() => told(each)).toBe(waits);

    await world.mutate('approveSubscription', { id: one }, '{ id }');
    await soon(() => told(first)).toBe('200');
    expect(await told(second)).toBe(waits);
    await world.mutate('rejectSubscription', { id: other, reason: 'Say what it is for.' }, '{ id }');
    await soon(() => told(second)).toBe(
      '403 SUBSCRIPTION_MISSING: The subscription to approved:1.0.0 was rejected by its provider: Say what it is for.',
    );
    await world.lifecycle('retireProduct', { product: 'approved:1.0.0' });
  });
});

it('an API of HTTP Basic asks the user registry that its catalog was assigned', async () => {
  const openapi = {
    openapi: '3.0.3',
    info: { title: 'Staff', version: '1.0.0' },
    paths: { '/': { get: { responses: { 200: { description: 'All.' } } } } },
  };
  const basic = { name: 'basic', type: 'HTTP_BASIC', userRegistry: 'people' };
  const security = { securityDefinitions: [basic], security: [{ definition: 'basic' }] };
  await world.mutate('createApi', { openapi, basePath: '/staff', targetUrl: upstream.url, ...security });
  await world.product('staff:1.0.0', { apis: ['staff:1.0.0'], publishTo: CATALOG });
  const { clientKey } = await world.client('Staff', ['staff:1.0.0', 'default-plan']);
  const status = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`alice:${password}`).toString('base64')}`;
    const headers = { 'x-client-id': clientKey, ...(password && { authorization }) };
    return (await fetch(`${server.url}/acme/sandbox/staff/`, { headers })).status;
  };
  await soon(() => status('alice-password')).toBe(200);
  expect(await status('')).toBe(401);
  await world.lifecycle('retireProduct', { product: 'staff:1.0.0' });
});

describe('an application that is suspended', () => {
  it('is refused by the gateway and the token endpoint within one second, and served when it is enabled again', async () => {
    await world.product('customer:0.9.0', { publishTo: CATALOG });
    const client = await world.client('Suspended', ['customer:0.9.0', 'default-plan']);
    const state = (to: 'SUSPENDED' | 'ENABLED', suspensionReason?: string) =>
      world.mutate('updateApplication', { ...address, name: client.name, state: to, suspensionReason });
    await soon(() => told(client)).toBe('200');
    expect((await tokenFor(client)).status).toBe(200);

    await state('SUSPENDED');
    await soon(() => told(client)).toBe(
      '403 APPLICATION_SUSPENDED: The application is suspended until the provider of the API enables it again.',
    );
    const refused = await tokenFor(client);
    expect([refused.status, await refused.json()]).toEqual([
      401,
      { error: 'invalid_client', error_description: 'The application is suspended.' },
    ]);

    await state('SUSPENDED', 'The invoice of "May", 5 €, is not paid.');
    await soon(() => told(client)).toBe(
      '403 APPLICATION_SUSPENDED: The application is suspended until the provider of the API enables it again: The invoice of "May", 5 €, is not paid.',
    );

    await state('ENABLED');
    await soon(() => told(client)).toBe('200');
    expect((await tokenFor(client)).status).toBe(200);
    await world.lifecycle('retireProduct', { product: 'customer:0.9.0' });
  });
});

describe('a product on its way out', () => {
  /** The status, and the headers that tell of an end. */
  async function saying(client: IssuedClient) {
    const { status, headers } = await call(client);
    return [status, ...['deprecation', 'sunset', 'link'].map((name) => headers.get(name))];
  }
  const ending = [
    `@${Date.parse('2027-01-01T00:00:00Z') / 1000}`,
    'Thu, 01 Jul 2027 00:00:00 GMT',
    `<${urls.gateway}/acme/sandbox/customerdb>; rel="successor-version"`,
  ];

  it('says nothing while it is published; superseded, when it ends and what comes; and serves its subscribers to the last', async () => {
    await world.product('customer:1.0.0', { publishTo: CATALOG });
    const holder = await world.client('Holder', ['customer:1.0.0', 'default-plan']);
    await world.product('customer:2.0.0', { apis: ['customerdb:2.0.0'] });
    await world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
    await soon(() => saying(holder)).toEqual([200, null, null, null]);

    // In every answer: since when, until when, and where the successor is.
    await world.lifecycle('supersedeProduct', {
      old: 'customer:1.0.0',
      new: 'customer:2.0.0',
      plans: [{ source: 'default-plan', target: 'default-plan' }],
      sunsetAt: '2027-07-01T00:00:00Z',
    });
    await soon(() => saying(holder)).toEqual([200, ...ending]);
    upstream.answer = (_, response) => response.writeHead(500).end();
    expect(await saying(holder)).toEqual([500, ...ending]);
    upstream.answer = (_, response) => response.end('{}');

    // After the sunset as long as somebody is subscribed.
    world.pass(Date.parse('2027-07-01T00:00:00Z') - world.deps.clock().getTime());
    expect(await retireSunset(world.deps)).toMatchObject({
      retired: [],
      overdue: [{ product: 'customer:1.0.0', subscriptions: 1 }],
    });
    expect(await saying(holder), 'after its sunset').toEqual([200, ...ending]);

    const id = await subscriptionOf(holder);
    await world.mutate('migrateSubscription', { id }, '{ id }');
    await soon(() => saying(holder)).toEqual([200, null, null, null]);
    expect((await retireSunset(world.deps)).retired).toEqual(['customer:1.0.0']);
    await soon(async () => productsAt('/customerdb')).toEqual(['2.0.0']);
    expect(await told(holder)).toBe('200');
  });
});

describe('a product that was retired', () => {
  /** Publishes an API and a product of one name and version, at a base path of their own. */
  async function publishedAt(product: string, { publishTo }: { publishTo?: string } = {}): Promise<void> {
    const [name = '', version = ''] = product.split(':');
    const info = { title: name, version };
    const openapi = {
      openapi: '3.0.3',
      info,
      paths: { '/': { get: { responses: { 200: { description: 'All' } } } } },
    };
    const basePath = `/${name}/v${version[0]}`;
    await world.mutate('createApi', { openapi, basePath, targetUrl: upstream.url });
    await world.product(product, { apis: [product], ...(publishTo && { publishTo }) });
    if (!publishTo) await world.lifecycle('stageProduct', { product });
  }
  async function refusedAt(path: string) {
    const answer = await fetch(`${server.url}/acme/sandbox${path}`);
    const { status, code, hint, successor } = await answer.json();
    return { status, code, hint, successor };
  }
  const succession = (from: string, to: string) => ({
    old: from,
    new: to,
    plans: [{ source: 'default-plan', target: 'default-plan' }],
  });
  const day = () => world.deps.clock().toISOString().slice(0, 10);
  const told = (from: string, to?: string) => ({
    status: 404,
    code: 'API_NOT_FOUND',
    successor: to,
    hint: `${from}, which served this path, was retired on ${day()}.${to === undefined ? '' : ` ${to} has taken its place: subscribe to it, and call it.`}`,
  });

  it('is told of with the one that replaced it, then with the one that came after, until it is published again', async () => {
    await publishedAt('orders:1.0.0', { publishTo: CATALOG });
    await publishedAt('orders:2.0.0');
    await publishedAt('orders:3.0.0');
    await world.lifecycle('replaceProduct', succession('orders:1.0.0', 'orders:2.0.0'));
    await soon(() => refusedAt('/orders/v1')).toEqual(told('orders:1.0.0', 'orders:2.0.0'));

    await world.lifecycle('supersedeProduct', succession('orders:2.0.0', 'orders:3.0.0'));
    await soon(() => refusedAt('/orders/v1')).toEqual(told('orders:1.0.0', 'orders:3.0.0'));
    await world.lifecycle('retireProduct', { product: 'orders:2.0.0' });
    await soon(() => refusedAt('/orders/v2')).toEqual(told('orders:2.0.0', 'orders:3.0.0'));
    expect(await refusedAt('/orders/v1')).toEqual(told('orders:1.0.0', 'orders:3.0.0'));

    await world.lifecycle('archiveProduct', { product: 'orders:2.0.0' });
    await world.lifecycle('retireProduct', { product: 'orders:3.0.0' });
    await soon(() => refusedAt('/orders/v3')).toEqual(told('orders:3.0.0'));
    expect(await refusedAt('/orders/v1'), 'none is left').toEqual(told('orders:1.0.0'));

    await world.lifecycle('stageProduct', { product: 'orders:1.0.0' });
    await soon(() => refusedAt('/orders/v1')).toEqual({
      status: 404,
      code: 'API_NOT_FOUND',
      hint: undefined,
      successor: undefined,
    });
    await world.lifecycle('publishProduct', { product: 'orders:1.0.0' });
    await soon(async () => (await refusedAt('/orders/v1')).code).toBe('CLIENT_ID_MISSING');
  });

  it('serves again when its retirement is undone, and nothing of it is left', async () => {
    await publishedAt('undone:1.0.0', { publishTo: CATALOG });
    const input = { catalog: CATALOG, product: 'undone:1.0.0' };
    const { undoToken } = await world.mutate<{ undoToken: string }>('retireProduct', input, '{ undoToken }');
    await soon(() => refusedAt('/undone/v1')).toEqual(told('undone:1.0.0'));
    await world.mutate('undoLifecycleChange', { token: undoToken }, '{ dryRun }');
    await soon(async () => (await refusedAt('/undone/v1')).code).toBe('CLIENT_ID_MISSING');
    const row = await world.database.prisma.catalogProduct.findFirstOrThrow({ where: { name: 'undone' } });
    expect([row.retiredAt, row.successorId]).toEqual([null, null]);
  });
});
