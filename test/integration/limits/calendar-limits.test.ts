import fc from 'fast-check';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Calendar, type CalendarUnit, periodAt } from '../../../src/domain/plan/calendar.ts';
import type { Database } from '../../../src/infrastructure/database/database.ts';
import {
  DatabaseLimitCounts,
  type LimitCountStore,
} from '../../../src/infrastructure/limits/calls/limit-count-store.ts';
import type {
  Limit,
  RateLimitResult,
  RateLimits,
} from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { emptyDatabase } from '../../support/database.ts';
import { eventually, until } from '../../support/eventually.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { MemoryLimitCounts, testLimits } from '../../support/test-limits.ts';

let now = new Date('2026-03-15T12:00:00Z');
const clock = () => now;
beforeEach(() => {
  now = new Date('2026-03-15T12:00:00Z');
});

const SECONDS = { DAY: 86_400, WEEK: 604_800, MONTH: 2_678_400 };
const limitPer = (per: CalendarUnit, limit: number, timeZone = 'UTC'): Limit => ({
  limit,
  windowSeconds: SECONDS[per],
  calendar: new Calendar({ per, every: 1, timeZone }),
});
const month = (limit: number, timeZone?: string) => limitPer('MONTH', limit, timeZone);

/** Sends calls one after another. @returns how many were admitted */
async function admitted(limits: RateLimits, calls: number, limit: Limit): Promise<number> {
  let count = 0;
  for (let at = 0; at < calls; at += 1) if ((await limits.consume('key', limit)).admitted) count += 1;
  return count;
}

describe('a limit by the month', () => {
  it('ends with the month of its time zone, also where clocks change in it', async () => {
    const limits = testLimits({ clock });
    const berlin = month(2, 'Europe/Berlin');
    expect(await admitted(limits, 5, berlin)).toBe(2);
    expect(await limits.peek('key', berlin)).toMatchObject({ admitted: false, remaining: 0 });
    now = new Date('2026-03-31T21:59:59Z');
    expect(await limits.consume('key', berlin)).toMatchObject({ admitted: false, resetsInMs: 1_000 });
    now = new Date('2026-03-31T22:00:00Z');
    expect(await limits.consume('key', berlin)).toMatchObject({ admitted: true, remaining: 1 });
    await limits.close();
  });

  it('gets back what was not needed, and not what an ended month had', async () => {
    const limits = testLimits({ clock });
    const { turn } = await limits.consume('key', month(10), 8);
    limits.refund('key', month(10), { points: 3, turn });
    expect(await limits.peek('key', month(10))).toMatchObject({ remaining: 5 });
    now = new Date('2026-04-01T00:00:00Z');
    limits.refund('key', month(10), { points: 5, turn });
    expect(await admitted(limits, 12, month(10))).toBe(10);
    await limits.close();
  });

  it('is shared by gateways without Redis once each has saved its counts', async () => {
    const store = new MemoryLimitCounts();
    const [first, second] = [testLimits({ store, clock }), testLimits({ store, clock })];
    expect([await admitted(first, 4, month(10)), await admitted(second, 3, month(10))]).toEqual([4, 3]);
    await until(() => store.counts.values().next().value === 7);
    await admitted(first, 1, month(10));
    await until(() => store.counts.values().next().value === 8);
    expect(await admitted(first, 5, month(10))).toBe(2);
    await Promise.all([first.close(), second.close()]);
  });

  it('and one by the day count as a model does, whenever the process begins anew', async () => {
    const steps = fc.array(
      fc.record({
        afterMs: fc.integer({ min: 0, max: 3 * 86_400_000 }),
        calls: fc.integer({ min: 1, max: 4 }),
        restarts: fc.boolean(),
      }),
      { minLength: 5, maxLength: 40 },
    );
    const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Sao_Paulo');
    await fc.assert(
      fc.asyncProperty(steps, zone, async (steps, timeZone) => {
        now = new Date('2018-10-20T00:00:00Z');
        const store = new MemoryLimitCounts();
        let limits = testLimits({ store, clock });
        const model = new Map<string, number>();
        for (const { afterMs, calls, restarts } of steps) {
          now = new Date(now.getTime() + afterMs);
          if (restarts) {
            await limits.close();
            limits = testLimits({ store, clock });
          }
          for (const per of ['DAY', 'MONTH'] as const) {
            const limit = limitPer(per, per === 'DAY' ? 5 : 12, timeZone);
            const key = `${per} ${periodAt({ per, every: 1, timeZone }, now.getTime()).startsAt}`;
            const before = model.get(key) ?? 0;
            const expected = Math.min(calls, limit.limit - before);
            expect(await admitted(limits, calls, limit)).toBe(expected);
            model.set(key, before + expected);
          }
        }
        await limits.close();
      }),
      { numRuns: 60 },
    );
  });
});

