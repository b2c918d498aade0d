import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { readClients } from '../../../src/data-plane/snapshot/read-clients.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { ownServers } from '../../../src/domain/addresses/own-servers.ts';
import { type OwnLimits, ownLimits } from '../../../src/domain/plan/own-limits.ts';
import { announce } from '../../../src/infrastructure/database/change.ts';
import type { Prisma } from '../../../src/infrastructure/database/generated/prisma/client.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { ingressOf, type Listening, listen, personDeps } from '../../support/gateway.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const SECOND = 1000;
const USAGE = `query ($id: ID!) { subscription(id: $id) {
  ownLimits { rateLimit until limits { name } } usage { limit remaining } } }`;

let portal: PortalWorld;
let carol: PortalClient;
let upstream: Upstream;
let outbound: Outbound;
let feed: SnapshotFeed;
let gateway: Gateway;
let server: Listening;
let id: string;
let key: string;
const faults: unknown[] = [];

beforeAll(async () => {
  [portal, upstream] = await Promise.all([openPortal(), recordingUpstream()]);
  upstream.answer = (_, response) => response.end('{}');
  carol = await portal.signIn('carol');
  const gold = { name: 'gold', title: 'Gold', rateLimit: 3 };
  await portal.product({
    plans: [gold, { ...gold, name: 'silver', title: 'Silver' }],
    api: { basePath: '/customerdb/v1', targetUrl: upstream.url, openapi: {} },
  });
  const { database, secrets, clock, limits, urls } = portal.deps;
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
  gateway = createGateway({
    ...personDeps({ outbound, clock }),
    snapshots: feed,
    urls: { gateway: 'http://gateway.test' },
    limits: limits as never,
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
let applications = 0;
beforeEach(async () => {
  applications += 1;
  const name = `app-${applications}`;
  const before = feed.current();
  const made = await carol.run<{ app: { clientKey: string }; subscribe: { id: string } }>(
    `mutation ($name: String!) { app: createApplication(title: $name) { clientKey }
      subscribe(application: $name, product: "customer:1.0.0", plan: "gold") { id } }`,
    { name },
  );
  key = made.app.clientKey;
  id = made.subscribe.id;
  await expect.poll(() => feed.current() !== before).toBe(true);
  await feed.settled();
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await feed.close();
  await Promise.all([outbound.close(), upstream.close()]);
  await portal.close();
});
afterEach(() => expect([...faults, ...portal.faults], 'no refusal was a fault').toEqual([]));

async function call() {
  const answer = await fetch(`${server.url}/acme/sandbox/customerdb/v1/x`, {
    headers: { 'x-client-id': key },
  });
  const { code } = (await answer.json()) as { code?: string };
  return { status: answer.status, code, left: answer.headers.get('ratelimit')?.replace(/;t=.*/, '') };
}
/** Sets own limits that end in so many seconds, and waits until the gateway has them. */
async function set(draft: Parameters<typeof ownLimits>[0], seconds: number | null) {
  const now = portal.deps.clock();
  const until = seconds === null ? null : new Date(now.getTime() + seconds * SECOND);
  const own: OwnLimits = ownLimits(draft, {
    plan: 'gold',
    until,
    reason: 'Secret deal',
    now,
    path: ['input'],
  });
  await update({ ownLimits: toStore(own) });
}
/** Updates the subscription, and waits until the gateway has it. */
async function update(data: Prisma.SubscriptionUncheckedUpdateInput) {
  const before = feed.current();
  await portal.database.prisma.subscription.update({ where: { id }, data });
  await announce(portal.database, portal.orgId);
  await expect.poll(() => feed.current() !== before).toBe(true);
  await feed.settled();
}

describe('own limits of a subscription', () => {
  it('hold in place of those of the plan until their end, and each window keeps its count', async () => {
    expect([await call(), await call(), await call(), await call()]).toEqual([
      { status: 200, code: undefined, left: '"gold";r=2' },
      { status: 200, code: undefined, left: '"gold";r=1' },
      { status: 200, code: undefined, left: '"gold";r=0' },
      { status: 429, code: 'RATE_LIMIT_EXCEEDED', left: '"gold";r=0' },
    ]);
    await set({ rateLimit: 5, limits: [{ name: 'burst', limit: 4, per: 'MINUTE' }] }, 60);
    expect(await call()).toEqual({ status: 200, code: undefined, left: '"gold";r=1' });
    expect(await carol.run(USAGE, { id })).toEqual({
      subscription: {
        ownLimits: {
          rateLimit: 5,
          until: new Date(portal.deps.clock().getTime() + 60 * SECOND).toISOString(),
          limits: [{ name: 'burst' }],
        },
        usage: { limit: 5, remaining: 1 },
      },
    });

    const held = feed.current();
    portal.pass(60 * SECOND);
    expect(await call()).toEqual({ status: 429, code: 'RATE_LIMIT_EXCEEDED', left: '"gold";r=0' });
    expect(feed.current(), 'nothing was published').toBe(held);
    expect(await carol.run(USAGE, { id })).toMatchObject({
      subscription: { ownLimits: null, usage: { limit: 3 } },
    });
  });

  it('have no end where none is given, and allow everything where they limit nothing', async () => {
    await set({}, null);
    expect(await call()).toEqual({ status: 200, code: undefined, left: undefined });
    expect(await carol.run(USAGE, { id })).toEqual({
      subscription: {
        ownLimits: { rateLimit: null, until: null, limits: [] },
        usage: { limit: null, remaining: null },
      },
    });
  });

  it('rest under a plan of another name', async () => {
    await set({}, null);
    const silver = await portal.database.prisma.catalogPlan.findFirstOrThrow({ where: { name: 'silver' } });
    await update({ catalogPlanId: silver.id });
    expect(await call()).toEqual({ status: 200, code: undefined, left: '"silver";r=2' });
    expect(await carol.run(USAGE, { id })).toMatchObject({ subscription: { ownLimits: null } });
  });

  it('are never told with their reason', async () => {
    await set({ rateLimit: 7 }, null);
    const packed: unknown[] = [];
    for await (const clients of readClients(portal.database.prisma, [key])) packed.push(clients);
    expect(`${packed}`).toContain('"rateLimit": 7');
    expect(`${packed}`).not.toContain('Secret deal');
    expect(
      await carol.refused('query ($id: ID!) { subscription(id: $id) { ownLimits { reason } } }', { id }),
    ).toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
  });
});
