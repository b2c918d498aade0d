import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createGateway, type Gateway } from '../../../src/data-plane/gateway/gateway.ts';
import { openSnapshotFeed, type SnapshotFeed } from '../../../src/data-plane/snapshot/snapshot-feed.ts';
import { ownServers } from '../../../src/domain/addresses/own-servers.ts';
import { remedies } from '../../../src/domain/call/remedies.ts';
import type { Prisma } from '../../../src/infrastructure/database/generated/prisma/client.ts';
import { Outbound } from '../../../src/infrastructure/outbound/outbound.ts';
import { ingressOf, type Listening, listen, personDeps } from '../../support/gateway.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

/** The portal and a gateway over one database: what the gateway refuses is what consumers ask about. */
const PATH = '/acme/sandbox/customerdb/v1/customers';
let portal: PortalWorld;
let upstream: Upstream;
let outbound: Outbound;
let feed: SnapshotFeed;
let gateway: Gateway;
let server: Listening;
let carol: PortalClient;
let erin: PortalClient;
let dave: PortalClient;
let clientKey: string;
const faults: unknown[] = [];

beforeAll(async () => {
  [portal, upstream] = await Promise.all([openPortal(), recordingUpstream()]);
  [carol, erin, dave] = [
    await portal.signIn('carol'),
    await portal.signIn('erin'),
    await portal.signIn('dave'),
  ];
  await portal.product({
    plans: [{ name: 'bronze', title: 'Bronze', rateLimit: 1, rateLimitUnit: 'MINUTE' }],
    api: { basePath: '/customerdb/v1', targetUrl: upstream.url, openapi: {} },
  });
  const created = await carol.run<{ createApplication: { clientKey: string } }>(
    'mutation { createApplication(title: "App") { clientKey } }',
  );
  clientKey = created.createApplication.clientKey;
  await carol.run(
    'mutation { subscribe(application: "app", product: "customer:1.0.0", plan: "bronze") { id } }',
  );
  const { database, secrets, limits, clock, urls } = portal.deps;
  outbound = new Outbound({ allowlist: ['127.0.0.0/8'] });
  feed = await openSnapshotFeed({ database, secrets, gatewayUrl: urls.gateway, clock });
  const onFault = (fault: unknown) => faults.push(fault);
  gateway = createGateway({
    ...personDeps({ outbound, clock }),
    snapshots: feed,
    urls,
    limits,
    pseudonym: 'gatehouse-here',
    ownServers: ownServers([]),
    secrets,
    outbound,
    database,
    clock,
    onFault,
  });
  server = await listen(ingressOf({ calls: gateway.handle }));
  expect((await call()).status, 'the one call of the minute').toBe(200);
});
afterAll(async () => {
  await server.close();
  await gateway.close();
  await feed.close();
  await Promise.all([outbound.close(), upstream.close()]);
  await portal.close();
});
afterEach(() => expect([...portal.faults, ...faults], 'nothing of it was a fault').toEqual([]));

/** Calls; gives the status, and the id by which the call can be asked about. */
async function call(headers: Record<string, string> = { 'x-client-id': clientKey }) {
  const answer = await fetch(`${server.url}${PATH}?secret=1`, { headers });
  await answer.text();
  await gateway.flush();
  return { status: answer.status, requestId: answer.headers.get('x-request-id') ?? '' };
}

const WHY = `query ($requestId: String!) { why(requestId: $requestId) {
  requestId at method path api application { name } plan { name rateLimit } status code detail remedy
  decision { step outcome facts } } }`;
type Why = { readonly requestId: string; readonly code: string; readonly decision: { step: string }[] };
const why = async (client: PortalClient, requestId: string) =>
  (await client.run<{ why: Why | null }>(WHY, { requestId })).why;
const refusedCalls = async (client: PortalClient, argument = '') =>
  (
    await client.run<{ application: { refusedCalls: Why[] } | null }>(
      `{ application(name: "app") { refusedCalls${argument} { requestId code } } }`,
    )
  ).application?.refusedCalls;

