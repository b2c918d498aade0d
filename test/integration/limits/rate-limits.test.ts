import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Limit, RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { eventually, until } from '../../support/eventually.ts';
import { serverUrl } from '../../support/servers.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { testLimits } from '../../support/test-limits.ts';

const redisUrl = await serverUrl('Redis server');
const bronze: Limit = { limit: 2, windowSeconds: 60 };

/** A key that no other test counts under. */
const newKey = () => `test:${randomUUID()}`;

/** Counts so many calls at once, over each of the counters in turn, and says how many were admitted. */
async function admitted(
  limits: readonly RateLimits[],
  calls: number,
  { key, ...limit }: Limit & { key: string },
) {
  const all = Array.from({ length: calls }, (_, index) => limits[index % limits.length]?.consume(key, limit));
  return (await Promise.all(all)).filter((standing) => standing?.admitted).length;
}

const stores = [
  { name: 'in memory', url: undefined },
  ...(redisUrl ? [{ name: 'in Redis', url: redisUrl }] : []),
];

describe.each(stores)('counters $name', ({ url }) => {
  let limits: RateLimits;
  let key: string;
  beforeEach(() => {
    limits = testLimits({ redisUrl: url });
    key = newKey();
  });
  afterEach(() => limits.close());

  it('admit two calls of Bronze and refuse the third, saying how many are left and until when', async () => {
    const standings = [];
    for (let call = 0; call < 3; call += 1) standings.push(await limits.consume(key, bronze));
    expect(standings).toMatchObject([
      { admitted: true, limit: 2, remaining: 1 },
      { admitted: true, limit: 2, remaining: 0 },
      { admitted: false, limit: 2, remaining: 0 },
    ]);
    for (const { resetsInMs } of standings) {
      expect(resetsInMs).toBeGreaterThan(50_000);
      expect(resetsInMs).toBeLessThanOrEqual(60_000);
    }
  });

  it.each([1, 50, 499])('admit exactly %d of 500 calls at once', async (limit) => {
    expect(await admitted([limits], 500, { limit, windowSeconds: 60, key })).toBe(limit);
  });

  it('admit what costs more than one point as long as it fits, and less after it', async () => {
    const costs = { limit: 100, windowSeconds: 60 };
    expect(await limits.consume(key, costs, 60)).toMatchObject({ admitted: true, remaining: 40 });
    expect(await limits.consume(key, costs, 41)).toMatchObject({ admitted: false, remaining: 40 });
    expect(await limits.consume(key, costs, 40)).toMatchObject({ admitted: true, remaining: 0 });
    expect(await limits.consume(newKey(), costs, 101)).toMatchObject({ admitted: false, remaining: 100 });
  });

  it('get back what was not needed, once, and only in the window that it was taken of', async () => {
    const costs = { limit: 100, windowSeconds: 60 };
    const { turn } = await limits.consume(key, costs, 100);
    limits.refund(key, costs, { points: 70, turn });
    expect(await limits.consume(key, costs, 71)).toMatchObject({ admitted: false, remaining: 70 });
    expect(await limits.consume(key, costs, 70)).toMatchObject({ admitted: true, remaining: 0 });
    limits.refund(key, costs, { points: 30, turn: turn + 1_000 });
    expect(await limits.consume(key, costs, 1)).toMatchObject({ admitted: false });
  });

  it.skipIf(url === undefined)('get back for all processes what one of them did not need', async () => {
    const costs = { limit: 100, windowSeconds: 60 };
    const other = testLimits({ redisUrl: url });
    const { turn } = await limits.consume(key, costs, 100);
    limits.refund(key, costs, { points: 70, turn });
    await expect
      .poll(async () => (await other.consume(key, costs, 70)).admitted, { timeout: 10_000, interval: 100 })
      .toBe(true);
    await other.close();
  });

  it('with a burst admit it at once, and what windows have left over later', async () => {
    const terms: Limit = { limit: 10, burst: 40, windowSeconds: 1 };
    const limited = { ...terms, key };
    expect(await limits.peek(key, terms)).toMatchObject({ limit: 40, remaining: 40 });
    const first = performance.now();
    expect(await admitted([limits], 100, limited)).toBe(40);
    expect(await limits.consume(key, terms)).toMatchObject({ admitted: false, limit: 40, remaining: 0 });
    await until(async () => (await limits.peek(key, terms)).admitted);
    // Of each whole window since the first one 10 are left over.
    const passed = Math.floor((performance.now() - first) / 1000);
    const next = await admitted([limits], 100, limited);
    expect([10 * passed, 10 * (passed + 1)]).toContain(next);
    const since = performance.now();
    await until(async () => (await limits.peek(key, terms)).remaining >= 30);
    expect(performance.now() - since).toBeGreaterThan(2_900);
    await until(async () => (await limits.peek(key, terms)).remaining === 40);
  });

  it('are independent of each other', async () => {
    const other = newKey();
    expect(await admitted([limits], 5, { ...bronze, key })).toBe(2);
    expect(await limits.consume(other, bronze)).toMatchObject({ admitted: true, remaining: 1 });
  });

  it('of a minute and of an hour are independent, also under one key', async () => {
    await admitted([limits], 5, { ...bronze, key });
    expect(await limits.consume(key, { limit: 2, windowSeconds: 3600 })).toMatchObject({
      admitted: true,
      remaining: 1,
    });
  });

  it('can be read without counting', async () => {
    expect(await limits.peek(key, bronze)).toMatchObject({
      admitted: true,
      limit: 2,
      remaining: 2,
      resetsInMs: 60_000,
    });
    await limits.consume(key, bronze);
    for (let reading = 0; reading < 3; reading += 1)
      expect(await limits.peek(key, bronze)).toMatchObject({ admitted: true, remaining: 1 });
  });

  it('hold against a limit that was changed within a window at once', async () => {
    await admitted([limits], 10, { limit: 10, windowSeconds: 60, key });
    expect(await limits.consume(key, { limit: 5, windowSeconds: 60 })).toMatchObject({
      admitted: false,
      remaining: 0,
    });
    expect(await admitted([limits], 30, { limit: 20, windowSeconds: 60, key })).toBe(10);
  });

  it('count up to the largest limit', async () => {
    expect(await limits.consume(key, { limit: 2_147_483_647, windowSeconds: 3600 })).toMatchObject({
      admitted: true,
      remaining: 2_147_483_646,
    });
  });

  it('begin again when the window has closed', async () => {
    const second: Limit = { limit: 1, windowSeconds: 1 };
    expect(await admitted([limits], 3, { ...second, key })).toBe(1);
    await until(async () => (await limits.peek(key, second)).remaining === 1);
    expect(await admitted([limits], 3, { ...second, key })).toBe(1);
  });
});

