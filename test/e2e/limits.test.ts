import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { LimitsStatus } from '../../src/infrastructure/limits/calls/rate-limits.ts';
import { type Child, startChild } from '../support/child.ts';
import { createMigratedDatabase } from '../support/database.ts';
import { until } from '../support/eventually.ts';
import { hasRedisServer, type RedisServer, startRedisServer } from '../support/redis-server.ts';
import { serverUrl } from '../support/servers.ts';

const redisUrl = await serverUrl('Redis server');
const databaseServer = await serverUrl('PostgreSQL server');
const STARTS_WITHIN_MS = 120_000;

/** Starts three gateways that count in one Redis. Each client key has the limit, of a year where a database is given. */
async function startGateways(
  keys: readonly string[],
  limit: number,
  ...[redis = redisUrl ?? '', ...database]: readonly string[]
) {
  const children = [1, 2, 3].map(() =>
    startChild('limited-gateway.ts', redis, keys.join(','), `${limit}`, ...database),
  );
  const urls = await Promise.all(children.map((child) => child.line()));
  const call = async (gateway: number, key: string) => {
    const url = `${urls[gateway]}/acme/sandbox/customerdb/v1/x`;
    return (await fetch(url, { headers: { 'x-client-id': key } })).status;
  };
  return { children, call };
}
type Gateways = Awaited<ReturnType<typeof startGateways>>;

const statusesOf = (children: readonly Child[]): Promise<LimitsStatus[]> =>
  Promise.all(
    children.map(async (child) => {
      child.tell('status');
      return JSON.parse((await child.line()) ?? '') as LimitsStatus;
    }),
  );

/** Asks all gateways for a count of theirs. @returns the sum */
const sumOf = async (children: readonly Child[], count: 'roundTrips' | 'decidedAlone'): Promise<number> =>
  (await statusesOf(children)).reduce((sum, status) => sum + status[count], 0);

/** Waits until no gateway counts alone. One that has lost Redis does so until it has it back. */
const untilShared = (children: readonly Child[]): Promise<void> =>
  until(async () => (await statusesOf(children)).every(({ counting }) => counting === 'SHARED'));

/** Tries with a new key each. Where a busy machine keeps Redis from answering in time, calls are counted alone, so it tries again. */
async function whileRedisAnswers<Result>(
  children: readonly Child[],
  keys: string[],
  attempt: (key: string) => Promise<Result>,
): Promise<Result> {
  for (let key = keys.shift(); key !== undefined; key = keys.shift()) {
    await untilShared(children);
    const alone = await sumOf(children, 'decidedAlone');
    const result = await attempt(key);
    if ((await sumOf(children, 'decidedAlone')) === alone) return result;
  }
  throw new Error('Redis did not answer in time in any of the tries.');
}

const TRIES = 6;
const newKeys = () => Array.from({ length: TRIES }, () => randomUUID());

describe.skipIf(!redisUrl)('gateways in three processes', () => {
  it(
    'admit exactly the 1,000 calls of a window, evenly spread or not, with far fewer questions to Redis',
    async () => {
      const limit = 1_000;
      const callers = 30;
      const spreads = [
        { keys: newKeys(), to: [0, 1, 2] },
        { keys: newKeys(), to: [0, 0, 0, 0, 1, 2] },
      ];
      const { children, call } = await startGateways(
        spreads.flatMap(({ keys }) => keys),
        limit,
      );
      for (const { keys, to } of spreads) {
        const { statuses, questions } = await whileRedisAnswers(children, keys, async (key) => {
          const before = await sumOf(children, 'roundTrips');
          const statuses = new Map<number, number>();
          const caller = async (index: number) => {
            // Nobody tries again: who is refused knows that all of the window is used.
            for (let status = 200; status === 200; ) {
              status = await call(to[index % to.length] ?? 0, key);
              statuses.set(status, (statuses.get(status) ?? 0) + 1);
            }
          };
          await Promise.all(Array.from({ length: callers }, (_each, index) => caller(index)));
          return { statuses, questions: (await sumOf(children, 'roundTrips')) - before };
        });
        expect([...statuses].sort(), `spread as ${to}`).toEqual([
          [200, limit],
          [429, callers],
        ]);
        expect(questions).toBeLessThan(limit / 5);
      }
      await Promise.all(children.map((child) => child.end()));
    },
    STARTS_WITHIN_MS,
  );

  describe('that are called at once', () => {
    const limit = 100;
    const keys = { many: newKeys(), few: newKeys(), none: newKeys() };
    let gateways: Gateways;
    beforeAll(async () => {
      gateways = await startGateways(Object.values(keys).flat(), limit);
    }, STARTS_WITHIN_MS);
    afterAll(() => Promise.all((gateways?.children ?? []).map((gateway) => gateway.end())));

    it.each([
      ['many to each', keys.many, [60, 60, 60]],
      ['few to the one that has taken in advance', keys.few, [3, 100, 80]],
      ['none to the one that has taken in advance', keys.none, [0, 150, 1]],
    ])('admit exactly the limit: %s', async (_, keysOfTries, calls) => {
      const statuses = await whileRedisAnswers(gateways.children, keysOfTries, async (key) => {
        const before: number[] = [];
        for (let count = 0; count < 5; count += 1) before.push(await gateways.call(0, key));
        const burst = calls.flatMap((count, gateway) =>
          Array.from({ length: count }, () => gateways.call(gateway, key)),
        );
        return [...before, ...(await Promise.all(burst))];
      });
      expect(statuses.filter((status) => status === 200).length).toBe(limit);
      expect(statuses.filter((status) => status === 429).length).toBe(statuses.length - limit);
    });
  });
});

