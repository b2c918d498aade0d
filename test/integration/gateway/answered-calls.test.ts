import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { AnsweredCalls } from '../../../src/data-plane/recorded/answered-calls.ts';
import { answeredCallsKept } from '../../../src/domain/call/answered-call.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import { emptyDatabase } from '../../support/database.ts';
import { openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const [ONE, OTHER] = [randomUUID(), randomUUID()];
let database: Database;
let upstream: Upstream;
let now: Date;

beforeAll(async () => {
  [database, upstream] = await Promise.all([emptyDatabase(), recordingUpstream()]);
});
afterAll(() => Promise.all([database.close(), upstream.close()]));
beforeEach(async () => {
  await database.prisma.answeredCall.deleteMany();
  now = new Date('2027-03-04T05:06:07Z');
});

const opened = () => new AnsweredCalls({ database, clock: () => now });
const rows = () => database.prisma.answeredCall.findMany({ orderBy: [{ at: 'asc' }, { id: 'asc' }] });

/** Offers calls of a catalog that took so long; each path tells which call it is. */
function offer(calls: AnsweredCalls, catalogId: string, ...durations: number[]): void {
  for (const [index, durationMs] of durations.entries())
    calls.offer(catalogId, durationMs, (at) => ({
      at: at.toISOString(),
      requestId: randomUUID(),
      catalogId,
      applicationId: null,
      subscriptionId: null,
      planId: null,
      method: 'GET',
      path: `/${index}`,
      api: 'customerdb:1.0.0',
      operation: 'GET /customers',
      status: 200,
      durationMs,
    }));
}

describe('the sample of answered calls', () => {
  it('has the first few of each catalog and write, and the slowest of all', async () => {
    const calls = opened();
    offer(calls, ONE, ...Array.from({ length: 1_000 }, (_, at) => (at === 700 ? 90 : at === 800 ? 80 : 5)));
    offer(calls, OTHER, 3);
    await calls.write();
    const kept = await rows();
    const ofOne = kept.filter(({ catalogId }) => catalogId === ONE);
    expect(ofOne).toHaveLength(answeredCallsKept.perCatalogAndSecond);
    expect(ofOne.filter(({ durationMs }) => durationMs > 5)).toMatchObject([
      { path: '/700', durationMs: 90 },
    ]);
    expect(kept.filter(({ catalogId }) => catalogId === OTHER)).toMatchObject([{ path: '/0' }]);
  });

  it('leaves each catalog a call, however many are busy', async () => {
    const calls = opened();
    const catalogs = Array.from({ length: 600 }, () => randomUUID());
    for (const catalogId of catalogs) offer(calls, catalogId, 1, 1, 1);
    await calls.write();
    const kept = await rows();
    expect(new Set(kept.map(({ catalogId }) => catalogId)).size).toBe(600);
    expect(kept.length).toBeLessThanOrEqual(600 + 500);
  });

  it('keeps the newest of a catalog, and none that is over, also where the database believes the table empty', async () => {
    const calls = opened();
    for (let count = 0; count < 600; count += 1) offer(calls, randomUUID(), 1);
    await calls.write();
    await database.prisma.answeredCall.deleteMany();
    // As autovacuum does after a quiet night. A plan made of it once took minutes.
    await database.query('ANALYZE "AnsweredCall"');
    const writes = answeredCallsKept.perCatalog / answeredCallsKept.perCatalogAndSecond + 2;
    for (let at = 0; at < writes; at += 1) {
      now = new Date(now.getTime() + 1_000);
      offer(calls, ONE, ...Array.from({ length: 20 }, () => 1));
      await calls.write();
    }
    const kept = await rows();
    expect(kept).toHaveLength(answeredCallsKept.perCatalog);
    expect(kept.at(-1)?.at).toEqual(now);
    now = new Date(now.getTime() + answeredCallsKept.milliseconds);
    await calls.write();
    expect(await rows()).toEqual([]);
  });
});

it('a gateway keeps a call that the back-end answered: who called what, and no query, header or body', async () => {
  const made = client({ key: 'free', plans: { 'customer-1': {} } });
  const ids = { application: randomUUID(), subscription: randomUUID(), plan: randomUUID() };
  const subscriptions = [...made.subscriptions].map(
    ([product, each]) =>
      [product, { ...each, id: ids.subscription, plan: { ...each.plan, id: ids.plan } }] as const,
  );
  const known = {
    ...made,
    application: { ...made.application, id: ids.application },
    subscriptions: new Map(subscriptions),
  };
  const openapi = { paths: { '/customers/{id}': { get: {} } } };
  const apis = [api({ basePath: '/keyed', upstreamUrl: upstream.url, openapi })];
  const world = await openGateway(snapshot({ ...catalog({ apis, clients: [known] }), id: ONE }), {
    clock: () => now,
    query: async (sql, values) =>
      sql.includes('Call"') ? ((await database.query(sql, values)) as never[]) : [],
  });
  const headers = { 'x-client-id': 'free', 'x-any': 'canary' };
  const answer = await world.call('/acme/sandbox/keyed/customers/7?password=canary', { headers });
  await answer.arrayBuffer();
  await world.call('/acme/sandbox/keyed/customers/7');
  await world.close();
  const kept = await rows();
  expect(kept).toMatchObject([
    {
      requestId: answer.headers.get('x-request-id'),
      at: now,
      catalogId: ONE,
      applicationId: ids.application,
      subscriptionId: ids.subscription,
      planId: ids.plan,
      method: 'GET',
      path: '/acme/sandbox/keyed/customers/7',
      api: 'customerdb:1.0.0',
      operation: 'GET /customers/{id}',
      status: 200,
    },
  ]);
  expect(JSON.stringify(kept.map(({ id: _, ...call }) => call))).not.toContain('canary');
  expect(await database.prisma.refusedCall.findMany()).toMatchObject([{ code: 'CLIENT_ID_MISSING' }]);
});
