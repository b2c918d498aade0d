import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { readClients } from '../../../src/data-plane/snapshot/read-clients.ts';
import { type OwnLimits, ownLimits } from '../../../src/domain/plan/own-limits.ts';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { type CalledPortal, openCalledPortal } from '../../support/called-portal.ts';

const SECOND = 1000;
const USAGE = `query ($id: ID!) { subscription(id: $id) {
  ownLimits { rateLimit until limits { name } } usage { limit remaining } } }`;

let world: CalledPortal;
let id: string;
let key: string;

beforeAll(async () => {
  const gold = { name: 'gold', title: 'Gold', rateLimit: 3 };
  world = await openCalledPortal([gold, { ...gold, name: 'silver', title: 'Silver' }]);
});
beforeEach(async () => {
  ({ id, key } = await world.subscribed('gold'));
});
afterAll(() => world.close());
afterEach(() => expect(world.faults(), 'no refusal was a fault').toEqual([]));

const call = () => world.call(key);
/** Sets own limits that end in so many seconds, and waits until the gateway has them. */
async function set(draft: Parameters<typeof ownLimits>[0], seconds: number | null) {
  const now = world.portal.deps.clock();
  const until = seconds === null ? null : new Date(now.getTime() + seconds * SECOND);
  const own: OwnLimits = ownLimits(draft, {
    plan: 'gold',
    until,
    reason: 'Secret deal',
    now,
    path: ['input'],
  });
  await world.update(id, { ownLimits: toStore(own) });
}
describe('own limits of a subscription', () => {
  it('hold in place of those of the plan until their end, and each window keeps its count', async () => {
    expect([await call(), await call(), await call(), await call()]).toEqual([
      { status: 200, code: undefined, left: '"gold";r=2' },
      { status: 200, code: undefined, left: '"gold";r=1' },
      { status: 200, code: undefined, left: '"gold";r=0' },
      { status: 429, code: 'RATE_LIMIT_EXCEEDED', left: '"gold";r=0' },
    ]);
    await set({ rateLimit: 5, limits: [{ name: 'burst', limit: 4, per: 'MINUTE' }] }, 60);
    expect(await call()).toEqual({ status: 200, code: undefined, left: '"gold";r=1' });
    expect(await world.carol.run(USAGE, { id })).toEqual({
      subscription: {
        ownLimits: {
          rateLimit: 5,
          until: new Date(world.portal.deps.clock().getTime() + 60 * SECOND).toISOString(),
          limits: [{ name: 'burst' }],
        },
        usage: { limit: 5, remaining: 1 },
      },
    });

    const held = world.feed.current();
    world.portal.pass(60 * SECOND);
    expect(await call()).toEqual({ status: 429, code: 'RATE_LIMIT_EXCEEDED', left: '"gold";r=0' });
    expect(world.feed.current(), 'nothing was published').toBe(held);
    expect(await world.carol.run(USAGE, { id })).toMatchObject({
      subscription: { ownLimits: null, usage: { limit: 3 } },
    });
  });

  it('have no end where none is given, and allow everything where they limit nothing', async () => {
    await set({}, null);
    expect(await call()).toEqual({ status: 200, code: undefined, left: undefined });
    expect(await world.carol.run(USAGE, { id })).toEqual({
      subscription: {
        ownLimits: { rateLimit: null, until: null, limits: [] },
        usage: { limit: null, remaining: null },
      },
    });
  });

  it('rest under a plan of another name', async () => {
    await set({}, null);
    const silver = await world.portal.database.prisma.catalogPlan.findFirstOrThrow({
      where: { name: 'silver' },
    });
    await world.update(id, { catalogPlanId: silver.id });
    expect(await call()).toEqual({ status: 200, code: undefined, left: '"silver";r=2' });
    expect(await world.carol.run(USAGE, { id })).toMatchObject({ subscription: { ownLimits: null } });
  });

  it('are never told with their reason', async () => {
    await set({ rateLimit: 7 }, null);
    const packed: unknown[] = [];
    for await (const clients of readClients(world.portal.database.prisma, [key])) packed.push(clients);
    expect(`${packed}`).toContain('"rateLimit": 7');
    expect(`${packed}`).not.toContain('Secret deal');
    expect(
      await world.carol.refused('query ($id: ID!) { subscription(id: $id) { ownLimits { reason } } }', {
        id,
      }),
    ).toMatchObject({
      code: 'GRAPHQL_VALIDATION_FAILED',
    });
  });
});
