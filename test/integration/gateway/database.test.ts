import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { ownServers } from '../../../src/domain/addresses/own-servers.ts';
import { change } from '../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { Secrets } from '../../../src/infrastructure/secrets/secrets.ts';
import { emptyDatabase } from '../../support/database.ts';
import { until } from '../../support/eventually.ts';
import { ingressOf, type Listening, listen, personDeps } from '../../support/gateway.ts';
import { testLimits } from '../../support/test-limits.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/customerdb/v1/customers';
const now = new Date('2027-03-04T05:06:07Z');
let database: Database;
let feed: SnapshotFeed;
let gateway: Gateway;
let outbound: Outbound;
let upstream: Upstream;
let server: Listening;
let orgId: string;
const faults: unknown[] = [];
let ended = 0;

beforeEach(async () => {
  faults.length = 0;
  [database, upstream] = await Promise.all([emptyDatabase(), recordingUpstream()]);
  orgId = (await database.prisma.org.create({ data: { name: 'acme', title: 'Acme' } })).id;
  const secrets = new Secrets('the secret key of these tests, which is long');
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: 'http://gateway.test', clock: () => now });
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  gateway = createGateway({
    ...personDeps({ outbound, clock: () => now }),
    snapshots: feed,
    urls: { gateway: 'http://gateway.test' },
    limits: testLimits(),
    pseudonym: 'gatehouse-here',
    ownServers: ownServers([]),
    secrets,
    outbound,
    database,
    clock: () => now,
    onFault: (fault) => faults.push(fault),
  });
  const ingress = ingressOf({ calls: gateway.handle });
  server = await listen((request, response) => {
    ingress(request, response);
    response.once('close', () => {
      ended += 1;
    });
  });
});
afterEach(async () => {
  await server.close();
  await gateway.close();
  await feed.close();
  await Promise.all([outbound.close(), upstream.close()]);
  await database.close();
});

/** A call is counted at its end, which its caller may see first. */
async function call(key = 'demo-key'): Promise<number> {
  const before = ended;
  const answer = await fetch(server.url + PATH, { headers: { 'x-client-id': key } });
  await answer.text();
  await until(() => ended > before);
  return answer.status;
}

/** Changes the org as the management API does, and waits until the gateway has taken it over. */
async function changed(work: Parameters<typeof change<unknown>>[2]): Promise<void> {
  const before = feed.current();
  await change(database, { orgId, actor: 'token:test', action: 'test', subject: 'acme' }, work);
  while (feed.current() === before) await new Promise((resolve) => setTimeout(resolve, 5));
  await feed.settled();
}

const product = {
  name: 'customer',
  title: 'Customer',
  version: '1.0.0',
  state: 'PUBLISHED',
  visibility: 'PUBLIC',
  subscribability: 'AUTHENTICATED',
} as const;
const key = { name: 'client-key', type: 'API_KEY', keyLocation: 'HEADER', keyName: 'X-Client-Id' };

/** Publishes a product, to which an application is subscribed. */
async function publish(): Promise<void> {
  await changed(async (transaction) => {
    const catalog = { name: 'sandbox', title: 'Sandbox', org: { connect: { id: orgId } } };
    const plans = {
      create: { position: 0, name: 'bronze', title: 'Bronze', rateLimit: 4, rateLimitUnit: 'MINUTE' },
    } as const;
    const api = {
      position: 0,
      name: 'customerdb',
      title: 'customerdb',
      version: '1.0.0',
      kind: 'REST',
      online: true,
    } as const;
    const apis = {
      create: {
        ...api,
        basePath: '/customerdb/v1',
        targetUrl: upstream.url,
        securityDefinitions: [key],
        security: [{ definition: 'client-key', scopes: [] }],
      },
    };
    const published = await transaction.catalogProduct.create({
      data: { ...product, plans, apis, catalog: { create: catalog } },
      include: { plans: true },
    });
    const [plan] = published.plans;
    await transaction.application.create({
      data: {
        name: 'demo',
        title: 'Demo',
        consumerOrg: { create: { catalogId: published.catalogId, name: 'consumers', title: 'Consumers' } },
        credentials: { create: { title: 'Default', clientKey: 'demo-key', secretHash: 'x' } },
        subscriptions: { create: { catalogProductId: published.id, catalogPlanId: plan?.id ?? '' } },
      },
    });
  });
}

describe('a gateway over the database', () => {
  it('serves what is published as soon as the change is committed', async () => {
    expect(await call()).toBe(404);
    await publish();
    expect([await call(), await call('another-key')]).toEqual([200, 401]);
  });

  it('writes usage by subscription, hour and outcome, and the last use of the credential, adding to what was there', async () => {
    await publish();
    for (let time = 0; time < 2; time += 1) {
      expect(await call()).toBe(200);
      await gateway.flush();
    }
    const subscription = await database.prisma.subscription.findFirstOrThrow();
    const hours = await database.prisma.usageHour.findMany({
      where: { outcome: 'ANSWERED' },
      omit: { durations: true },
    });
    expect(hours).toMatchObject([{ hour: new Date('2027-03-04T05:00Z'), code: '', calls: 2 }]);
    expect(await database.prisma.usageSeries.findMany({ where: { id: hours[0]?.series ?? '' } })).toEqual([
      {
        id: hours[0]?.series,
        unknownSetDay: null,
        orgId,
        catalog: 'sandbox',
        consumerOrg: 'consumers',
        application: 'demo',
        subscriptionId: subscription.id,
        product: 'customer:1.0.0',
        plan: 'bronze',
        api: 'customerdb:1.0.0',
        operation: null,
        lastDay: new Date('2027-03-04T00:00Z'),
      },
    ]);
    const credential = await database.prisma.credential.findFirstOrThrow();
    expect(credential.lastUsedAt).toEqual(now);
    expect(faults).toEqual([]);
  });

  it('refuses a suspended application from then on', async () => {
    await publish();
    await changed((transaction) => transaction.application.updateMany({ data: { state: 'SUSPENDED' } }));
    expect(await call()).toBe(403);
    await changed((transaction) => transaction.application.updateMany({ data: { state: 'ENABLED' } }));
    expect(await call()).toBe(200);
  });

  it('goes on serving, and keeps counting, each call once, when the database has gone', async () => {
    await publish();
    expect(await call()).toBe(200);
    await gateway.flush();
    const query = database.query;
    const gone = async () => {
      throw new Error('gone');
    };
    Object.assign(database, { query: gone });
    expect(await call()).toBe(200);
    await gateway.flush();
    await gateway.flush();
    expect(faults).not.toHaveLength(0);
    Object.assign(database, { query });
    await gateway.flush();
    await gateway.flush();
    const answered = await database.prisma.usageHour.findMany({
      where: { outcome: 'ANSWERED' },
      omit: { durations: true },
    });
    expect(answered.map(({ calls }) => calls)).toEqual([2]);
  });
});
