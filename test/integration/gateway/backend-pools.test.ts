import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { HealthChecks } from '../../../src/data-plane/target-health/health-checks.ts';
import { change } from '../../../src/infrastructure/database/change.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { until } from '../../support/eventually.ts';
import { ingressOf, type Listening, listen, personDeps } from '../../support/gateway.ts';
import { urls } from '../../support/management.ts';
import { document } from '../../support/manifest.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

/** Management, snapshot, gateway and health checks over one database: an API whose back-end has several targets. */
let world: CatalogWorld;
let feed: SnapshotFeed;
let gateway: Gateway;
let server: Listening;
let upstreams: Upstream[] = [];
const checks: HealthChecks[] = [];
const faults: unknown[] = [];
const PRODUCT = 'customer:1.0.0';
const answers = { responses: { 200: { description: 'All.' } } };

beforeAll(async () => {
  world = await openCatalog();
  const { database, secrets, outbound, ownServers, limits, clock } = world.deps;
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
  const onFault = (fault: unknown) => faults.push(fault);
  const deps = { snapshots: feed, database, secrets, outbound, ownServers, limits, clock };
  gateway = createGateway({ ...deps, ...personDeps(deps), urls, pseudonym: 'gatehouse-here', onFault });
  server = await listen(ingressOf({ calls: gateway.handle }, { urls, onFault }));
  await world.mutate('createBackend', { name: 'customers' });
  const paths = { '/customers': { get: answers, post: answers } };
  const api = {
    openapi: { ...document(), paths },
    basePath: '/customerdb',
    backend: 'customers',
    security: [],
  };
  await world.mutate('createApi', { ...api, name: 'customerdb' });
  await world.product(PRODUCT);
  await world.mutate('publishProduct', { catalog: CATALOG, product: PRODUCT }, '{ warnings { code } }');
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await feed.close();
  await world.close();
});
afterEach(async () => {
  for (const each of checks.splice(0)) await each.close();
  await Promise.all(upstreams.splice(0).map((upstream) => upstream.close()));
  const request = { orgId: world.orgId, actor: 'token:test', action: 'test', subject: 'acme' };
  await followed(() =>
    change(world.database, request, (transaction) => transaction.catalogBackend.deleteMany()),
  );
  faults.length = 0;
  // Past whatever a test before has ejected.
  world.pass(3_600_000);
});

const call = (init: RequestInit = {}) => fetch(`${server.url}/acme/${CATALOG}/customerdb/customers`, init);

/** Does something and waits until the gateway has taken it over. */
async function followed(action: () => Promise<unknown>): Promise<void> {
  const before = feed.current();
  await action();
  await until(() => feed.current() !== before);
  await feed.settled();
}
const set = (settings: object) =>
  followed(() =>
    world.mutate('setBackend', { catalog: CATALOG, backend: 'customers', ...settings }, '{ apis }'),
  );

async function open(): Promise<Upstream> {
  const upstream = await recordingUpstream();
  upstreams.push(upstream);
  return upstream;
}
const targets = (...all: Upstream[]) => all.map(({ url }) => ({ url }));
const calledOf = ({ seen }: Upstream) => seen.filter(({ url }) => url === '/customers').length;

/** Calls from several callers until it is told to stop; resolves to the statuses. */
function load(): { stop(): Promise<number[]>; readonly statuses: number[] } {
  const statuses: number[] = [];
  let goesOn = true;
  const caller = async () => {
    while (goesOn) statuses.push((await call()).status);
  };
  const callers = [caller(), caller(), caller(), caller()];
  return {
    statuses,
    async stop() {
      goesOn = false;
      await Promise.all(callers);
      return statuses;
    },
  };
}

