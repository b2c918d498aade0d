import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Limit, RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { eventually, until } from '../../support/eventually.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { testLimits } from '../../support/test-limits.ts';

const minute: Limit = { limit: 100, windowSeconds: 60 };

async function admitted(limits: RateLimits, calls: number, limit = minute): Promise<number> {
  const all = await Promise.all(Array.from({ length: calls }, () => limits.consume('key', limit)));
  return all.filter((standing) => standing.admitted).length;
}
/** Counts in Redis: it may have been slow to connect, and is asked anew then. */
const shared = (limits: RateLimits) =>
  until(async () => {
    await limits.consume('first', minute);
    return limits.status().counting === 'SHARED';
  });
const counting = (limits: RateLimits, as: string) => until(() => limits.status().counting === as);

describe.runIf(hasRedisServer)('a Redis of its own, and two gateways', () => {
  let redis: RedisServer;
  let first: RateLimits;
  let second: RateLimits;
  beforeEach(async () => {
    redis = await startRedisServer();
    [first, second] = [redis, redis].map(({ url }) => testLimits({ redisUrl: url })) as [
      RateLimits,
      RateLimits,
    ];
  });
  afterEach(async () => {
    redis.continue();
    await Promise.all([first.close(), second.close()]);
    await redis.kill();
  });

  it('that is stopped: each admits what it knows to be left; continued, all counts together again', async () => {
    expect([await admitted(first, 10), await admitted(second, 20)]).toEqual([10, 20]);
    redis.stop();
    // The first knew of its own ten calls, the second of all thirty.
    expect([await admitted(first, 200), await admitted(second, 200)]).toEqual([90, 70]);
    expect(first.status()).toMatchObject({ counting: 'LOST', timesLost: 1, decidedAlone: 200 });
    redis.continue();
    await Promise.all([counting(first, 'SHARED'), counting(second, 'SHARED')]);
    expect([await admitted(first, 10), await admitted(second, 10)]).toEqual([0, 0]);
    expect(await first.peek('key', minute)).toMatchObject({ remaining: 0 });
  });

  it('that is continued is told what a gateway admitted alone, without a further call of that gateway', async () => {
    expect([await admitted(first, 10), await admitted(second, 20)]).toEqual([10, 20]);
    redis.stop();
    expect(await admitted(first, 5)).toBe(5);
    redis.continue();
    await until(async () => (await second.peek('key', minute)).remaining === 100 - 35);
    expect(await admitted(second, 200)).toBe(65);
  });

  it('that is killed and comes back empty gives nobody a fresh window: each tells what it has admitted', async () => {
    expect([await admitted(first, 30), await admitted(second, 20)]).toEqual([30, 20]);
    await redis.kill();
    expect(await admitted(first, 10)).toBe(10);
    await redis.restart();
    await Promise.all([counting(first, 'SHARED'), counting(second, 'SHARED')]);
    expect([await admitted(second, 1), await admitted(first, 1)]).toEqual([1, 1]);
    const standing = () => first.peek('key', minute);
    await until(async () => (await standing()).remaining === 100 - 62);
    expect((await standing()).resetsInMs).toBeLessThan(60_000);
    expect((await admitted(first, 100)) + (await admitted(second, 100))).toBe(38);
  });

  it('that loses everything unnoticed gives nobody a fresh window either', async () => {
    expect([await admitted(first, 50), await admitted(second, 40)]).toEqual([50, 40]);
    redis.cli('flushall');
    expect([await admitted(second, 1), await admitted(first, 1)]).toEqual([1, 1]);
    await until(async () => (await first.peek('key', minute)).remaining === 8);
    expect((await admitted(first, 100)) + (await admitted(second, 100))).toBe(8);
  });

  it('whose scripts are flushed is told them again', async () => {
    expect(await admitted(first, 2)).toBe(2);
    redis.cli('script', 'flush');
    expect(await admitted(first, 2)).toBe(2);
    expect(first.status()).toMatchObject({ counting: 'SHARED', timesLost: 0 });
  });

  it('whose clock was set back closes the window after its own length all the same', async () => {
    expect(await admitted(first, 1)).toBe(1);
    redis.cli('pexpire', 'gatehouse:calls:60:key', '3600000');
    expect(await admitted(second, 1)).toBe(1);
    expect(Number(redis.cli('pttl', 'gatehouse:calls:60:key'))).toBeLessThanOrEqual(60_000);
  });
});