describe('counters in memory', () => {
  afterEach(() => vi.useRealTimers());

  it('close the window a minute after the first call counted in it, not after the last', async () => {
    vi.useFakeTimers();
    const limits = testLimits();
    await limits.consume('key', bronze);
    vi.advanceTimersByTime(59_000);
    expect(await limits.consume('key', bronze)).toMatchObject({
      admitted: true,
      remaining: 0,
      resetsInMs: 1_000,
    });
    vi.advanceTimersByTime(999);
    expect(await limits.consume('key', bronze)).toMatchObject({ admitted: false });
    vi.advanceTimersByTime(1);
    expect(await limits.consume('key', bronze)).toMatchObject({
      admitted: true,
      remaining: 1,
      resetsInMs: 60_000,
    });
  });

  it('decide at once, so that no call waits', () => {
    const limits = testLimits();
    expect(limits.consume('key', bronze)).toMatchObject({ admitted: true, remaining: 1 });
  });

  it('keep no more than a few of the windows that have closed', async () => {
    vi.useFakeTimers();
    const limits = testLimits();
    for (let key = 0; key < 1_000; key += 1) await limits.consume(`key-${key}`, bronze);
    expect(limits.status().windows).toBe(1_000);
    vi.advanceTimersByTime(60_000);
    for (let key = 0; key < 500; key += 1) await limits.consume(`later-${key}`, bronze);
    expect(limits.status().windows).toBe(500);
  });
});

