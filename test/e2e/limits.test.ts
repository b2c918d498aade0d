import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Child, startChild } from '../support/child.ts';
import { serverUrl } from '../support/servers.ts';

const redisUrl = await serverUrl('Redis server');
const STARTS_WITHIN_MS = 120_000;

/** Starts three gateways that count in one Redis. Each client key has the limit. */
async function startGateways(keys: readonly string[], limit: number) {
  const children = [1, 2, 3].map(() =>
    startChild('limited-gateway.ts', redisUrl ?? '', keys.join(','), `${limit}`),
  );
  const urls = await Promise.all(children.map((child) => child.line()));
  const call = async (gateway: number, key: string) => {
    const url = `${urls[gateway]}/acme/sandbox/customerdb/v1/x`;
    return (await fetch(url, { headers: { 'x-client-id': key } })).status;
  };
  return { children, call };
}
type Gateways = Awaited<ReturnType<typeof startGateways>>;

/** Ends a gateway. @returns the number of its questions to Redis */
async function questionsOf(gateway: Child): Promise<number> {
  const ended = gateway.end();
  const count = Number(await gateway.line());
  await ended;
  return count;
}

describe.skipIf(!redisUrl)('gateways in three processes', () => {
  it(
    'admit exactly the 1,000 calls of a window, evenly spread or not, with far fewer questions to Redis',
    async () => {
      const limit = 1_000;
      const callers = 30;
      const spreads = new Map([
        [randomUUID(), [0, 1, 2]],
        [randomUUID(), [0, 0, 0, 0, 1, 2]],
      ]);
      const gateways = await startGateways([...spreads.keys()], limit);
      for (const [key, to] of spreads) {
        const statuses = new Map<number, number>();
        const caller = async (index: number) => {
          // Nobody tries again: who is refused knows that all of the window is used.
          for (let status = 200; status === 200; ) {
            status = await gateways.call(to[index % to.length] ?? 0, key);
            statuses.set(status, (statuses.get(status) ?? 0) + 1);
          }
        };
        await Promise.all(Array.from({ length: callers }, (_each, index) => caller(index)));
        expect([...statuses].sort(), `spread as ${to}`).toEqual([
          [200, limit],
          [429, callers],
        ]);
      }
      const questions = await Promise.all(gateways.children.map(questionsOf));
      expect(questions.reduce((sum, each) => sum + each)).toBeLessThan((spreads.size * limit) / 5);
    },
    STARTS_WITHIN_MS,
  );

  describe('that are called at once', () => {
    const limit = 100;
    /** A key for each try: what a try has used up is missing in the next. */
    const newKeys = () => [randomUUID(), randomUUID()];
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
      const key = keysOfTries.shift() ?? '';
      const statuses: number[] = [];
      for (let before = 0; before < 5; before += 1) statuses.push(await gateways.call(0, key));
      const burst = calls.flatMap((count, gateway) =>
        Array.from({ length: count }, () => gateways.call(gateway, key)),
      );
      statuses.push(...(await Promise.all(burst)));
      expect(statuses.filter((status) => status === 200).length).toBe(limit);
      expect(statuses.filter((status) => status === 429).length).toBe(5 + burst.length - limit);
    });
  });
});
