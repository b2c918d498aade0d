import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import type { Clock } from '../../../src/foundation/clock.ts';
import type { RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { type GatewayWorld, openGateway, problemOf } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { testLimits } from '../../support/test-limits.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

let upstream: Upstream;
const worlds: GatewayWorld[] = [];
beforeAll(async () => {
  upstream = await recordingUpstream();
  upstream.answer = (_, response) => response.end('{"ok":true}');
});
afterAll(() => Promise.all([...worlds.map((world) => world.close()), upstream.close()]));

const limit = (name: string, terms: Partial<PlanLimit>): PlanLimit => ({
  name,
  counts: 'CALLS',
  limit: 1,
  timeZone: null,
  per: 'MINUTE',
  every: 10,
  operations: [],
  ...terms,
});

/** Limits as they are with Redis: there is something to wait for. */
function later(options?: Parameters<typeof testLimits>[0]): RateLimits {
  const limits = testLimits(options);
  const { consume } = limits;
  return Object.assign(limits, {
    consume: async (...args: Parameters<RateLimits['consume']>) => consume.apply(limits, args),
  });
}

async function opened(limits: RateLimits, plan: readonly PlanLimit[], clock?: Clock) {
  const paths = { '/x': { get: {}, post: {} } };
  const apis = [
    api({ basePath: '/a', upstreamUrl: upstream.url, openapi: { paths } }),
    api({ basePath: '/gone', upstreamUrl: 'http://127.0.0.1:1', openapi: { paths } }),
  ];
  const plans = { 'customer-1': { name: 'gold', title: 'Gold', limit: 5, limits: plan } };
  const clients = ['first', 'second'].map((key) => client({ key, plans }));
  const world = await openGateway(snapshot(catalog({ apis, clients })), { limits, ...(clock && { clock }) });
  worlds.push(world);
  return (method = 'GET', path = '/a/x', key = 'first') =>
    world.call(`/acme/sandbox${path}`, { method, headers: { 'x-client-id': key } });
}

describe.each([
  ['at once', testLimits],
  ['after a while', later],
])('several limits that are counted %s', (_, create) => {
  it('all bind a call, and what one refuses costs nothing in any', async () => {
    const call = await opened(create(), [limit('reads', { limit: 2, operations: ['GET /x'] })]);
    const reads = [await call(), await call(), await call(), await call()];
    expect(reads.map(({ status }) => status)).toEqual([200, 200, 429, 429]);
    const [, , refused] = reads;
    const told = (name: string) => refused?.headers.get(name);
    const seconds = told('retry-after');
    expect(told('ratelimit-policy')).toBe('"gold";q=5;w=3600, "gold/reads";q=2;w=600');
    expect(told('ratelimit')).toBe(`"gold/reads";r=0;t=${seconds}`);
    expect([told('x-ratelimit-limit'), told('x-ratelimit-remaining'), told('x-ratelimit-reset')]).toEqual([
      '2',
      '0',
      seconds,
    ]);
    expect(Number(seconds)).toBeGreaterThan(590);
    expect(await problemOf(refused as Response)).toMatchObject({
      status: 429,
      code: 'RATE_LIMIT_EXCEEDED',
      detail: `Gold allows 2 calls of GET /x in 600 seconds: try again in ${seconds} seconds.`,
    });

    const writes = [await call('POST'), await call('POST'), await call('POST'), await call('POST')];
    expect(writes.map(({ status }) => status)).toEqual([200, 200, 200, 429]);
    expect(writes[3]?.headers.get('ratelimit')).toMatch(/^"gold";r=0;t=3\d{3}$/);
    expect((await call('GET', '/a/x', 'second')).status).toBe(200);
  });

  it('admit a burst at once, and tell when it can go on', async () => {
    const call = await opened(create(), [limit('bursts', { limit: 2, every: 10, burst: 4 })]);
    const calls = [];
    for (let at = 0; at < 5; at += 1) calls.push(await call());
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 429]);
    const refused = calls[4] as Response;
    expect(refused.headers.get('ratelimit-policy')).toBe(
      '"gold";q=5;w=3600, "gold/bursts";q=2;w=600;gatehouse-burst=4',
    );
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(590);
    expect(refused.headers.get('ratelimit')).toBe(`"gold/bursts";r=0;t=${seconds}`);
    expect(refused.headers.get('x-ratelimit-limit')).toBe('4');
    expect(await problemOf(refused)).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      detail: `Gold allows 2 calls in 600 seconds with bursts of 4: try again in ${seconds} seconds.`,
    });
  });

  it('tell of the one with least left', async () => {
    const call = await opened(create(), [
      limit('slow', { limit: 4 }),
      limit('wide', { limit: 9, every: 20 }),
    ]);
    expect((await call()).headers.get('ratelimit')).toMatch(/^"gold\/slow";r=3;t=(?:599|600)$/);
  });

  it('tell when a month of a time zone ends, and begin anew with the next', async () => {
    let now = new Date('2026-03-31T20:59:30Z');
    const clock = () => now;
    const monthly = { name: 'month', per: 'MONTH', every: 1, timeZone: 'Europe/Berlin', limit: 1 } as const;
    const call = await opened(create({ clock }), [limit('month', monthly)], clock);
    expect((await call()).status).toBe(200);
    const refused = await call();
    expect([refused.status, refused.headers.get('retry-after'), refused.headers.get('ratelimit')]).toEqual([
      429,
      '3630',
      '"gold/month";r=0;t=3630',
    ]);
    expect(refused.headers.get('ratelimit-policy')).toBe('"gold";q=5;w=3600, "gold/month";q=1;w=2678400');
    expect(await problemOf(refused)).toMatchObject({
      code: 'RATE_LIMIT_EXCEEDED',
      detail: 'Gold allows 1 call in a month (Europe/Berlin): try again in 3630 seconds.',
    });
    now = new Date('2026-03-31T22:00:00Z');
    expect((await call()).status).toBe(200);
  });

  it('of which one only measures: it refuses nothing and says nothing', async () => {
    const call = await opened(create(), [limit('trial', { limit: 2, mode: 'MEASURE' })]);
    const calls = [];
    for (let at = 0; at < 6; at += 1) calls.push(await call());
    expect(calls.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 429]);
    expect(calls.map(({ headers }) => headers.get('ratelimit')?.split(';t=')[0])).toEqual(
      [4, 3, 2, 1, 0, 0].map((left) => `"gold";r=${left}`),
    );
    expect(calls[5]?.headers.get('ratelimit-policy')).toBe('"gold";q=5;w=3600');
  });

  it('give a call back that no back-end was sent, in each', async () => {
    const call = await opened(create(), [limit('one', { limit: 1 })]);
    const unreached = await call('GET', '/gone/x');
    expect([unreached.status, unreached.headers.get('ratelimit')]).toEqual([
      502,
      expect.stringMatching(/^"gold\/one";r=1;/),
    ]);
    expect([(await call()).status, (await call()).status]).toEqual([200, 429]);
  });
});