describe.runIf(redisUrl)('several gateways on one Redis', () => {
  let gateways: RateLimits[];
  beforeEach(() => {
    gateways = [1, 2, 3].map(() => testLimits({ redisUrl }));
  });
  afterEach(() => Promise.all(gateways.map((gateway) => gateway.close())));

  const trips = () => gateways.reduce((sum, gateway) => sum + gateway.status().roundTrips, 0);
  /** Calls of one caller after the other, over these gateways, until so many were made. */
  async function callers(
    { count, calls, of = gateways }: { count: number; calls: number; of?: readonly RateLimits[] },
    { key, ...limit }: Limit & { key: string },
  ) {
    let [made, through] = [0, 0];
    const caller = async (index: number) => {
      while (made < calls) {
        made += 1;
        // As a call does that is admitted at once: the others get their turn.
        await new Promise(setImmediate);
        if ((await of[index % of.length]?.consume(key, limit))?.admitted) through += 1;
      }
    };
    await Promise.all(Array.from({ length: count }, (_, index) => caller(index)));
    return through;
  }

  it.each([50, 550])(
    'share a counter: of 600 calls at once exactly %d are admitted among them',
    async (limit) => {
      expect(await admitted(gateways, 600, { limit, windowSeconds: 60, key: newKey() })).toBe(limit);
    },
  );

  it.each([
    ['one has taken in advance, and gets no more calls', [6, 0, 0], [0, 1, 1]],
    ['one has taken in advance, and gets few more calls', [20, 1, 0], [0.02, 1, 0.5]],
    ['each has taken in advance, and one gets all calls', [9, 9, 9], [0, 0, 1]],
    ['two begin anew', [40, 0, 0], [1, 1, 1]],
  ])('admit exactly the limit at once, without a second try, where %s', async (_, before, burst) => {
    const minute = { limit: 200, windowSeconds: 60, key: newKey() };
    let through = 0;
    for (const [index, calls] of before.entries()) {
      const of = gateways.slice(index, index + 1);
      // It may have been slow to connect, and counts alone until then.
      await until(async () => {
        await callers({ count: 1, calls: 1, of }, { ...minute, key: newKey() });
        return of.every((each) => each.status().counting === 'SHARED');
      });
      through += await callers({ count: 1, calls, of }, minute);
    }
    const calls = gateways.map((gateway, index) => admitted([gateway], 400 * (burst[index] ?? 0), minute));
    for (const each of await Promise.all(calls)) through += each;
    expect(through).toBe(200);
  });

  it.each([
    ['evenly', (all: RateLimits[]) => all],
    ['to one of them', (all: RateLimits[]) => all.slice(0, 1)],
  ])(
    'admit exactly 1,000 a minute that come %s, with fewer questions than a fifth of the calls',
    async (_, of) => {
      const minute = { limit: 1_000, windowSeconds: 60, key: newKey() };
      expect(await callers({ count: 30, calls: 1_500, of: of(gateways) }, minute)).toBe(1_000);
      expect(trips()).toBeLessThan(200);
      expect(await callers({ count: 30, calls: 300 }, minute)).toBe(0);
    },
  );

  it('admit a burst exactly together, and no more than the limit of each window since', async () => {
    const terms: Limit = { limit: 20, burst: 100, windowSeconds: 1 };
    const [opened, key] = [performance.now(), newKey()];
    expect(await admitted(gateways, 600, { ...terms, key })).toBe(100);
    let inAll = 100;
    while (performance.now() - opened < 3_500) {
      const now = await admitted(gateways, 60, { ...terms, key });
      inAll += now;
      expect(inAll).toBeLessThanOrEqual(100 + 20 * Math.floor((performance.now() - opened) / 1000));
    }
    expect(inAll).toBeGreaterThanOrEqual(100 + 20 * 2);
  });

  it('give back at the end what they have not handed out', async () => {
    const [first, second] = gateways as [RateLimits, RateLimits];
    const minute = { limit: 1_000, windowSeconds: 60, key: newKey() };
    await callers({ count: 1, calls: 100, of: [first] }, minute);
    await first.close();
    expect(await second.peek(minute.key, minute)).toMatchObject({ remaining: 900 });
  });

  it('ask nobody about a window that is full', async () => {
    const key = newKey();
    await admitted(gateways, 30, { ...bronze, key });
    const before = trips();
    expect(await admitted(gateways, 300, { ...bronze, key })).toBe(0);
    expect(trips()).toBe(before);
  });
});