describe('counts in the database', () => {
  let database: Database;
  const started = () => testLimits({ store: new DatabaseLimitCounts(database), clock });
  beforeAll(async () => {
    database = await emptyDatabase();
  });
  afterAll(() => database.close());
  beforeEach(() => database.execute('DELETE FROM "LimitCount"'));

  it('outlive a process that is closed', async () => {
    const first = started();
    expect(await admitted(first, 7, month(10))).toBe(7);
    await first.close();
    const second = started();
    expect(await admitted(second, 5, month(10))).toBe(3);
    await second.close();
  });

  it('outlive one that is killed, but for what it had not saved', async () => {
    const killed = started();
    await admitted(killed, 7, month(10));
    await eventually(async () =>
      expect(await database.query('SELECT points::int FROM "LimitCount"')).toEqual([{ points: 7 }]),
    );
    await admitted(killed, 1, month(10));
    const next = started();
    expect(await admitted(next, 5, month(10))).toBe(3);
    await Promise.all([killed.close(), next.close()]);
  });

  it('take a batch that is sent again once', async () => {
    const batch = { sequence: 1, at: now, changes: [{ key: 'a', points: 5, endsAt: now.getTime() }] };
    const own = new DatabaseLimitCounts(database);
    expect(await own.add(batch)).toEqual(new Map([['a', 5]]));
    expect(await own.add(batch)).toEqual(new Map());
    expect(await own.read(['a', 'b'])).toEqual(new Map([['a', 5]]));
  });
});

it('a save ends though calls go on', async () => {
  let saves = 0;
  const memory = new MemoryLimitCounts();
  const store: LimitCountStore = {
    read: (keys) => memory.read(keys),
    async add(batch) {
      saves += 1;
      if (saves < 50) await limits.consume('key', month(100));
      return memory.add(batch);
    },
  };
  const limits = testLimits({ store, clock });
  await admitted(limits, 3, month(100));
  await limits.close();
  expect(saves).toBe(1);
  expect([...memory.counts.values()]).toEqual([3]);
});

it('many windows that are looked at together are read by one statement, each as it stands', async () => {
  const memory = new MemoryLimitCounts();
  const counting = testLimits({ store: memory, clock });
  await admitted(counting, 3, month(10));
  await counting.close();
  const reads: string[][] = [];
  const store: LimitCountStore = {
    read: (keys) => {
      reads.push([...keys]);
      return memory.read(keys);
    },
    add: (batch) => memory.add(batch),
  };
  const reading = testLimits({ store, clock });
  const asked = ['key', 'other', 'third'].map((key) => ({ key, limit: month(10) }));
  const hourly = { key: 'key', limit: { limit: 5, windowSeconds: 3_600 } };
  const states = await reading.peekAll([...asked, hourly]);
  expect(states.map(({ remaining }) => remaining)).toEqual([7, 10, 10, 5]);
  expect(reads.map(({ length }) => length)).toEqual([3]);
  await reading.close();
});

