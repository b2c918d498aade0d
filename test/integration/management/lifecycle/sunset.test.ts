import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { SunsetWatch } from '../../../../src/control-plane/jobs/sunset-watch.ts';
import {
  type OverdueProduct,
  retireSunset,
} from '../../../../src/control-plane/management/lifecycle/sunset.ts';
import { change } from '../../../../src/infrastructure/database/change.ts';
import type { Database } from '../../../../src/infrastructure/database/database.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';
import { everyDatabase } from '../../../support/database.ts';
import { createApplicationRow, createCatalogProduct, createSandbox } from '../../../support/published.ts';
import { countUsage } from '../../../support/usage.ts';

const DAY_MS = 86_400_000;
const STATE = '{ state sunsetAt subscriptionCount }';
let world: CatalogWorld;
let made = 0;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
});
afterAll(() => world.close());
afterEach(() => expect(world.faults, 'no refusal was a fault').toEqual([]));

const inDays = (days: number) => new Date(world.deps.clock().getTime() + days * DAY_MS).toISOString();
/** A published product of its own, with a plan that asks for approval too. */
async function published(): Promise<string> {
  made += 1;
  const product = `product-${made}:1.0.0`;
  const plans = [{ title: 'Free' }, { title: 'Asked For', approvalRequired: true }];
  await world.product(product, { plans, publishTo: CATALOG });
  return product;
}
const deprecate = (product: string, sunsetAt?: string) =>
  world.lifecycle('deprecateProduct', { product, sunsetAt });
async function subscriptionOf(application: string): Promise<string> {
  const where = { application: { name: application } };
  return (await world.database.prisma.subscription.findFirstOrThrow({ where })).id;
}
const stateOf = async (product: string) => (await world.inCatalog<{ state: string }>(product, STATE)).state;
const overdue = async () =>
  (
    await world.query<{ overdueSunsets: { name: string }[] }>(
      '{ overdueSunsets { name state subscriptionCount } }',
    )
  ).overdueSunsets;