describe.runIf(redisUrl)('a Redis that fails', () => {
  let proxy: TcpProxy;
  let limits: RateLimits;
  let faults: unknown[];
  beforeEach(async () => {
    proxy = await openTcpProxy(new URL(redisUrl ?? ''));
    faults = [];
    limits = testLimits({
      redisUrl: `redis://127.0.0.1:${proxy.port}`,
      onFault: (fault) => faults.push(fault),
    });
  });
  afterEach(async () => {
    await limits.close();
    await proxy.close();
  });

  /** Both are counted in Redis, as a second gateway sees. */
  async function sharedCalls(key: string): Promise<number> {
    const witness = testLimits({ redisUrl });
    const { remaining } = await witness.peek(key, { limit: 1_000, windowSeconds: 60 });
    await witness.close();
    return 1_000 - remaining;
  }
  async function milliseconds(act: () => Promise<unknown>): Promise<number> {
    const began = performance.now();
    await act();
    return performance.now() - began;
  }

  it.each([
    ['hangs', () => proxy.hang()],
    ['is gone', () => proxy.cut()],
  ])('and %s leaves calls counted in the process, in bounded time, and is reported once', async (_, fail) => {
    const key = newKey();
    await limits.consume(key, bronze);
    expect(await sharedCalls(key)).toBe(1);
    await fail();
    const first = await milliseconds(async () =>
      expect(await admitted([limits], 20, { ...bronze, key })).toBe(1),
    );
    // Each call waiting for Redis in turn would take a minute.
    expect(first).toBeLessThan(15_000);
    const { roundTrips } = limits.status();
    expect(await admitted([limits], 200, { ...bronze, key })).toBe(0);
    expect(limits.status()).toMatchObject({ roundTrips, counting: 'LOST' });
    expect(faults).toHaveLength(1);
  });

  it.each([
    ['hung', () => proxy.hang(), async () => proxy.resume()],
    ['was gone', () => proxy.cut(), () => proxy.restore()],
  ])('and %s is used again when it is back; the next outage is reported too', async (...[, fail, mend]) => {
    const key = newKey();
    await limits.consume(key, bronze);
    await fail();
    await limits.consume(newKey(), bronze);
    await mend();
    await until(async () => {
      await limits.consume(key, bronze);
      return (await sharedCalls(key)) > 1;
    });
    await proxy.cut();
    await eventually(() => expect(faults).toHaveLength(2));
  });

  it('from the start lets calls through all the same', async () => {
    const gone = testLimits({
      redisUrl: 'redis://127.0.0.1:1',
      onFault: (fault) => faults.push(fault),
    });
    expect(await admitted([gone], 20, { ...bronze, key: newKey() })).toBe(2);
    await eventually(() => expect(faults).toMatchObject([{ code: 'ECONNREFUSED' }]));
    await gone.close();
  });

  it('leaves nothing open when the counters are closed', async () => {
    await limits.consume(newKey(), bronze);
    expect(proxy.open()).toBe(1);
    await limits.close();
    await eventually(() => expect(proxy.open()).toBe(0));
    expect(faults).toEqual([]);
  });
});
