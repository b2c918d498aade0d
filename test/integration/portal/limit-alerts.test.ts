import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { LimitAlerts } from '../../../src/data-plane/recorded/limit-alerts.ts';
import type { PlanLimit } from '../../../src/domain/plan/plan-limit.ts';
import { type CalledPortal, openCalledPortal } from '../../support/called-portal.ts';

const limit = (name: string, terms: Partial<PlanLimit>): PlanLimit => ({
  name,
  counts: 'CALLS',
  limit: 10,
  per: 'DAY',
  every: 1,
  timeZone: 'UTC',
  operations: [],
  ...terms,
});

let world: CalledPortal;
beforeAll(async () => {
  const measured = limit('measured', { limit: 1, mode: 'MEASURE' });
  const hourly = limit('hourly', { limit: 24, per: 'HOUR', timeZone: null });
  world = await openCalledPortal([
    { name: 'gold', title: 'Gold', rateLimit: null, limits: [limit('daily', {}), hourly, measured] },
  ]);
});
afterAll(() => world.close());
afterEach(() => expect(world.faults()).toEqual([]));

/** The alerts of a subscription, as they were told. */
async function told(id: string) {
  await world.flush();
  const events = await world.portal.database.prisma.event.findMany({
    where: { type: 'LIMIT_ALERT', detail: { path: ['id'], equals: id } },
    orderBy: { id: 'asc' },
  });
  return events.map(({ subject, detail }) => ({ subject, ...(detail as object) }));
}

describe('the use of a limit by the day', () => {
  it('is told at 80 and at 100 %, once a window for each, and anew in the next one', async () => {
    const { id, key } = await world.subscribed('gold');
    const calls = async (count: number) => {
      for (let n = 0; n < count; n += 1) await world.call(key);
    };
    await calls(7);
    expect(await told(id)).toEqual([]);
    await calls(2);
    const at80 = {
      subject: expect.stringMatching(/^consumers\/app-\d+$/),
      share: 80,
      limit: 'daily',
      endsAt: '2027-01-02T00:00:00Z',
      id,
      product: 'customer:1.0.0',
      plan: 'gold',
    };
    expect(await told(id)).toEqual([at80]);
    await calls(3);
    expect(await told(id)).toEqual([at80, { ...at80, share: 100 }]);
    await calls(3);
    expect(await told(id)).toHaveLength(2);

    world.portal.pass(24 * 3_600_000);
    await calls(9);
    expect(await told(id)).toEqual([
      at80,
      { ...at80, share: 100 },
      { ...at80, endsAt: '2027-01-03T00:00:00Z' },
    ]);
  });

  it('is told once by all gateways, and not of a subscription that has ended', async () => {
    const { id } = await world.subscribed('gold');
    const { database } = world.portal.deps;
    const gateways = [new LimitAlerts({ database }), new LimitAlerts({ database })];
    const endsAt = Date.parse('2027-05-01T00:00:00Z');
    const gone = '01890000-0000-7000-8000-000000000000';
    for (const gateway of gateways)
      for (const subscriptionId of [id, gone])
        gateway.note({ subscriptionId, limit: 'daily', share: 80, endsAt });
    await Promise.all(gateways.map((each) => each.write()));
    expect(await told(id)).toMatchObject([{ share: 80, endsAt: '2027-05-01T00:00:00Z' }]);
    expect(await told(gone)).toEqual([]);
  });

  it('is kept while the database is gone, and told afterwards', async () => {
    const { id } = await world.subscribed('gold');
    const { database } = world.portal.deps;
    let isGone = true;
    const query: typeof database.query = (...args) =>
      isGone ? Promise.reject(new Error('gone')) : database.query(...args);
    const gateway = new LimitAlerts({ database: { query } });
    gateway.note({
      subscriptionId: id,
      limit: 'daily',
      share: 100,
      endsAt: Date.parse('2027-05-01T00:00:00Z'),
    });
    await expect(gateway.write()).rejects.toThrow('gone');
    isGone = false;
    await gateway.write();
    expect(await told(id)).toMatchObject([{ share: 100 }]);
  });
});