it('a store that was away for a moment is read again by a process that never counts', async () => {
  const memory = new MemoryLimitCounts();
  const counting = testLimits({ store: memory, clock });
  await admitted(counting, 3, month(10));
  await counting.close();
  let reads = 0;
  const store: LimitCountStore = {
    read: (keys) => {
      reads += 1;
      return reads === 1 ? Promise.reject(new Error('lost')) : memory.read(keys);
    },
    add: (batch) => memory.add(batch),
  };
  const reading = testLimits({ store, clock });
  expect(await reading.peek('key', month(10))).toMatchObject({ remaining: 10 });
  await eventually(async () => expect(await reading.peek('key', month(10))).toMatchObject({ remaining: 7 }));
  await reading.close();
});

it('a store that does not answer holds up one call for a moment; what is counted meanwhile is saved when it is back', async () => {
  const memory = new MemoryLimitCounts();
  let isBack = false;
  const lost = () => (isBack ? undefined : Promise.reject(new Error('lost')));
  const store: LimitCountStore = {
    read: async (keys) => (await lost()) ?? memory.read(keys),
    add: async (batch) => (await lost()) ?? memory.add(batch),
  };
  const faults: unknown[] = [];
  const limits = testLimits({ store, clock, onFault: (fault) => faults.push(fault) });
  expect([await admitted(limits, 3, month(10)), await admitted(limits, 2, limitPer('DAY', 10))]).toEqual([
    3, 2,
  ]);
  await limits.close();
  expect(faults.map(String)).toEqual(['Error: lost']);
  isBack = true;
  await limits.close();
  expect([...memory.counts.values()]).toEqual([3, 2]);
});

async function flushAll(url: string): Promise<void> {
  const redis = new Redis(url);
  await redis.flushall();
  redis.disconnect();
}

describe.runIf(hasRedisServer)('three gateways on a Redis of their own', () => {
  let redis: RedisServer;
  let store: MemoryLimitCounts;
  let gateways: RateLimits[];
  const started = async () => {
    const limits = testLimits({ redisUrl: redis.url, store, clock });
    await until(async () => {
      await limits.peek('first', { limit: 1, windowSeconds: 60 });
      return limits.status().counting === 'SHARED';
    });
    return limits;
  };
  const atOnce = async (calls: number, limit: Limit) => {
    const sent = Array.from({ length: calls }, async (_, at) => gateways[at % 3]?.consume('key', limit));
    return (await Promise.all(sent)).filter((result): result is RateLimitResult => result?.admitted === true)
      .length;
  };
  const saved = (points: number) =>
    until(() => [...store.counts.values()].reduce((sum, each) => sum + each, 0) === points);
  beforeEach(async () => {
    redis = await startRedisServer();
    store = new MemoryLimitCounts();
    gateways = await Promise.all([1, 2, 3].map(started));
    return async () => {
      redis.continue();
      await Promise.all(gateways.map((gateway) => gateway.close()));
      await redis.kill();
    };
  });

  it('admit exactly a month of calls together', async () => {
    expect(await atOnce(150, month(100))).toBe(100);
    await saved(100);
  });

  it('go on where they were when Redis has lost all it held, also one that has begun since', async () => {
    expect(await atOnce(60, month(100))).toBe(60);
    await saved(60);
    await flushAll(redis.url);
    gateways[2] = await started();
    expect(await gateways[2].peek('key', month(100))).toMatchObject({ remaining: 40 });
    expect(await atOnce(90, month(100))).toBe(40);
  });

  it('go on with what one has counted that saves it after another has opened the lost window anew', async () => {
    const [first, second] = gateways as [RateLimits, RateLimits];
    expect(await admitted(second, 30, month(100))).toBe(30);
    await flushAll(redis.url);
    expect(await admitted(first, 1, month(100))).toBe(1);
    await saved(31);
    expect(await atOnce(150, month(100))).toBe(69);
  });

  it('one that begins while Redis is away knows what was used', async () => {
    expect(await atOnce(60, month(100))).toBe(60);
    await saved(60);
    redis.stop();
    const next = testLimits({ redisUrl: redis.url, store, clock });
    expect(await admitted(next, 50, month(100))).toBe(40);
    gateways.push(next);
  });
});