describe('why a call was refused', () => {
  it('is told by the id in its problem document: the decision, and what to do about it', async () => {
    const { status, requestId } = await call();
    expect(status).toBe(429);
    const told = await why(carol, requestId);
    expect(told).toMatchObject({
      requestId,
      at: portal.deps.clock().toISOString(),
      method: 'GET',
      path: PATH,
      api: 'customerdb:1.0.0',
      application: { name: 'app' },
      plan: { name: 'bronze', rateLimit: 1 },
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      detail: expect.stringMatching(/^Bronze allows 1 call in 60 seconds: try again in \d+ seconds?\.$/),
      remedy: remedies.RATE_LIMIT_EXCEEDED,
    });
    expect(told?.decision.at(-1)).toMatchObject({
      step: 'rateLimit',
      outcome: 'REFUSED',
      facts: { limit: 1, windowSeconds: 60, remaining: 0 },
    });
    expect(await why(erin, requestId), 'a member of the same consumer org').toMatchObject({ requestId });
  });

  it("is not told of another consumer's call, under an id of the gateway's or of the caller's", async () => {
    const hers = { 'x-client-id': clientKey };
    for (const headers of [hers, { ...hers, 'x-request-id': 'of-carol' }]) {
      const { requestId } = await call(headers);
      expect(await why(carol, requestId)).toMatchObject({ requestId, code: 'RATE_LIMIT_EXCEEDED' });
      expect(await why(dave, requestId)).toBeNull();
    }
  });

  it('is told of a call whose caller could not be told to whoever has the id that the gateway made', async () => {
    const { status, requestId } = await call({});
    expect(status).toBe(401);
    for (const client of [carol, dave])
      expect(await why(client, requestId)).toMatchObject({
        code: 'CLIENT_ID_MISSING',
        application: null,
        plan: null,
        api: null,
        remedy: remedies.CLIENT_ID_MISSING,
      });
  });

  it('is not told of such a call by an id that its caller chose, which can be guessed', async () => {
    const { status, requestId } = await call({ 'x-request-id': 'guess-1' });
    expect([status, requestId]).toEqual([401, 'guess-1']);
    expect(await portal.database.prisma.refusedCall.count({ where: { requestId } })).toBe(1);
    expect(await why(carol, requestId)).toBeNull();
  });

  it('is told of the newest of several calls with one id, which callers can choose', async () => {
    await call({ 'x-client-id': clientKey, 'x-request-id': 'again' });
    await portal.database.prisma.refusedCall.updateMany({
      where: { requestId: 'again' },
      data: { code: 'API_OFFLINE', at: new Date(portal.deps.clock().getTime() - 1) },
    });
    await call({ 'x-client-id': clientKey, 'x-request-id': 'again' });
    expect(await why(carol, 'again')).toMatchObject({ code: 'RATE_LIMIT_EXCEEDED' });
  });

  it('is not told in another catalog', async () => {
    const { requestId } = await call({});
    await portal.database.prisma.refusedCall.updateMany({
      where: { requestId },
      data: { catalogId: '00000000-0000-7000-8000-000000000000' },
    });
    expect(await why(carol, requestId)).toBeNull();
  });

  it.each(['', 'no-such', 'x'.repeat(10_000), "' OR 1=1"])('is null for what is no id: %.20s', async (id) => {
    expect(await why(carol, id)).toBeNull();
  });

  it('needs somebody signed in', async () => {
    expect(await portal.refused(WHY, { requestId: 'x' })).toMatchObject({
      status: 401,
      code: 'UNAUTHENTICATED',
    });
  });
});

describe('the refused calls of an application', () => {
  it('are the newest first, as many as are asked for, and of that application alone', async () => {
    await call({});
    const newest: string[] = [];
    for (let n = 0; n < 3; n += 1) {
      portal.pass(1);
      newest.unshift((await call()).requestId);
    }
    expect((await refusedCalls(carol, '(first: 2)'))?.map(({ requestId }) => requestId)).toEqual(
      newest.slice(0, 2),
    );
    const all = await refusedCalls(carol);
    expect(all?.slice(0, 3).map(({ requestId }) => requestId)).toEqual(newest);
    expect(all?.map(({ code }) => code)).not.toContain('CLIENT_ID_MISSING');
    expect(await refusedCalls(dave)).toBeUndefined();
  });

  it.each([0, 51])('are not %d', async (first) => {
    const document = `{ application(name: "app") { refusedCalls(first: ${first}) { code } } }`;
    expect(await carol.refused(document)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      message: `first is ${first}: give 1 to 50.`,
      path: ['first'],
    });
  });

  it('are not told once they are a day old, though nobody has removed them yet', async () => {
    const { requestId } = await call();
    const old = {
      at: new Date(portal.deps.clock().getTime() - 86_400_000),
    } satisfies Prisma.RefusedCallUpdateInput;
    await portal.database.prisma.refusedCall.updateMany({ data: old });
    expect(await why(carol, requestId)).toBeNull();
    expect(await refusedCalls(carol)).toEqual([]);
  });
});
