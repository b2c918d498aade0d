import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startChild } from '../support/child.ts';
import { serverUrl } from '../support/servers.ts';

const redisUrl = await serverUrl('Redis server');
const LIMIT = 1_000;
const CALLERS = 30;

it.runIf(redisUrl).each([
  ['evenly', [0, 1, 2]],
  ['mostly to one', [0, 0, 0, 0, 1, 2]],
])(
  'gateways in three processes admit exactly the 1,000 calls of a window that come %s, with far fewer questions to Redis',
  async (_, to) => {
    const key = randomUUID();
    const gateways = [1, 2, 3].map(() => startChild('limited-gateway.ts', redisUrl ?? '', key, `${LIMIT}`));
    const urls = await Promise.all(gateways.map((gateway) => gateway.line()));
    const statuses = new Map<number, number>();
    const caller = async (index: number) => {
      const url = `${urls[to[index % to.length] ?? 0]}/acme/sandbox/customerdb/v1/x`;
      // Nobody tries again: who is refused knows that all of the window is used.
      for (let status = 200; status === 200; ) {
        status = (await fetch(url, { headers: { 'x-client-id': key } })).status;
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
      }
    };
    await Promise.all(Array.from({ length: CALLERS }, (_each, index) => caller(index)));
    expect([...statuses].sort()).toEqual([
      [200, LIMIT],
      [429, CALLERS],
    ]);
    const trips = gateways.map(async (gateway) => {
      const ended = gateway.end();
      const count = Number(await gateway.line());
      await ended;
      return count;
    });
    expect((await Promise.all(trips)).reduce((sum, each) => sum + each)).toBeLessThan(LIMIT / 5);
  },
  120_000,
);

it.runIf(redisUrl).each([
  ['many to each', [60, 60, 60]],
  ['few to the one that has taken in advance', [3, 100, 80]],
  ['none to the one that has taken in advance', [0, 150, 1]],
])(
  'gateways in three processes admit exactly the limit at once: %s',
  async (_, calls) => {
    const limit = 100;
    const key = randomUUID();
    const gateways = [1, 2, 3].map(() => startChild('limited-gateway.ts', redisUrl ?? '', key, `${limit}`));
    const urls = await Promise.all(gateways.map((gateway) => gateway.line()));
    const call = async (url: string | undefined) =>
      (await fetch(`${url}/acme/sandbox/customerdb/v1/x`, { headers: { 'x-client-id': key } })).status;
    const statuses: number[] = [];
    for (let before = 0; before < 5; before += 1) statuses.push(await call(urls[0]));
    const burst = urls.flatMap((url, index) => Array.from({ length: calls[index] ?? 0 }, () => call(url)));
    statuses.push(...(await Promise.all(burst)));
    expect(statuses.filter((status) => status === 200).length).toBe(limit);
    expect(statuses.filter((status) => status === 429).length).toBe(5 + burst.length - limit);
    await Promise.all(gateways.map((gateway) => gateway.end()));
  },
  120_000,
);
