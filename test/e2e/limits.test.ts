import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { startChild } from '../support/child.ts';
import { serverUrl } from '../support/servers.ts';

const redisUrl = await serverUrl('Redis server');
const LIMIT = 1_000;

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
      // Whoever is refused goes on for longer than a gateway keeps what it has taken in advance.
      for (let refused = 0; refused < 40; ) {
        const { status } = await fetch(url, { headers: { 'x-client-id': key } });
        statuses.set(status, (statuses.get(status) ?? 0) + 1);
        if (status === 429) {
          refused += 1;
          await new Promise((resolve) => setTimeout(resolve, 50));
        }
      }
    };
    await Promise.all(Array.from({ length: 30 }, (_each, index) => caller(index)));
    expect(statuses.get(200)).toBe(LIMIT);
    expect([...statuses.keys()].sort()).toEqual([200, 429]);
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