describe('under load', () => {
  it('one of two targets is killed, and no call is refused', async () => {
    const [one, other] = [await open(), await open()];
    await set({ targets: targets(one, other) });
    const { statuses, stop } = load();
    await until(() => statuses.length > 50);
    await one.close();
    upstreams = [other];
    const before = statuses.length;
    await until(() => statuses.length > before + 200);
    await stop();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect([calledOf(one) > 0, calledOf(other) > 200]).toEqual([true, true]);
  });

  it('a new version goes from weight 0 to 100, and no call is lost', async () => {
    const [old, fresh] = [await open(), await open()];
    const weights = (ofOld: number, ofFresh: number) =>
      set({
        targets: [
          { url: old.url, weight: ofOld },
          { url: fresh.url, weight: ofFresh },
        ],
      });
    await weights(100, 0);
    const { stop } = load();
    for (const share of [10, 50, 90, 100]) {
      await weights(100 - share, share);
      const before = calledOf(fresh);
      await until(() => calledOf(fresh) > before + 5);
    }
    old.seen.length = 0;
    const statuses = await stop();
    await call();
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(calledOf(old)).toBe(0);
  });
});

describe('a target that fails while another answers', () => {
  it('is ejected, and comes back little by little', async () => {
    const [failing, well] = [await open(), await open()];
    failing.answer = (_, response) => response.writeHead(500).end();
    await set({ targets: targets(failing, well), slowStartSeconds: 60 });
    world.pass(60_000);
    for (let n = 0; n < 24; n += 1) await call();
    expect(gateway.metrics().targetsEjected).toBe(1);
    const before = calledOf(failing);
    for (let n = 0; n < 10; n += 1) expect((await call()).status).toBe(200);
    expect(calledOf(failing)).toBe(before);
    failing.answer = (_, response) => response.end('{}');
    world.pass(36_000);
    // A tenth of its weight, in turns that begin where they stood.
    for (let n = 0; n < 33; n += 1) await call();
    expect([1, 2, 3]).toContain(calledOf(failing) - before);
    expect(gateway.metrics().targetsEjected).toBe(0);
  });

  it('is tried once more on another one where the call allows it, and never where it does not', async () => {
    const [dead, well] = [await open(), await open()];
    await set({ targets: targets(dead, well) });
    await dead.close();
    upstreams = [well];
    const posted = await Promise.all(
      [1, 2].map(async () => (await call({ method: 'POST', body: '{}' })).status),
    );
    expect(posted.sort()).toEqual([200, 502]);
    const got = await Promise.all([1, 2, 3, 4].map(async () => (await call()).status));
    expect(got).toEqual([200, 200, 200, 200]);
  });
});

describe('calls that stick', () => {
  it('by a header go to one target each, and elsewhere when that is drained', async () => {
    const all = [await open(), await open(), await open()];
    await set({ targets: targets(...all), sticky: { by: 'HEADER', header: 'X-Session' } });
    const targetOf = async (session: string) => {
      for (const each of all) each.seen.length = 0;
      for (let n = 0; n < 3; n += 1) await call({ headers: { 'x-session': session } });
      return all.flatMap((each, index) => (each.seen.length > 0 ? [index] : []));
    };
    const sessions = Array.from({ length: 12 }, (_, index) => `session-${index}`);
    const first = new Map<string, number>();
    for (const session of sessions) {
      const found = await targetOf(session);
      expect(found).toHaveLength(1);
      first.set(session, found[0] as number);
    }
    expect(new Set(first.values()).size).toBeGreaterThan(1);
    const drained = first.get('session-0') as number;
    await set({ targets: all.map(({ url }, index) => ({ url, drained: index === drained })) });
    for (const session of sessions) {
      const [now] = await targetOf(session);
      if (first.get(session) === drained) expect(now).not.toBe(drained);
      else expect(now).toBe(first.get(session));
    }
  });

  it('by their client go to one target, and calls without the header are spread', async () => {
    const all = [await open(), await open()];
    await set({ targets: targets(...all), sticky: { by: 'CLIENT' } });
    for (let n = 0; n < 6; n += 1) await call();
    expect(all.map(calledOf).sort()).toEqual([0, 6]);
    await set({ sticky: { by: 'HEADER', header: 'x-session' } });
    for (let n = 0; n < 6; n += 1) await call();
    expect(all.map(calledOf).sort()).toEqual([3, 9]);
  });
});

