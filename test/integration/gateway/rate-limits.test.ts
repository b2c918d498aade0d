import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Counters, Limit, RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { until } from '../../support/eventually.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { openTcpProxy } from '../../support/tcp-proxy.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

let upstream: Upstream;
const worlds: GatewayWorld[] = [];
beforeAll(async () => {
  upstream = await recordingUpstream();
});
beforeEach(() => {
  upstream.answer = (_, response) => response.end('{"ok":true}');
});
afterAll(() => Promise.all([...worlds.map((world) => world.close()), upstream.close()]));

const bronze = { name: 'bronze', title: 'Bronze', limit: 2, windowSeconds: 60 };

async function opened(limits?: Counters) {
  const apis = ['/a', '/b'].map((basePath) =>
    api({ basePath, upstreamUrl: upstream.url, openapi: { paths: { '/x': { get: {} } } } }),
  );
  const clients = [
    client({ key: 'first', plans: { 'customer-1': bronze } }),
    client({ key: 'second', plans: { 'customer-1': bronze } }),
    client({ key: 'crowd', plans: { 'customer-1': { ...bronze, limit: 20 } } }),
    client({ key: 'free', plans: { 'customer-1': {} } }),
  ];
  const world = await openGateway(snapshot(catalog({ apis, clients })), limits ? { limits } : {});
  worlds.push(world);
  return (key: string, path = '/a/x', method = 'GET') =>
    world.call(`/acme/sandbox${path}`, { method, headers: { 'x-client-id': key } });
}

describe('Bronze, 2 per minute', () => {
  it('counts the calls of a subscription together, over its APIs, and refuses the third', async () => {
    const call = await opened();
    const answers = [await call('first'), await call('first', '/b/x'), await call('first')];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 429]);
    const told = (name: string) => answers.map(({ headers }) => headers.get(name));
    expect(told('ratelimit-policy')).toEqual(Array(3).fill('"bronze";q=2;w=60'));
    expect(told('x-ratelimit-limit')).toEqual(['2', '2', '2']);
    expect(told('x-ratelimit-remaining')).toEqual(['1', '0', '0']);
    const reset = answers[2]?.headers.get('x-ratelimit-reset');
    expect(answers[2]?.headers.get('ratelimit')).toBe(`"bronze";r=0;t=${reset}`);
    expect(answers[2]?.headers.get('retry-after')).toBe(reset);
    expect(Number(reset)).toBeGreaterThanOrEqual(58);
    expect((await call('second')).status).toBe(200);
  });

  it('is not charged for calls that are refused', async () => {
    const call = await opened();
    expect((await call('first', '/a/unknown')).status).toBe(404);
    expect((await call('first', '/a/x', 'DELETE')).status).toBe(405);
    expect([(await call('first')).status, (await call('first')).status]).toEqual([200, 200]);
  });

  it('nor for those that ask for what the API does not take: a larger body, a WebSocket', async () => {
    const small = api({ basePath: '/a', upstreamUrl: upstream.url, maxRequestBytes: 3 });
    const clients = [client({ key: 'first', plans: { 'customer-1': { ...bronze, limit: 1 } } })];
    const world = await openGateway(snapshot(catalog({ apis: [small], clients })));
    worlds.push(world);
    const headers = { 'x-client-id': 'first' };
    const post = (body: string) => world.call('/acme/sandbox/a/x', { method: 'POST', headers, body });
    expect((await post('four')).status).toBe(413);
    const head = 'GET /acme/sandbox/a/x HTTP/1.1\r\nHost: a\r\nX-Client-Id: first\r\nConnection: close\r\n';
    expect(await world.send(`${head}Upgrade: WebSocket\r\n\r\n`)).toMatch(/^HTTP\/1.1 501 /);
    expect([(await post('one')).status, (await post('two')).status]).toEqual([200, 429]);
  });

  it('nor for those that no back-end was sent: it cannot be reached, is left alone, or there is none', async () => {
    const line = await openTcpProxy(new URL(upstream.url));
    const apis = [
      api({ basePath: '/a', upstreamUrl: `http://127.0.0.1:${line.port}` }),
      api({ basePath: '/none', upstreamUrl: null }),
    ];
    const clients = [client({ key: 'first', plans: { 'customer-1': bronze } })];
    let now = 0;
    const world = await openGateway(snapshot(catalog({ apis, clients })), { clock: () => new Date(now) });
    worlds.push(world);
    const call = async (path: string) => {
      const answer = await world.call(`/acme/sandbox${path}`, { headers: { 'x-client-id': 'first' } });
      return [answer.status, answer.headers.get('x-ratelimit-remaining')];
    };
    await line.cut();
    for (let i = 0; i < 20; i += 1) expect(await call('/a/x')).toEqual([502, '2']);
    for (let i = 0; i < 5; i += 1) expect(await call('/a/x')).toEqual([503, null]);
    expect(await call('/none/x')).toEqual([502, null]);
    await line.restore();
    now = 10_000;
    expect(await call('/a/x')).toEqual([200, '1']);
    expect(await call('/a/x')).toEqual([200, '0']);
    expect(await call('/a/x')).toEqual([429, '0']);
    await line.close();
  });
});

describe('a limit', () => {
  it('is exact among callers at the same time', async () => {
    const call = await opened();
    const before = upstream.seen.length;
    const answers = await Promise.all(Array.from({ length: 60 }, () => call('crowd')));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(upstream.seen.length - before).toBe(20);
  });

  it('is not told where there is none', async () => {
    const call = await opened();
    upstream.answer = (_, response) => response.setHeader('X-RateLimit-Limit', '7').end();
    const free = (await call('free')).headers;
    expect([free.get('ratelimit'), free.get('x-ratelimit-limit')]).toEqual([null, '7']);
    const limited = (await call('second')).headers;
    expect(limited.get('x-ratelimit-limit')).toBe('2');
  });

  it('counts under the subscription and its plan, and says how long to wait in whole seconds, at least one', async () => {
    const asked: [string, Limit][] = [];
    const standing = { admitted: false, limit: 2, remaining: 0, resetsInMs: 1, turn: 0 };
    const consume: RateLimits['consume'] = async (key, { limit, windowSeconds }) => {
      asked.push([key, { limit, windowSeconds }]);
      return standing;
    };
    const call = await opened({ consume, prepare() {}, refund() {} });
    const answer = await call('first');
    expect([answer.headers.get('retry-after'), answer.headers.get('ratelimit')]).toEqual([
      '1',
      '"bronze";r=0;t=1',
    ]);
    expect(await problemOf(answer)).toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      detail: 'Bronze allows 2 calls in 60 seconds: try again in 1 second.',
    });
    expect(asked).toEqual([['first to customer-1:bronze', { limit: 2, windowSeconds: 60 }]]);
    standing.resetsInMs = 1_001;
    expect((await call('first')).headers.get('retry-after')).toBe('2');
  });

  it('is told with the answer of a back-end that is down, too', async () => {
    const call = await opened();
    upstream.answer = (_, response) => void response.socket?.destroy();
    const answer = await call('first', '/a/x');
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([502, '1']);
  });

  it('that cannot be counted is a fault, and nobody is let through', async () => {
    const broken = async () => {
      throw new Error('gone');
    };
    const call = await opened({ consume: broken, prepare() {}, refund() {} });
    const before = upstream.seen.length;
    expect((await call('first')).status).toBe(500);
    expect(upstream.seen.length).toBe(before);
    await until(() => worlds.at(-1)?.faults.length === 1);
  });
});
