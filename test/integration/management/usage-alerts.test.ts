import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { tellUsageAlerts } from '../../../src/control-plane/jobs/usage-alerts.ts';
import { HOUR_MS } from '../../../src/domain/call/usage.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../support/catalog.ts';
import { countUsage } from '../../support/usage.ts';

const HOUR = Date.parse('2027-01-20T14:00:00Z');
const AFTER_HOUR = new Date(HOUR + HOUR_MS + 300_000);

let world: CatalogWorld;
beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { plans: [{ title: 'Gold' }], publishTo: CATALOG });
});
afterAll(() => world.close());
beforeEach(() => world.database.prisma.usageWatch.deleteMany());
afterEach(() => expect(world.faults).toEqual([]));

let count = 0;
/** Subscribes an application that no other test knows, and counts its calls by hours before the judged one. */
async function subscribed(...hours: [before: number, calls: number][]): Promise<string> {
  count += 1;
  await world.client(`Shop ${count}`, ['customer:1.0.0', 'gold']);
  const { id } = await world.database.prisma.subscription.findFirstOrThrow({
    where: { application: { name: `shop-${count}` } },
  });
  await countUsage(
    world.database,
    hours.map(([before, calls]) => ({
      orgId: world.orgId,
      subscriptionId: id,
      hour: new Date(HOUR - before * HOUR_MS),
      outcome: 'ANSWERED' as const,
      calls,
    })),
  );
  return id;
}

const alerts = (usageAlerts: object | null) => world.mutate('updateCatalog', { name: CATALOG, usageAlerts });
/** The job of three processes at once. */
const sweep = (at: Date = AFTER_HOUR) => {
  const deps = { database: world.database, clock: () => at };
  return Promise.all([1, 2, 3].map(() => tellUsageAlerts(deps)));
};

async function told(id: string) {
  const events = await world.database.prisma.event.findMany({
    where: { type: 'USAGE_ALERT', detail: { path: ['id'], equals: id } },
    orderBy: { id: 'asc' },
  });
  return events.map(({ subject, detail }) => ({ subject, ...(detail as object) }));
}

describe('the usage of a subscription', () => {
  it('is told of by an event where it has a spike, once over all processes, and not while the hour may still grow', async () => {
    await alerts({});
    const id = await subscribed([0, 700], [24, 90]);
    await sweep(new Date(HOUR + HOUR_MS + 299_999));
    expect(await told(id)).toEqual([]);
    await sweep();
    const spike = {
      subject: `consumers/shop-${count}`,
      kind: 'SPIKE',
      since: '2027-01-20T14:00:00Z',
      calls: 700,
      usual: 90,
      id,
      product: 'customer:1.0.0',
      plan: 'gold',
    };
    expect(await told(id)).toEqual([spike]);
    await world.database.prisma.usageWatch.deleteMany();
    await sweep();
    expect(await told(id), 'also where nobody knows any more what was judged').toEqual([spike]);
  });

  it('is told of where it ends', async () => {
    await alerts({ silentHours: 3, spikeCalls: 1_000 });
    const id = await subscribed(...[3, 28, 52, 76, 100, 124, 148].map((hour): [number, number] => [hour, 9]));
    await sweep();
    expect(await told(id)).toEqual([
      expect.objectContaining({ kind: 'SILENCE', since: '2027-01-20T12:00:00Z', calls: 0, usual: 9 }),
    ]);
  });

  it('of hours that nobody judged when they closed is told later, and that of a catalog that does not ask never', async () => {
    await alerts(null);
    const id = await subscribed([-5, 900]);
    await sweep(new Date(HOUR + 9 * HOUR_MS));
    expect(await told(id)).toEqual([]);
    await alerts({});
    await sweep();
    await sweep(new Date(HOUR + 9 * HOUR_MS));
    expect(await told(id)).toEqual([expect.objectContaining({ kind: 'SPIKE', calls: 900 })]);
  });

  it('is judged page by page, however many there are', async () => {
    await alerts({});
    const { prisma } = world.database;
    const first = await prisma.subscription.findUniqueOrThrow({
      where: { id: await subscribed() },
      include: { application: true },
    });
    const { catalogId } = await prisma.consumerOrg.findUniqueOrThrow({
      where: { id: first.application.consumerOrgId },
    });
    const { id: consumerOrgId } = await prisma.consumerOrg.create({
      data: { catalogId, name: 'crowd', title: 'Crowd' },
    });
    const named = Array.from({ length: 120 }, (_, at) => `many-${at}`);
    await prisma.application.createMany({
      data: named.map((name) => ({ name, title: name, consumerOrgId })),
    });
    const applications = await prisma.application.findMany({ where: { name: { startsWith: 'many-' } } });
    const { catalogProductId, catalogPlanId, state } = first;
    await prisma.subscription.createMany({
      data: applications.map(({ id }) => ({ applicationId: id, catalogProductId, catalogPlanId, state })),
    });
    const many = await prisma.subscription.findMany({
      where: { application: { name: { startsWith: 'many-' } } },
    });
    const hour = new Date(HOUR + 30 * HOUR_MS);
    const counted = { orgId: world.orgId, hour, outcome: 'LIMITED' as const, calls: 200 };
    await countUsage(
      world.database,
      many.map(({ id }) => ({ ...counted, subscriptionId: id })),
    );
    await sweep(new Date(hour.getTime() + 2 * HOUR_MS - 1));
    const events = await prisma.event.count({
      where: { type: 'USAGE_ALERT', subject: { startsWith: 'crowd/many-' } },
    });
    expect(events).toBe(120);
  });
});

describe('usageAlerts of a catalog', () => {
  it('is checked, and is told in the audit', async () => {
    const selection = '{ usageAlerts { spikeFactor spikeCalls silentHours } }';
    expect(
      await world.mutate('updateCatalog', { name: CATALOG, usageAlerts: { silentHours: 48 } }, selection),
    ).toEqual({ usageAlerts: { spikeFactor: 5, spikeCalls: 100, silentHours: 48 } });
    expect(
      await world.refused('updateCatalog', { name: CATALOG, usageAlerts: { spikeFactor: 1 } }, '{ name }'),
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'spikeFactor is 1: give a whole number from 2 to 1000.',
      path: ['input', 'usageAlerts', 'spikeFactor'],
    });
    const audit = await world.database.prisma.auditEvent.findFirstOrThrow({ orderBy: { at: 'desc' } });
    expect(JSON.stringify(audit.detail)).toContain('"usageAlerts"');
    expect(await world.mutate('updateCatalog', { name: CATALOG, usageAlerts: null }, selection)).toEqual({
      usageAlerts: null,
    });
  });
});
