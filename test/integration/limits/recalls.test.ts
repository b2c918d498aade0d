import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LEASE_MS } from '../../../src/infrastructure/limits/calls/lease-accounts.ts';
import type { Limit, RateLimits } from '../../../src/infrastructure/limits/calls/rate-limits.ts';
import { eventually, until } from '../../support/eventually.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';
import { testLimits } from '../../support/test-limits.ts';

const minute: Limit = { limit: 100, windowSeconds: 60 };
const KEY = 'key';

async function admitted(limits: RateLimits, calls: number, key = KEY): Promise<number> {
  const all = await Promise.all(Array.from({ length: calls }, () => limits.consume(key, minute)));
  return all.filter((standing) => standing.admitted).length;
}
/** Counts in Redis: it may have been slow to connect, and is asked anew then. */
const connected = (limits: RateLimits) =>
  until(async () => {
    await limits.consume('another', { limit: 1_000, windowSeconds: 60 });
    return limits.status().counting === 'SHARED';
  });
/** How many channels somebody hears. */
const heard = ({ cli }: RedisServer) =>
  cli('pubsub', 'channels', 'gatehouse:recall:*').split('\n').filter(Boolean).length;
async function milliseconds(act: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await act();
  return performance.now() - began;
}

describe.runIf(hasRedisServer)('points that a gateway has taken in advance', () => {
  let redis: RedisServer;
  let proxy: TcpProxy;
  let open: RateLimits[];
  let faults: unknown[];
  beforeEach(async () => {
    redis = await startRedisServer();
    proxy = await openTcpProxy(new URL(redis.url));
    open = [];
    faults = [];
  });
  afterEach(async () => {
    redis.continue();
    await Promise.all(open.map((limits) => limits.close()));
    await proxy.close();
    await redis.kill();
  });

  function gateway(redisUrl = redis.url): RateLimits {
    const limits = testLimits({ redisUrl, onFault: (fault) => faults.push(fault) });
    open.push(limits);
    return limits;
  }
  const ofWindow = (command: string, ...words: string[]) =>
    redis.cli(command, `gatehouse:calls:60:${KEY}`, ...words);
  const hasLease = () => /^lease:/m.test(ofWindow('hkeys'));
  /** Calls one after the other until points are taken in advance. @returns how many were admitted */
  async function takeAhead(limits: RateLimits): Promise<number> {
    await connected(limits);
    let through = 0;
    await until(async () => {
      through += (await admitted(limits, 1)) + (await admitted(limits, 1));
      return hasLease();
    });
    return through;
  }

  it('are given back at once when another one finds the window used up, and are not waited for any longer', async () => {
    const [first, second] = [gateway(), gateway()];
    await connected(second);
    let through = await takeAhead(first);
    await until(() => heard(redis) === 1);
    through += await takeAhead(first);
    const waited = await milliseconds(async () => expect(await admitted(second, 200)).toBe(100 - through));
    expect(waited).toBeLessThan(LEASE_MS);
    expect(hasLease()).toBe(false);
    expect(await admitted(first, 10)).toBe(0);
  });

  it('cost nobody else a question: who is alone asks once for calls of the same moment', async () => {
    const alone = gateway();
    await connected(alone);
    const { roundTrips } = alone.status();
    expect(await admitted(alone, 200)).toBe(100);
    expect(alone.status().roundTrips).toBe(roundTrips + 1);
    expect(heard(redis)).toBe(0);
  });

  it('are recalled also after the connection that hears it was lost', async () => {
    const [first, second] = [gateway(), gateway()];
    await connected(second);
    const before = await takeAhead(first);
    await until(() => heard(redis) === 1);
    expect(redis.cli('client', 'kill', 'type', 'pubsub')).toBe('1');
    await until(() => heard(redis) === 1);
    const through = before + (await takeAhead(first));
    const waited = await milliseconds(async () => expect(await admitted(second, 200)).toBe(100 - through));
    expect(waited).toBeLessThan(LEASE_MS);
  });

  it('are waited for until their lease is over where the user may not publish or subscribe', async () => {
    redis.cli('acl', 'setuser', 'deaf', 'on', '>secret', '~*', '+@all', 'resetchannels');
    const url = redis.url.replace('//', '//deaf:secret@');
    const [first, second] = [gateway(url), gateway(url)];
    await connected(second);
    const { roundTrips } = second.status();
    const through = await takeAhead(first);
    expect(await admitted(second, 200)).toBe(100 - through);
    expect(second.status().roundTrips).toBeGreaterThan(roundTrips + 5);
    expect(faults.filter((fault) => /NOPERM/.test(`${fault}`))).toEqual([]);
    expect(await milliseconds(() => admitted(second, 10))).toBeLessThan(LEASE_MS);
  });

  it('are lost with a gateway that is gone, and hold nobody up when their lease is over', async () => {
    const [first, second] = [gateway(`redis://127.0.0.1:${proxy.port}`), gateway()];
    await connected(second);
    await takeAhead(first);
    proxy.hang();
    const left = 100 - Number(ofWindow('hget', 'taken'));
    const waited = await milliseconds(async () => expect(await admitted(second, 200)).toBe(left));
    expect(waited).toBeLessThan(4 * LEASE_MS);
    expect(hasLease()).toBe(false);
    expect(await milliseconds(() => admitted(second, 10))).toBeLessThan(LEASE_MS);
  });

  it('are given back when it closes, also in the midst of a lease that is used up', async () => {
    const [first, second] = [gateway(), gateway()];
    await connected(second);
    const through = (await takeAhead(first)) + (await admitted(first, 1));
    await first.close();
    expect(hasLease()).toBe(false);
    expect(await admitted(second, 200)).toBe(100 - through);
  });

  it('are not waited for when Redis is lost meanwhile: calls are decided alone in bounded time', async () => {
    const [gone, second] = [gateway(`redis://127.0.0.1:${proxy.port}`), gateway()];
    await connected(second);
    const { roundTrips } = second.status();
    await takeAhead(gone);
    proxy.hang();
    const answers = admitted(second, 200);
    await until(() => second.status().roundTrips > roundTrips + 2);
    redis.stop();
    expect(await milliseconds(() => answers)).toBeLessThan(LEASE_MS);
    expect(second.status()).toMatchObject({ counting: 'LOST' });
    expect(second.status().decidedAlone).toBeGreaterThan(0);
  });

  it('leave no connection open when the counters are closed', async () => {
    const first = gateway(`redis://127.0.0.1:${proxy.port}`);
    await takeAhead(first);
    await until(() => heard(redis) === 1);
    expect(proxy.open()).toBe(2);
    await first.close();
    await eventually(() => expect(proxy.open()).toBe(0));
  });
});

describe.runIf(hasRedisServer)('points taken in advance on a Redis Cluster', () => {
  it('are recalled, also after the node was away', async () => {
    const cluster = await startRedisServer({ isCluster: true });
    const [first, second] = [1, 2].map(() => testLimits({ redisUrl: cluster.url })) as [
      RateLimits,
      RateLimits,
    ];
    async function recalled(key: string): Promise<void> {
      let through = 0;
      await until(async () => {
        through += (await admitted(first, 1, key)) + (await admitted(first, 1, key));
        return heard(cluster) > 0;
      });
      const waited = await milliseconds(async () =>
        expect(await admitted(second, 200, key)).toBe(100 - through),
      );
      expect(waited).toBeLessThan(LEASE_MS);
    }
    await Promise.all([connected(first), connected(second)]);
    await recalled('before');
    await cluster.kill();
    await Promise.all([admitted(first, 1, 'lost'), admitted(second, 1, 'lost')]);
    expect([first, second].map((each) => each.status().counting)).toEqual(['LOST', 'LOST']);
    await cluster.restart();
    await Promise.all([connected(first), connected(second)]);
    await recalled('after');
    await Promise.all([first.close(), second.close()]);
    await cluster.kill();
  });
});
