import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';

const DAY_MS = 86_400_000;
const SUBSCRIPTION = `id state product { version } plan { name }
  wayBack { product { version state } plan { name } until } migrationTarget { plan { name } }`;
const SUBSCRIBE = `mutation ($product: VersionedName!, $plan: String!) {
  subscribe(application: "mover", product: $product, plan: $plan) { ${SUBSCRIPTION} } }`;
const MIGRATE = `mutation ($id: ID!) { migrateSubscription(id: $id) { ${SUBSCRIPTION} } }`;
const UNDO = `mutation ($id: ID!) { undoMigration(id: $id) { ${SUBSCRIPTION} } }`;
const LIST = `{ application(name: "mover") { subscriptions { ${SUBSCRIPTION} } } }`;

let portal: PortalWorld;
let carol: PortalClient;
let id: string;
let oldId: string;
beforeEach(async () => {
  portal = await openPortal();
  carol = await portal.signIn('carol');
  oldId = (await portal.product()).id;
  await carol.run('mutation { createApplication(title: "Mover") { clientKey } }');
  const { subscribe } = await carol.run<{ subscribe: { id: string } }>(SUBSCRIBE, {
    product: 'customer:1.0.0',
    plan: 'default-plan',
  });
  id = subscribe.id;
  const plans = [{ name: 'bronze', title: 'Bronze' }];
  const { id: migrationTargetId } = await portal.product({ version: '2.0.0', plans });
  const migrationPlans = toStore([{ source: 'default-plan', target: 'bronze' }]);
  await change({ state: 'DEPRECATED', migrationTargetId, migrationPlans });
});
afterEach(async () => {
  // No refusal was a fault.
  expect(portal.faults).toEqual([]);
  await portal.close();
});

/** Changes the old product. */
async function change(data: Parameters<typeof portal.database.prisma.catalogProduct.update>[0]['data']) {
  await portal.database.prisma.catalogProduct.update({ where: { id: oldId }, data });
}
const subscriptions = async () =>
  (await carol.run<{ application: { subscriptions: unknown[] } }>(LIST)).application.subscriptions;
const migrations = () => portal.database.prisma.subscriptionMigration.count();

const wayBack = {
  product: { version: '1.0.0', state: 'DEPRECATED' },
  plan: { name: 'default-plan' },
  until: '2027-01-31T10:00:00.000Z',
};
const before = { product: { version: '1.0.0' }, plan: { name: 'default-plan' }, wayBack: null };
const noWayBack = { status: 409, code: 'UNDO_CONFLICT', path: ['id'] };

describe('a subscription that was migrated', () => {
  it('has a way back for 30 days, and had none before', async () => {
    expect(await subscriptions()).toMatchObject([before]);
    const moved = { id, product: { version: '2.0.0' }, plan: { name: 'bronze' }, wayBack };
    expect(await carol.run(MIGRATE, { id })).toMatchObject({ migrateSubscription: moved });
    expect(await subscriptions()).toMatchObject([moved]);
    portal.pass(30 * DAY_MS);
    carol = await portal.signIn('carol');
    expect(await subscriptions()).toMatchObject([{ id, wayBack: null }]);
    expect(await carol.refused(UNDO, { id })).toMatchObject(noWayBack);
  });

  it('goes back once, keeps its id, and can be migrated again', async () => {
    await carol.run(MIGRATE, { id });
    const back = { id, state: 'ACTIVE', ...before, migrationTarget: { plan: { name: 'bronze' } } };
    expect(await carol.run(UNDO, { id })).toEqual({ undoMigration: back });
    expect(await subscriptions()).toEqual([back]);
    expect(await migrations()).toBe(0);
    const event = await portal.database.prisma.auditEvent.findFirstOrThrow({ orderBy: { id: 'desc' } });
    expect(event).toMatchObject({ actor: 'consumer:carol', action: 'undoMigration', subject: id });
    expect(await carol.refused(UNDO, { id })).toMatchObject(noWayBack);
    expect(await carol.run(MIGRATE, { id })).toMatchObject({ migrateSubscription: { wayBack } });
  });

  it.each([
    ['is retired', { state: 'RETIRED' as const }],
    ['is past its sunset', { sunsetAt: new Date('2027-01-01T09:00:00Z') }],
  ])('stays where the product that it left %s', async (_what, data) => {
    await carol.run(MIGRATE, { id });
    await change(data);
    expect(await subscriptions()).toMatchObject([{ id, plan: { name: 'bronze' }, wayBack: null }]);
    expect(await carol.refused(UNDO, { id })).toMatchObject(noWayBack);
    expect(await migrations()).toBe(1);
  });

  it('stays where the application has subscribed to the old product again', async () => {
    await carol.run(MIGRATE, { id });
    await change({ state: 'PUBLISHED' });
    await carol.run(SUBSCRIBE, { product: 'customer:1.0.0', plan: 'default-plan' });
    expect(await subscriptions()).toMatchObject([{ id, wayBack: null }, { wayBack: null }]);
    expect(await carol.refused(UNDO, { id })).toMatchObject(noWayBack);
  });

  it("is not undone by another's hand", async () => {
    await carol.run(MIGRATE, { id });
    const dave = await portal.signIn('dave');
    expect(await dave.refused(UNDO, { id })).toMatchObject({ status: 404, code: 'NOT_FOUND', path: ['id'] });
    expect(await subscriptions()).toMatchObject([{ wayBack }]);
  });

  it('remembers no more than can be undone', async () => {
    await carol.run(MIGRATE, { id });
    await portal.database.prisma.subscriptionMigration.updateMany({
      data: { at: new Date('2026-12-01T00:00:00Z') },
    });
    await portal.database.prisma.subscription.updateMany({
      where: { id },
      data: await positionOf('default-plan'),
    });
    await carol.run(MIGRATE, { id });
    expect(await migrations()).toBe(1);
  });
});

async function positionOf(name: string) {
  const plan = await portal.database.prisma.catalogPlan.findFirstOrThrow({ where: { name } });
  return { catalogProductId: plan.catalogProductId, catalogPlanId: plan.id };
}