describe.skipIf(!hasRedisServer || !databaseServer)(
  'a year of calls over gateways in three processes that lose Redis in the middle',
  () => {
    const limit = { ofTurns: 600, ofMany: 3_000 };
    const keys = { ofTurns: newKeys(), ofMany: newKeys() };
    let redis: RedisServer;
    let database: Awaited<ReturnType<typeof createMigratedDatabase>>;
    const worlds: Gateways[] = [];
    const opened = async (which: keyof typeof limit) => {
      const world = await startGateways(keys[which], limit[which], redis.url, database.url);
      worlds.push(world);
      return world;
    };
    beforeAll(async () => {
      redis = await startRedisServer();
      database = await createMigratedDatabase(databaseServer ?? '');
    });
    afterAll(async () => {
      await Promise.all(worlds.flatMap(({ children }) => children.map((child) => child.end())));
      await redis.kill();
      await database.drop();
    });

    it(
      'is admitted exactly, and no call more, of calls that come to all gateways in turns',
      async () => {
        const { children, call } = await opened('ofTurns');
        const admitted = await whileRedisAnswers(children, keys.ofTurns, async (key) => {
          const calls = async (count: number) => {
            const sent = Array.from({ length: count }, (_each, at) => call(at % 3, key));
            return (await Promise.all(sent)).filter((status) => status === 200).length;
          };
          let all = 0;
          while (all < limit.ofTurns / 2) all += await calls(30);
          redis.cli('flushall');
          for (let refused = 0; refused < 90; ) {
            const more = await calls(30);
            all += more;
            refused = more === 0 ? refused + 30 : 0;
          }
          return all;
        });
        expect(admitted).toBe(limit.ofTurns);
      },
      STARTS_WITHIN_MS,
    );

    it(
      'is exceeded by no more than was not saved, of calls that come without a pause',
      async () => {
        const { children, call } = await opened('ofMany');
        const { admitted, unsaved } = await whileRedisAnswers(children, keys.ofMany, async (key) => {
          let [admitted, unsaved, isLost] = [0, 0, false];
          const caller = async (index: number) => {
            while ((await call(index % 3, key)) === 200) {
              admitted += 1;
              if (admitted < limit.ofMany / 2 || isLost) continue;
              isLost = true;
              const saved = await savedOf(database.url, key);
              redis.cli('flushall');
              unsaved = admitted - saved;
            }
          };
          await Promise.all(Array.from({ length: 24 }, (_each, index) => caller(index)));
          return { admitted, unsaved };
        });
        expect(admitted).toBeGreaterThanOrEqual(limit.ofMany);
        expect(admitted).toBeLessThanOrEqual(limit.ofMany + unsaved);
      },
      STARTS_WITHIN_MS,
    );
  },
);

/** Returns what is saved of the calls of a client key. */
async function savedOf(url: string, key: string): Promise<number> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sum = 'SELECT coalesce(sum(points), 0)::float8 AS points FROM "LimitCount" WHERE key LIKE $1';
  const { rows } = await client.query<{ points: number }>(sum, [`%${key}%`]);
  await client.end();
  return rows[0]?.points ?? 0;
}
