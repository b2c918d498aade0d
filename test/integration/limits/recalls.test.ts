import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createRateLimits, type Limit, type RateLimits } from '../../../src/limits/rate-limits.ts';
import { eventually, until } from '../../support/eventually.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../../support/redis-server.ts';
import { openTcpProxy, type TcpProxy } from '../../support/tcp-proxy.ts';

const minute: Limit = { limit: 100, windowSeconds: 60 };
const KEY = 'key';
const LEASE = /^lease:/m;
/** After so long every lease is over, also one that nobody gives back. */
const LEASES_LAST_MS = 2_000;

async function admitted(limits: RateLimits, calls: number, key = KEY): Promise<number> {
  const all = await Promise.all(Array.from({ length: calls }, () => limits.consume(key, minute)));
  return all.filter((standing) => standing.admitted).length;
}
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
  beforeEach(async () => {
    redis = await startRedisServer();
    proxy = await openTcpProxy(new URL(redis.url));
    open = [];
  });
  afterEach(async () => {
    redis.continue();
    await Promise.all(open.map((limits) => limits.close()));
    await proxy.close();
    await redis.kill();
  });

  function gateway(redisUrl = redis.url): RateLimits {
    const limits = createRateLimits({ redisUrl });
    open.push(limits);
    return limits;
  }
  const fields = () => redis.cli('hkeys', `gatehouse:calls:60:${KEY}`);
  /** Two calls one after the other: the second takes one in advance. */
  async function takeAhead(limits: RateLimits): Promise<void> {
    expect([await admitted(limits, 1), await admitted(limits, 1)]).toEqual([1, 1]);
    expect(fields()).toMatch(LEASE);
  }

  it('are given back at once when another one finds the window used up, and are not waited for any longer', async () => {
    const [first, second] = [gateway(), gateway()];
    await takeAhead(first);
    await until(() => heard(redis) === 1);
    expect(await milliseconds(async () => expect(await admitted(second, 200)).toBe(98))).toBeLessThan(1_000);
    expect(fields()).not.toMatch(LEASE);
    expect(await admitted(first, 10)).toBe(0);
  });

  it('cost nobody else a question: who is alone asks once for calls of the same moment', async () => {
    const alone = gateway();
    expect(await admitted(alone, 200)).toBe(100);
    expect(alone.status().roundTrips).toBe(1);
    expect(heard(redis)).toBe(0);
  });

  it('are recalled also after the connection that hears it was lost', async () => {
    const [first, second] = [gateway(), gateway()];
    await takeAhead(first);
    await until(() => heard(redis) === 1);
    expect(redis.cli('client', 'kill', 'type', 'pubsub')).toBe('1');
    await until(() => heard(redis) === 1);
    await admitted(first, 10);
    expect(fields()).toMatch(LEASE);
    expect(await milliseconds(async () => expect(await admitted(second, 200)).toBe(88))).toBeLessThan(1_000);
  });

  it('are waited for until their lease is over where the user may not publish or subscribe', async () => {
    redis.cli('acl', 'setuser', 'deaf', 'on', '>secret', '~*', '+@all', 'resetchannels');
    const url = redis.url.replace('//', '//deaf:secret@');
    const [first, second] = [gateway(url), gateway(url)];
    await takeAhead(first);
    const waited = await milliseconds(async () => expect(await admitted(second, 200)).toBe(98));
    expect(waited).toBeGreaterThan(1_000);
    expect([first, second].map((each) => each.status())).toMatchObject([
      { counting: 'SHARED', timesLost: 0, decidedAlone: 0 },
      { counting: 'SHARED', timesLost: 0, decidedAlone: 0 },
    ]);
    expect(await milliseconds(() => admitted(second, 10))).toBeLessThan(500);
  });

  it('are lost with a gateway that is gone, and hold nobody up when their lease is over', async () => {
    const [first, second] = [gateway(`redis://127.0.0.1:${proxy.port}`), gateway()];
    await takeAhead(first);
    proxy.hang();
    const waited = await milliseconds(async () => expect(await admitted(second, 200)).toBe(97));
    expect(waited).toBeLessThan(LEASES_LAST_MS + 1_000);
    expect(fields()).not.toMatch(LEASE);
    expect(await milliseconds(() => admitted(second, 10))).toBeLessThan(500);
  });

  it('are given back when it closes, also in the midst of a lease that is used up', async () => {
    const [first, second] = [gateway(), gateway()];
    await takeAhead(first);
    await admitted(first, 1);
    await first.close();
    expect(fields()).not.toMatch(LEASE);
    expect(await admitted(second, 200)).toBe(97);
  });

  it('are not waited for when Redis is lost meanwhile: calls are decided alone in bounded time', async () => {
    const [gone, second] = [gateway(`redis://127.0.0.1:${proxy.port}`), gateway()];
    await takeAhead(gone);
    proxy.hang();
    const answers = admitted(second, 200);
    await until(() => second.status().roundTrips > 3);
    redis.stop();
    expect(await milliseconds(async () => expect(await answers).toBe(97))).toBeLessThan(2_000);
    expect(second.status()).toMatchObject({ counting: 'LOST' });
    expect(second.status().decidedAlone).toBeGreaterThan(0);
  });

  it('leave no connection open when the counters are closed', async () => {
    const first = createRateLimits({ redisUrl: `redis://127.0.0.1:${proxy.port}` });
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
    const [first, second] = [1, 2].map(() => createRateLimits({ redisUrl: cluster.url })) as [
      RateLimits,
      RateLimits,
    ];
    const counting = (as: string) =>
      until(async () => {
        await Promise.all([first, second].map((each) => each.consume('another', minute)));
        return [first, second].every((each) => each.status().counting === as);
      });
    async function recalled(key: string): Promise<void> {
      expect([await admitted(first, 1, key), await admitted(first, 1, key)]).toEqual([1, 1]);
      await until(() => heard(cluster) > 0);
      const waited = await milliseconds(async () => expect(await admitted(second, 200, key)).toBe(98));
      expect(waited).toBeLessThan(1_000);
    }
    await counting('SHARED');
    await recalled('before');
    await cluster.kill();
    await counting('LOST');
    await cluster.restart();
    await counting('SHARED');
    await recalled('after');
    await Promise.all([first.close(), second.close()]);
    await cluster.kill();
  });
});