describe.runIf(hasRedisServer)('a Redis Cluster', () => {
  it('shares a counter as a single Redis does', async () => {
    const cluster = await startRedisServer({ isCluster: true });
    const gateways = [1, 2, 3].map(() => testLimits({ redisUrl: cluster.url }));
    await Promise.all(gateways.map(shared));
    const through = await Promise.all(gateways.map((gateway) => admitted(gateway, 100)));
    expect(through.reduce((sum, each) => sum + each)).toBe(100);
    expect(gateways.map((gateway) => gateway.status().counting)).toEqual(Array(3).fill('SHARED'));
    expect(cluster.cli('keys', 'gatehouse:calls:*:key')).toMatch(/^\S+$/);
    await Promise.all(gateways.map((gateway) => gateway.close()));
    await cluster.kill();
  });
});

describe.runIf(hasRedisServer)('a master that Sentinels name', () => {
  it('shares a counter, and so does its successor when it is lost: nobody gets a fresh window', async () => {
    const master = await startRedisServer();
    const replica = await startRedisServer({ replicaOf: master.port });
    await until(() => master.cli('info', 'replication').includes('state=online'));
    const sentinel = await startRedisServer({ sentinelOf: master.port });
    const redisUrl = `redis+sentinel://127.0.0.1:1,127.0.0.1:${sentinel.port}/main`;
    const [first, second] = [testLimits({ redisUrl }), testLimits({ redisUrl })];
    const many: Limit = { limit: 10_000, windowSeconds: 60 };
    expect([await admitted(first, 30, many), await admitted(second, 20, many)]).toEqual([30, 20]);
    // What a replica that lags has missed would be admitted once more.
    const offset = ({ cli }: RedisServer) => /master_repl_offset:\d+/.exec(cli('info', 'replication'))?.[0];
    await until(() => offset(master) === offset(replica));
    await master.kill();
    expect(await admitted(first, 10, many)).toBe(10);
    // As it changes its role it closes connections, also that of who asks.
    await eventually(() => expect(replica.cli('role')).toMatch(/^master/));
    // Those fifty the second knows by itself.
    await eventually(async () => {
      expect(await admitted(first, 1, many)).toBe(1);
      expect((await second.peek('key', many)).remaining).toBeLessThan(10_000 - 60);
    });
    await counting(first, 'SHARED');
    await Promise.all([first.close(), second.close()]);
    await Promise.all([sentinel.kill(), replica.kill()]);
  }, 90_000);

  it('is found by who tells the Sentinels their user and password, and by nobody else', async () => {
    const master = await startRedisServer();
    const sentinelUser = { name: 'gatehouse', password: 'a+b/c' };
    const sentinel = await startRedisServer({ sentinelOf: master.port, sentinelUser });
    const redisUrl = `redis+sentinel://127.0.0.1:${sentinel.port}/main`;
    const known = testLimits({
      redisUrl: `${redisUrl}?sentinel_username=gatehouse&sentinel_password=a+b%2Fc`,
    });
    const stranger = testLimits({ redisUrl });
    expect(await admitted(stranger, 1)).toBe(1);
    expect(stranger.status()).toMatchObject({ counting: 'LOST', decidedAlone: 1 });
    await shared(known);
    expect(master.cli('keys', 'gatehouse:calls:*')).not.toBe('');
    await Promise.all([known.close(), stranger.close()]);
    await Promise.all([sentinel.kill(), master.kill()]);
  });
});
