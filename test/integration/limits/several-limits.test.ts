import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { countCall, refundCall } from '../../../src/data-plane/gateway/accounting/charges.ts';
import { refusing, uncounted } from '../../../src/data-plane/gateway/accounting/counted-limit.ts';
import type { Call } from '../../../src/data-plane/gateway/call.ts';
import { limitWindows } from '../../../src/data-plane/snapshot/limit-windows.ts';
import { Calendar } from '../../../src/domain/plan/calendar.ts';
import type { Limit, RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { serverUrl } from '../../support/servers.ts';
import { MemoryLimitCounts, testLimits } from '../../support/test-limits.ts';

const redisUrl = await serverUrl('Redis server');
const terms = { counts: 'CALLS', per: 'HOUR', every: 1, timeZone: null } as const;
const plan = limitWindows('gold', [
  { ...terms, name: 'all', limit: 30, operations: [] },
  { ...terms, name: 'reads', limit: 10, operations: ['GET /a'] },
]);

describe.runIf(redisUrl)('several limits of one plan, counted by three gateways on one Redis', () => {
  let gateways: RateLimits[];
  beforeAll(() => {
    gateways = [1, 2, 3].map(() => testLimits({ redisUrl }));
  });
  afterAll(() => Promise.all(gateways.map((gateway) => gateway.close())));

  it('admit exactly what they allow together of calls that come at once, and take nothing for the rest', async () => {
    const limitKey = `test:${randomUUID()}`;
    const count = async (operation: string, at: number) => {
      const gateway = gateways[at % gateways.length] as RateLimits;
      const call = {
        subscription: { limitKey, plan },
        operation,
        counted: uncounted,
        charged: uncounted,
      } as unknown as Call;
      const isRefused = refusing(await countCall(call, gateway)) !== undefined;
      if (isRefused) refundCall(call, gateway);
      return isRefused ? [] : [operation];
    };
    const sent = Array.from({ length: 120 }, (_, at) => (at % 2 === 0 ? 'GET /a' : 'POST /a'));
    const admitted = (await Promise.all(sent.map(count))).flat();
    expect(admitted).toHaveLength(30);
    const reads = admitted.filter((operation) => operation === 'GET /a').length;
    expect(reads).toBeLessThanOrEqual(10);
    const left = () =>
      Promise.all(
        plan.callLimits.map((window) => gateways[0]?.peek(limitKey + window.keySuffix, window)),
      ).then((states) => states.map((state) => state?.remaining));
    await expect.poll(left).toEqual([10 - reads, 0]);
    expect((await Promise.all(sent.map(count))).flat()).toEqual([]);
    await expect.poll(left).toEqual([10 - reads, 0]);
  });

  it('are looked at together by one round trip', async () => {
    const [gateway] = gateways as [RateLimits];
    const limitKey = `test:${randomUUID()}`;
    const asked = plan.callLimits.map((window) => ({ key: limitKey + window.keySuffix, limit: window }));
    const before = gateway.status().roundTrips;
    const states = await gateway.peekAll([...asked, ...asked]);
    expect(states.map(({ remaining }) => remaining).sort()).toEqual([10, 10, 30, 30]);
    expect(gateway.status().roundTrips).toBe(before + 1);
  });

  it('cost hardly more round trips than one: windows that a call waits for are asked together', async () => {
    const [gateway] = gateways as [RateLimits];
    const unlimited = { ...terms, limit: 100_000, operations: [] };
    const tripsOf = async (windows: number) => {
      const all = Array.from({ length: windows }, (_, at) => ({
        ...unlimited,
        name: `l${at}`,
        every: at + 1,
      }));
      const plan = limitWindows('gold', all);
      const limitKey = `test:${randomUUID()}`;
      const before = gateway.status().roundTrips;
      for (let at = 0; at < 300; at += 1) {
        const call = {
          subscription: { limitKey, plan },
          operation: 'GET /a',
          counted: uncounted,
          charged: uncounted,
        };
        expect(refusing(await countCall(call as unknown as Call, gateway))).toBeUndefined();
      }
      return gateway.status().roundTrips - before;
    };
    const one = await tripsOf(1);
    const three = await tripsOf(3);
    expect(one).toBeGreaterThan(3);
    expect(three).toBeLessThan(2 * one);
  });
});

describe.runIf(hasRedisServer)('windows that are read together', () => {
  it('take one round trip to Redis, and one statement for those of calendars', async () => {
    const redis = await startRedisServer();
    const store = new MemoryLimitCounts();
    const limits = testLimits({ redisUrl: redis.url, store });
    const asked = ['a', 'b', 'c'].flatMap((subscription) => [
      { key: `${subscription}:all`, limit: { limit: 100, windowSeconds: 3_600 } },
      { key: `${subscription}:second`, limit: { limit: 5, burst: 20, windowSeconds: 60 } },
      { key: `${subscription}:month`, limit: monthOf('UTC') },
      { key: `${subscription}:berlin`, limit: monthOf('Europe/Berlin') },
    ]);
    for (const { key, limit } of asked) await limits.consume(key, limit, 3);
    for (const key of [...store.counts.keys()]) store.counts.set(key, 3);
    const reading = testLimits({ redisUrl: redis.url, store });
    await reading.peek('any', { limit: 1, windowSeconds: 60 });
    const reads = vi.spyOn(store, 'read');
    const { roundTrips } = reading.status();
    const [first, before] = [traffic(redis), traffic(redis)];
    const states = await reading.peekAll(asked);
    const after = traffic(redis);
    expect(states.map(({ remaining }) => remaining)).toEqual(['a', 'b', 'c'].flatMap(() => [97, 17, 97, 97]));
    expect(reading.status().roundTrips - roundTrips).toBe(1);
    // To ask about the traffic takes reads as well.
    expect([after.commands - before.commands, after.reads - before.reads]).toEqual([
      12,
      1 + before.reads - first.reads,
    ]);
    expect(reads).toHaveBeenCalledTimes(1);
    await Promise.all([limits.close(), reading.close()]);
    await redis.kill();
  });
});

const monthOf = (timeZone: string): Limit => ({
  limit: 100,
  windowSeconds: 2_678_400,
  calendar: new Calendar({ per: 'MONTH', every: 1, timeZone }),
});

/** The commands on windows, and the reads from sockets, that a server has served. */
function traffic(redis: RedisServer): { readonly commands: number; readonly reads: number } {
  const told = redis.cli('info', 'everything');
  const number = (pattern: RegExp) => Number(pattern.exec(told)?.[1] ?? 0);
  return {
    commands: number(/^cmdstat_evalsha:calls=(\d+)/m),
    reads: number(/^total_reads_processed:(\d+)/m),
  };
}
