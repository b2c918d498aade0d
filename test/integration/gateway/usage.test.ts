import { connect } from 'node:net';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const BASE = '/acme/sandbox/customerdb/v1';
let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  const openapi = { paths: { '/x': { get: {} } } };
  const lost = api({ basePath: '/lost', upstreamUrl: 'http://127.0.0.1:1', openapi });
  const off = api({ basePath: '/off', version: '2.0.0', online: false, openapi });
  const limit = { name: 'bronze', title: 'Bronze', limit: 1, windowSeconds: 60 };
  const clients = [
    client({ key: 'free', plans: { 'customer-1': {} } }),
    client({ key: 'tight', plans: { 'customer-1': limit } }),
    client({ key: 'stranger' }),
  ];
  const apis = [
    api({ upstreamUrl: upstream.url, openapi }),
    lost,
    off,
    { ...off, version: '1.0.0', online: true },
  ];
  world = await openGateway(snapshot(catalog({ apis, clients })));
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(async () => {
  await world.gateway.flush();
  world.writes.length = 0;
  world.records.length = 0;
  upstream.answer = (_, response) => response.end();
});

/** A call, and whatever becomes of its answer. */
const call = (key: string, path = `${BASE}/x`, init: RequestInit = {}) =>
  world
    .call(path, { headers: { 'x-client-id': key }, ...init })
    .then((answer) => answer.text())
    .catch(() => 'broken off');

type Row = Readonly<Record<string, unknown>>;

/** The writes of usage so far; the gateway's own timer may have made several of one. */
const usageWrites = () => world.writes.filter((values) => values.length === 10);

/** What was counted once so many calls have ended: `<subscription> <outcome> <code> <calls>`. */
async function counted(calls: number): Promise<string[]> {
  await until(() => world.records.length === calls);
  await world.gateway.flush();
  const sums = new Map<string, number>();
  for (const [, , , series, counts] of usageWrites()) {
    const known = new Map((JSON.parse(`${series}`) as Row[]).map((each) => [each['id'], each]));
    for (const { series: id, outcome, code, calls } of JSON.parse(`${counts}`) as Row[]) {
      const { subscriptionId, application, operation } = known.get(id) ?? {};
      const end = `${outcome}${code === '' ? '' : ` ${code}`}`;
      const key = `${subscriptionId ?? application ?? 'nobody'}, ${operation ?? '-'}: ${end}`;
      sums.set(key, (sums.get(key) ?? 0) + Number(calls));
    }
  }
  return [...sums].map(([key, sum]) => `${key} ${sum}`);
}

describe('a call is counted at its end, as', () => {
  it.each([
    ['ANSWERED', 200],
    ['ANSWERED', 304],
    ['CLIENT_ERROR', 404],
    ['CLIENT_ERROR', 429],
    ['SERVER_ERROR', 503],
  ])('%s where the back-end answers %d', async (outcome, status) => {
    upstream.answer = (_, response) => response.writeHead(status).end();
    await call('free');
    expect(await counted(1)).toEqual([`free to customer-1, GET /x: ${outcome} 1`]);
  });

  it('LIMITED where the plan allows no more', async () => {
    await call('tight');
    await call('tight');
    await call('tight');
    expect(await counted(3)).toEqual([
      'tight to customer-1, GET /x: ANSWERED 1',
      'tight to customer-1, GET /x: LIMITED RATE_LIMIT_EXCEEDED 2',
    ]);
  });

  it('REFUSED where the gateway refuses it for another reason', async () => {
    await call('free', `${BASE}/y`);
    expect(await counted(1)).toEqual(['free to customer-1, -: REFUSED API_NOT_FOUND 1']);
  });

  it('SERVER_ERROR where the back-end cannot be reached', async () => {
    await call('free', '/acme/sandbox/lost/x');
    expect(await counted(1)).toEqual(['free to customer-1, GET /x: SERVER_ERROR BACKEND_UNREACHABLE 1']);
  });

  it('SERVER_ERROR of its subscription where the version that it comes to is switched off', async () => {
    await call('free', '/acme/sandbox/off/x');
    expect(await counted(1)).toEqual(['free to customer-1, -: SERVER_ERROR API_OFFLINE 1']);
  });

  it('SERVER_ERROR where the back-end breaks its answer off, and the record says so', async () => {
    upstream.answer = (_, response) => {
      response.writeHead(200, { 'content-length': 9 }).write('half');
      setImmediate(() => response.destroy());
    };
    await call('free');
    expect(await counted(1)).toEqual(['free to customer-1, GET /x: SERVER_ERROR BACKEND_UNREACHABLE 1']);
    expect(world.records).toMatchObject([{ status: 200, outcome: 'BACKEND_UNREACHABLE' }]);
  });

  it('CLIENT_ERROR where its caller leaves before the answer', async () => {
    const controller = new AbortController();
    upstream.answer = () => controller.abort();
    await call('free', `${BASE}/x`, { signal: controller.signal });
    expect(await counted(1)).toEqual(['free to customer-1, GET /x: CLIENT_ERROR 1']);
  });

  it('CLIENT_ERROR once where more were pipelined behind it: those never began, and cost nothing', async () => {
    const request = `GET ${BASE}/x HTTP/1.1\r\nHost: gateway.test\r\nX-Client-Id: free\r\n\r\n`;
    const before = upstream.seen.length;
    upstream.answer = () => {};
    const caller = connect(world.port, '127.0.0.1');
    caller.write(request.repeat(3));
    await until(() => upstream.seen.length === before + 1);
    caller.destroy();
    expect(await counted(1)).toEqual(['free to customer-1, GET /x: CLIENT_ERROR 1']);
  });

  it('REFUSED where it has no subscription, of its application or of nobody', async () => {
    await call('stranger');
    await call('unknown');
    expect(await counted(2)).toEqual([
      'stranger, -: REFUSED SUBSCRIPTION_MISSING 1',
      'nobody, -: REFUSED CLIENT_ID_MISSING 1',
    ]);
  });
});

describe('the last use of a credential', () => {
  it('is that of its last admitted call', async () => {
    await call('free', `${BASE}/y`);
    await counted(1);
    const used = () => usageWrites().flatMap(([, , , , , credentials]) => credentials);
    expect(used()).toEqual([]);
    await call('free');
    await counted(2);
    expect(used()).toEqual(['credential of free']);
  });
});

it('of a gateway whose counter is broken is SERVER_ERROR, and nobody is let through', async () => {
  const broken: RateLimits['consume'] = async () => {
    throw new Error('gone');
  };
  const tight = client({ key: 'tight', plans: { 'customer-1': { limit: 1, windowSeconds: 60 } } });
  const before = upstream.seen.length;
  const other = await openGateway(
    snapshot(catalog({ apis: [api({ upstreamUrl: upstream.url })], clients: [tight] })),
    { limits: { consume: broken, prepare() {}, refund() {} } },
  );
  await other.call(`${BASE}/x`, { headers: { 'x-client-id': 'tight' } });
  await until(() => other.records.length === 1);
  await other.gateway.flush();
  const counts = other.writes.flatMap(([, , , , rows]) => (rows === undefined ? [] : JSON.parse(`${rows}`)));
  expect(counts).toMatchObject([{ outcome: 'SERVER_ERROR', code: 'INTERNAL', calls: 1 }]);
  expect(upstream.seen.length).toBe(before);
  await other.close();
});