describe('at its sunset a deprecated product', () => {
  it('is retired by the platform when nobody is subscribed to it, and not before', async () => {
    const product = await published();
    await deprecate(product, inDays(30));
    world.pass(30 * DAY_MS - 1);
    expect(await world.changesNothing(() => retireSunset(world.deps))).toEqual({
      retired: [],
      overdue: [],
      faults: [],
    });
    expect(await stateOf(product)).toBe('DEPRECATED');

    world.pass(1);
    const { revision } = await world.database.prisma.org.findFirstOrThrow();
    expect(await retireSunset(world.deps)).toEqual({ retired: [product], overdue: [], faults: [] });
    expect(await stateOf(product)).toBe('RETIRED');
    expect(await world.database.prisma.org.findFirstOrThrow()).toMatchObject({ revision: revision + 1 });
    const event = await world.database.prisma.auditEvent.findFirst({ orderBy: { id: 'desc' } });
    expect(event).toMatchObject({
      actor: 'platform',
      action: 'retireProduct',
      subject: product,
      detail: {
        catalog: CATALOG,
        before: { [product]: { state: 'DEPRECATED', subscriptions: 0 } },
        after: { [product]: { state: 'RETIRED', subscriptions: 0 } },
      },
    });
    expect((await world.changesNothing(() => retireSunset(world.deps))).retired).toEqual([]);
  });

  it('is held while an application is subscribed, reported, and retired when the last has gone', async () => {
    const product = await published();
    const { name } = await world.client(`Holder of ${made}`, [product, 'free']);
    await deprecate(product, inDays(1));
    expect(await overdue()).toEqual([]);
    world.pass(DAY_MS);
    expect(await world.changesNothing(() => retireSunset(world.deps))).toMatchObject({
      retired: [],
      overdue: [{ org: 'acme', catalog: CATALOG, product, subscriptions: 1 }],
    });
    expect(await overdue()).toEqual([
      { name: product.slice(0, -6), state: 'DEPRECATED', subscriptionCount: 1 },
    ]);

    await world.mutate('deleteSubscription', { id: await subscriptionOf(name) }, '');
    expect(await overdue()).toEqual([]);
    expect((await retireSunset(world.deps)).retired).toEqual([product]);
    expect(await stateOf(product)).toBe('RETIRED');
  });

  it('is held by no subscription that waits or was rejected: those end with it', async () => {
    const product = await published();
    await world.client(`Waiting ${made}`, [product, 'asked-for']);
    const { name } = await world.client(`Rejected ${made}`, [product, 'asked-for']);
    await world.mutate('rejectSubscription', { id: await subscriptionOf(name) }, '{ id }');
    await deprecate(product, inDays(1));
    world.pass(DAY_MS);
    expect(await overdue()).toEqual([]);
    expect((await retireSunset(world.deps)).retired).toEqual([product]);
    expect(await world.inCatalog(product, STATE)).toMatchObject({ state: 'RETIRED', subscriptionCount: 0 });
  });

  it('is held only by calls of late, where that was said, and its subscriptions end with it', async () => {
    const product = await published();
    const { name: application } = await world.client(`Holder of ${made}`, [product, 'free']);
    const input = { product, sunsetAt: inDays(1), sunsetIfIdleDays: 30 };
    await world.lifecycle('deprecateProduct', input);
    expect(await world.inCatalog(product, '{ sunsetIfIdleDays }')).toEqual({ sunsetIfIdleDays: 30 });
    world.pass(DAY_MS);
    const series = { orgId: world.orgId, product, consumerOrg: 'consumers', application };
    const called = { ...series, hour: world.deps.clock(), outcome: 'ANSWERED', calls: 1 } as const;
    await countUsage(world.database, [called]);
    const { retired, overdue: held } = await world.changesNothing(() => retireSunset(world.deps));
    expect([retired, held]).toMatchObject([[], [{ product, subscriptions: 1 }]]);

    world.pass(30 * DAY_MS);
    expect(await retireSunset(world.deps)).toMatchObject({ retired: [product], faults: [] });
    expect(await world.inCatalog(product, STATE)).toMatchObject({ state: 'RETIRED', subscriptionCount: 0 });
  });

  it.each([
    [{ sunsetIfIdleDays: 30 }, 'sunsetIfIdleDays needs sunsetAt: say when the sunset is.'],
    [
      { sunsetAt: '2999-01-01T00:00:00Z', sunsetIfIdleDays: 401 },
      'sunsetIfIdleDays is 401: ask for 1 to 400.',
    ],
  ])('is not deprecated for days that mean nothing: %o', async (rule, message) => {
    const input = { product: await published(), ...rule };
    expect(await world.lifecycleRefused('deprecateProduct', input)).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'sunsetIfIdleDays'],
      message,
    });
  });

  it('is left alone without a sunset, and when it was published again', async () => {
    const [open, again] = [await published(), await published()];
    await deprecate(open);
    await deprecate(again, inDays(1));
    await world.lifecycle('publishProduct', { product: again });
    world.pass(365 * DAY_MS);
    expect(await world.changesNothing(() => retireSunset(world.deps))).toMatchObject({ retired: [] });
    expect([await stateOf(open), await stateOf(again)]).toEqual(['DEPRECATED', 'PUBLISHED']);
  });

  it('of another org is none of its business', async () => {
    const product = await published();
    await world.client(`Holder of ${made}`, [product, 'free']);
    await deprecate(product, inDays(1));
    world.pass(DAY_MS);
    await world.mutate('createOrg', { title: 'Other', name: 'other' });
    onTestFinished(async () => {
      await world.mutate('deleteOrg', { name: 'other' }, '');
    });
    const [acme, other] = [await world.as('VIEWER'), await world.as('VIEWER', 'other')];
    const document = '{ overdueSunsets { version } }';
    expect(await acme.query(document)).toEqual({ overdueSunsets: [{ version: '1.0.0' }] });
    expect(await other.query(document)).toEqual({ overdueSunsets: [] });
    await world.database.prisma.subscription.deleteMany();
    await retireSunset(world.deps);
  });
});

describe('what stands in the way of one', () => {
  it('leaves that as it was, to be tried again, and does not keep others from being retired', async () => {
    const [stuck, free] = [await published(), await published()];
    for (const product of [stuck, free]) await deprecate(product, inDays(1));
    world.pass(DAY_MS);
    await world.database.query(`
      CREATE OR REPLACE FUNCTION "refuseStuck"() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'the disk is full'; END $$`);
    await world.database.query(`
      CREATE TRIGGER stuck BEFORE INSERT ON "AuditEvent"
        FOR EACH ROW WHEN (NEW.subject = '${stuck}') EXECUTE FUNCTION "refuseStuck"()`);
    const { retired, faults } = await retireSunset(world.deps);
    expect(retired).toEqual([free]);
    expect(`${faults}`).toContain('the disk is full');
    expect(await stateOf(stuck)).toBe('DEPRECATED');

    await world.database.query('DROP TRIGGER stuck ON "AuditEvent"');
    expect(await retireSunset(world.deps)).toEqual({ retired: [stuck], overdue: [], faults: [] });
  });
});

