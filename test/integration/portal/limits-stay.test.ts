import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { ownServers } from '../../../src/domain/addresses/own-servers.ts';
import type { RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { ingressOf, type Listening, listen, personDeps } from '../../support/gateway.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { serverUrl } from '../../support/servers.ts';
import { testLimits } from '../../support/test-limits.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const redisUrl = await serverUrl('Redis server');
const stores = [
  { name: 'in memory', url: undefined },
  ...(redisUrl ? [{ name: 'in Redis', url: redisUrl }] : []),
];

let portal: PortalWorld;
let upstream: Upstream;
/** Holds its answers for as long as a test wants. */
let slow: Upstream;
let outbound: Outbound;
let feed: SnapshotFeed;
let carol: PortalClient;
const faults: unknown[] = [];

beforeAll(async () => {
  [portal, upstream, slow] = await Promise.all([openPortal(), recordingUpstream(), recordingUpstream()]);
  carol = await portal.signIn('carol');
  const bronze = { name: 'bronze', title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' as const };
  const metered = { name: 'metered', title: 'Metered', rateLimit: null, graphQLCostLimit: 4 };
  const api = { basePath: '/customerdb/v1', targetUrl: upstream.url, openapi: {} };
  const successor = await portal.product({ version: '2.0.0', plans: [bronze], api });
  await portal.product({
    plans: [bronze, { ...bronze, name: 'silver', title: 'Silver' }],
    api,
    migrationTargetId: successor.id,
    migrationPlans: [{ source: 'bronze', target: 'bronze' }],
  });
  const single = { name: 'one-at-a-time', title: 'One at a time', rateLimit: null, maxConcurrentCalls: 1 };
  await portal.product({
    name: 'slow',
    plans: [single],
    api: { name: 'slow', basePath: '/slow', targetUrl: slow.url, openapi: {} },
  });
  const sdl = 'type User { name: String } type Query { me: User }';
  await portal.product({
    name: 'users',
    plans: [metered],
    api: { name: 'users', kind: 'GRAPHQL', basePath: '/users', graphqlUrl: upstream.url, sdl },
  });
  upstream.answer = (_, response) =>
    response
      .writeHead(200, { 'content-type': 'application/json' })
      .end(JSON.stringify({ data: { me: { name: 'Ada' } } }));
  const { database, secrets, clock, urls } = portal.deps;
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
});
afterAll(async () => {
  await feed.close();
  await Promise.all([outbound.close(), upstream.close(), slow.close()]);
  await portal.close();
});
afterEach(() => expect([...faults, ...portal.faults], 'no refusal was a fault').toEqual([]));

/** Does it, and waits until the gateway has taken it over. */
async function changed<T>(document: string, variables: object): Promise<T> {
  const before = feed.current();
  const done = await carol.run<T>(document, { ...variables });
  await expect.poll(() => feed.current() !== before).toBe(true);
  await feed.settled();
  return done;
}
let applications = 0;
async function application(): Promise<{ name: string; key: string }> {
  applications += 1;
  const name = `app-${applications}`;
  const { createApplication } = await changed<{ createApplication: { clientKey: string } }>(
    'mutation ($name: String!) { createApplication(title: $name) { clientKey } }',
    { name },
  );
  return { name, key: createApplication.clientKey };
}
const subscribe = async (name: string, product: string, plan: string) =>
  (
    await changed<{ subscribe: { id: string } }>(
      `mutation ($name: String!, $product: VersionedName!, $plan: String!) {
        subscribe(application: $name, product: $product, plan: $plan) { id } }`,
      { name, product, plan },
    )
  ).subscribe.id;
const unsubscribe = (id: string) => changed('mutation ($id: ID!) { unsubscribe(id: $id) }', { id });

describe.each(stores)('limits $name', ({ url }) => {
  let limits: RateLimits;
  let gateway: Gateway;
  let server: Listening;
  beforeEach(async () => {
    const { database, secrets, clock } = portal.deps;
    limits = testLimits({ redisUrl: url });
    gateway = createGateway({
      ...personDeps({ outbound, clock }),
      snapshots: feed,
      urls: { gateway: 'http://gateway.test' },
      limits,
      outbound,
      database,
      clock,
      ownServers: ownServers([]),
      secrets,
      pseudonym: 'gatehouse-here',
      onFault: (fault: unknown) => faults.push(fault),
    });
    server = await listen(ingressOf({ calls: gateway.handle }));
  });
  afterEach(async () => {
    await server.close();
    await gateway.close();
    await limits.close();
  });

  async function call(key: string) {
    const answer = await fetch(`${server.url}/acme/sandbox/customerdb/v1/x`, {
      headers: { 'x-client-id': key },
    });
    const { code, detail } = (await answer.json()) as { code?: string; detail?: string };
    return { status: answer.status, code, detail };
  }
  const callSlow = (key: string) =>
    fetch(`${server.url}/acme/sandbox/slow/x`, { headers: { 'x-client-id': key } });
  async function ask(key: string) {
    const answer = await fetch(`${server.url}/acme/sandbox/users/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-client-id': key },
      body: '{"query":"{ me { name } }"}',
    });
    const { errors } = (await answer.json()) as {
      errors?: { message: string; extensions: { code: string } }[];
    };
    return { status: answer.status, code: errors?.[0]?.extensions.code, detail: errors?.[0]?.message };
  }
  const answered = { status: 200, code: undefined, detail: undefined };
  const refused = {
    status: 429,
    code: 'RATE_LIMIT_EXCEEDED',
    detail: expect.stringMatching(/^Bronze allows 2 calls in 60 seconds: try again in \d+ seconds?\.$/),
  };

  it('of calls are not gone round by ending a subscription and making it again', async () => {
    const { name, key } = await application();
    for (let round = 0; round < 3; round += 1) {
      const id = await subscribe(name, 'customer:1.0.0', 'bronze');
      if (round === 0) expect([await call(key), await call(key)]).toEqual([answered, answered]);
      expect(await call(key), `round ${round}`).toEqual(refused);
      await unsubscribe(id);
    }
  });

  it('of what GraphQL documents cost are not gone round likewise', async () => {
    const { name, key } = await application();
    for (let round = 0; round < 3; round += 1) {
      const id = await subscribe(name, 'users:1.0.0', 'metered');
      if (round === 0) expect([await ask(key), await ask(key)]).toEqual([answered, answered]);
      expect(await ask(key), `round ${round}`).toEqual({
        status: 429,
        code: 'GRAPHQL_COST_LIMIT_EXCEEDED',
        detail: expect.stringMatching(/^The document costs 2, and of the 4 that Metered allows/),
      });
      await unsubscribe(id);
    }
  });

  it('are of the plan: another plan of the product is a limit of its own, and the first one waits as it was', async () => {
    const { name, key } = await application();
    const admitted = async () => {
      let calls = 0;
      while ((await call(key)).status === 200) calls += 1;
      return calls;
    };
    const counts: number[] = [];
    for (const plan of ['bronze', 'silver', 'bronze', 'silver']) {
      const id = await subscribe(name, 'customer:1.0.0', plan);
      counts.push(await admitted());
      await unsubscribe(id);
    }
    expect(counts).toEqual([2, 2, 0, 0]);
  });

  it('of calls at the same time are not gone round by ending a subscription and making it again', async () => {
    const { name, key } = await application();
    const id = await subscribe(name, 'slow:1.0.0', 'one-at-a-time');
    const held: { end(): void }[] = [];
    slow.answer = (_, response) => void held.push(response);
    const first = callSlow(key);
    await expect.poll(() => held.length).toBe(1);
    await unsubscribe(id);
    await subscribe(name, 'slow:1.0.0', 'one-at-a-time');
    const second = await callSlow(key);
    expect([second.status, ((await second.json()) as { code: string }).code]).toEqual([
      429,
      'CONCURRENCY_EXCEEDED',
    ]);
    held[0]?.end();
    expect((await first).status).toBe(200);
    slow.answer = (_, response) => void response.end();
    await expect.poll(async () => (await callSlow(key)).status).toBe(200);
  });

  it('of each version are found as they were by whoever migrates and goes back, over and over', async () => {
    const { name, key } = await application();
    const id = await subscribe(name, 'customer:1.0.0', 'bronze');
    let calls = 0;
    for (let round = 0; round < 6; round += 1) {
      while ((await call(key)).status === 200) calls += 1;
      const step = round % 2 === 0 ? 'migrateSubscription' : 'undoMigration';
      await changed(`mutation ($id: ID!) { ${step}(id: $id) { id } }`, { id });
    }
    expect(calls, 'two under the plan of each version').toBe(4);
    expect(await call(key)).toEqual(refused);
  });

  it('are of the application: another one of the same consumer org has its own', async () => {
    const [one, other] = [await application(), await application()];
    for (const { name } of [one, other]) await subscribe(name, 'customer:1.0.0', 'bronze');
    for (let each = 0; each < 2; each += 1) expect(await call(one.key)).toEqual(answered);
    expect(await call(one.key)).toEqual(refused);
    expect(await call(other.key)).toEqual(answered);
  });
});