describe('health checks', () => {
  const healthCheck = { path: '/healthz?deep=1', intervalSeconds: 5, healthyAfter: 1, unhealthyAfter: 2 };
  const HEALTH = `{ catalog(org: "acme", name: "${CATALOG}") { backends { targets { health { state fault } } } } }`;
  const health = async () => {
    type Found = { catalog: { backends: { targets: { health: unknown }[] }[] } };
    const { catalog } = await world.query<Found>(HEALTH);
    return catalog.backends[0]?.targets.map((target) => target.health);
  };
  function checker(): HealthChecks {
    const { database, outbound, clock } = world.deps;
    const made = new HealthChecks({
      snapshots: feed,
      database,
      outbound,
      clock,
      onFault: (fault) => faults.push(fault),
    });
    checks.push(made);
    return made;
  }
  /** One round of checks, whose results the gateway has taken over. */
  async function round(by: HealthChecks): Promise<void> {
    world.pass(6_000);
    await by.begin();
    await by.settled();
    await feed.settled();
  }
  const healthy = { state: 'HEALTHY', fault: null };

  it('take a target out that fails them, tell of it, and bring it back', async () => {
    const [failing, well] = [await open(), await open()];
    await set({ targets: targets(failing, well), healthCheck });
    expect(await health()).toEqual([
      { state: 'UNKNOWN', fault: null },
      { state: 'UNKNOWN', fault: null },
    ]);
    const by = checker();
    await round(by);
    expect(await health()).toEqual([healthy, healthy]);
    expect(failing.seen.map(({ url, headers }) => [url, headers['user-agent']])).toEqual([
      ['/healthz?deep=1', 'gatehouse-health-check'],
    ]);
    failing.answer = (_, response) => response.writeHead(503).end();
    await round(by);
    await round(by);
    const unhealthy = { state: 'UNHEALTHY', fault: 'It answers with status 503.' };
    expect(await health()).toEqual([unhealthy, healthy]);
    await until(() => gateway.metrics().targetsUnhealthy === 1);
    for (let n = 0; n < 4; n += 1) expect((await call()).status).toBe(200);
    expect(calledOf(failing)).toBe(0);
    failing.answer = (_, response) => response.end('{}');
    await round(by);
    await until(() => gateway.metrics().targetsUnhealthy === 0);
    await call();
    await call();
    expect(calledOf(failing)).toBe(1);
    const events = await world.database.prisma.event.findMany({
      where: { type: 'BACKEND_HEALTH', detail: { path: ['target'], equals: failing.url } },
      orderBy: { id: 'asc' },
      select: { subject: true, detail: true },
    });
    const of = (detail: object) => ({ subject: 'customers', detail: { target: failing.url, ...detail } });
    expect(events).toEqual([
      of({ from: 'HEALTHY', to: 'UNHEALTHY', fault: unhealthy.fault }),
      of({ from: 'UNHEALTHY', to: 'HEALTHY', fault: null }),
    ]);
    expect(faults).toEqual([]);
  });

  it('are made by one gateway of several, and by another one when it has ended', async () => {
    const upstream = await open();
    await set({ targets: targets(upstream), healthCheck });
    const [first, second] = [checker(), checker()];
    await round(first);
    await round(second);
    expect(upstream.seen).toHaveLength(1);
    await first.close();
    const third = checker();
    await round(third);
    expect(upstream.seen).toHaveLength(2);
  });

  it('that all targets fail leave the calls to all: they say where they fail', async () => {
    const [one, other] = [await open(), await open()];
    for (const each of [one, other])
      each.answer = ({ url }, response) => response.writeHead(url === '/customers' ? 200 : 404).end();
    await set({ targets: targets(one, other), healthCheck: { ...healthCheck, unhealthyAfter: 1 } });
    const by = checker();
    await round(by);
    await until(() => gateway.metrics().targetsUnhealthy === 2);
    for (let n = 0; n < 4; n += 1) expect((await call()).status).toBe(200);
    expect([calledOf(one), calledOf(other)]).toEqual([2, 2]);
  });

  it('end with their setting, and with them what they have found', async () => {
    const [one, other] = [await open(), await open()];
    one.answer = ({ url }, response) => response.writeHead(url === '/customers' ? 200 : 500).end();
    await set({ targets: targets(one, other), healthCheck: { ...healthCheck, unhealthyAfter: 1 } });
    await round(checker());
    await until(() => gateway.metrics().targetsUnhealthy === 1);
    await set({ healthCheck: null });
    expect(await health()).toEqual([null, null]);
    await call();
    await call();
    expect(calledOf(one)).toBe(1);
  });
});