describe('the watch of a process', () => {
  function watch(database: Pick<Database, 'prisma'> = world.database) {
    const [told, faults]: [OverdueProduct[], unknown[]] = [[], []];
    const sunsets = new SunsetWatch({
      database,
      clock: world.deps.clock,
      onOverdue: (product) => told.push(product),
      onFault: (fault) => faults.push(fault),
    });
    onTestFinished(() => sunsets.close());
    return { told, faults, sunsets };
  }

  it('tells of an overdue product once, counts it, and retires what is free', async () => {
    const [held, free] = [await published(), await published()];
    const { name } = await world.client(`Holder of ${held}`, [held, 'free']);
    for (const product of [held, free]) await deprecate(product, inDays(1));
    world.pass(DAY_MS);
    const { told, faults, sunsets } = watch();
    await sunsets.look();
    await sunsets.look();
    expect(told).toMatchObject([{ org: 'acme', catalog: CATALOG, product: held, subscriptions: 1 }]);
    expect(sunsets.overdue).toBe(1);
    expect(await stateOf(free)).toBe('RETIRED');

    await world.mutate('deleteSubscription', { id: await subscriptionOf(name) }, '');
    await sunsets.look();
    expect([sunsets.overdue, await stateOf(held)]).toEqual([0, 'RETIRED']);
    expect([told.length, faults]).toEqual([1, []]);
  });

  it('tells the operator when it cannot look, and looks again', async () => {
    const gone = new Error('gone');
    let isGone = true;
    const { prisma } = world.database;
    const database = {
      get prisma() {
        if (isGone) throw gone;
        return prisma;
      },
    };
    const product = await published();
    await deprecate(product, inDays(1));
    world.pass(DAY_MS);
    const { faults, sunsets } = watch(database);
    await sunsets.look();
    expect(faults).toContain(gone);
    isGone = false;
    await sunsets.look();
    expect(await stateOf(product)).toBe('RETIRED');
  });
});

describe.each(await everyDatabase())('on $name', ({ open }) => {
  it('of ten processes at the same sunset one retires the product, and only once', async () => {
    const database = await open();
    onTestFinished(() => database.close());
    const sandbox = await createSandbox(database);
    const clock = () => new Date('2027-01-02T00:00:00Z');
    const { id } = await createCatalogProduct(database, sandbox, { version: '1.0.0', state: 'DEPRECATED' });
    await database.prisma.catalogProduct.update({ where: { id }, data: { sunsetAt: clock() } });

    const reports = await Promise.all(Array.from({ length: 10 }, () => retireSunset({ database, clock })));
    expect(reports.flatMap(({ retired }) => retired)).toEqual(['customer:1.0.0']);
    expect(reports.flatMap(({ faults }) => faults)).toEqual([]);
    expect(await database.prisma.auditEvent.count()).toBe(1);
    expect(await database.prisma.org.findFirst()).toMatchObject({ revision: 1 });
  });

  it('a subscription that becomes active at the same moment is never ended: it holds the product, or comes too late', async () => {
    const database = await open();
    onTestFinished(() => database.close());
    const sandbox = await createSandbox(database);
    const application = await createApplicationRow(database, sandbox, { name: 'client' });
    const clock = () => new Date('2027-01-02T00:00:00Z');
    const product = await createCatalogProduct(database, sandbox, { version: '1.0.0', state: 'DEPRECATED' });
    await database.prisma.catalogProduct.update({ where: { id: product.id }, data: { sunsetAt: clock() } });
    const { id } = await database.prisma.subscription.create({
      data: {
        applicationId: application.id,
        catalogProductId: product.id,
        catalogPlanId: product.plans[0]?.id ?? '',
        state: 'PENDING_APPROVAL',
      },
    });
    const approve = change(
      database,
      { orgId: sandbox.orgId, actor: 'token:test', action: 'approveSubscription', subject: id },
      (transaction) => transaction.subscription.updateMany({ where: { id }, data: { state: 'ACTIVE' } }),
    );
    await Promise.all([approve, retireSunset({ database, clock }), retireSunset({ database, clock })]);
    const { state } = await database.prisma.catalogProduct.findFirstOrThrow();
    const active = await database.prisma.subscription.count({ where: { state: 'ACTIVE' } });
    expect([
      ['DEPRECATED', 1],
      ['RETIRED', 0],
    ]).toContainEqual([state, active]);
  });
});
