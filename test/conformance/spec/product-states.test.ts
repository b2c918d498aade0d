import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogWorld, type Change, openCatalog } from '../../support/catalog.ts';

/** spec.md, "States and transitions": "Product state in a catalog" and "API online state". */
let world: CatalogWorld;

beforeEach(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.product('customer:1.0.0', { publishTo: 'sandbox' });
  await world.product('customer:2.0.0', {
    plans: [
      { title: 'Silver', rateLimit: 200 },
      { title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' },
    ],
  });
  await world.client('Subscriber', ['customer:1.0.0', 'default-plan']);
});
afterEach(() => world.close());

const stateOf = async (product: string) =>
  (await world.inCatalog<{ state: string } | null>(product, '{ state }'))?.state;
const stage = () => world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
const supersede = () =>
  world.lifecycle('supersedeProduct', {
    old: 'customer:1.0.0',
    new: 'customer:2.0.0',
    plans: [{ source: 'default-plan', target: 'bronze' }],
  });
const subscribe = (product: string, plan: string) =>
  world.refused(
    'createSubscription',
    { catalog: 'sandbox', consumerOrg: 'consumers', application: 'subscriber', product, plan },
    '{ id }',
  );

describe('Product state in a catalog', () => {
  it('States named: Staged, Published, Deprecated', async () => {
    const { __type: type } = await world.query<{ __type: { enumValues: { name: string }[] } }>(
      '{ __type(name: "ProductState") { enumValues { name } } }',
    );
    const names = type.enumValues.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(['STAGED', 'PUBLISHED', 'DEPRECATED']));
  });

  it('(none) | Create product with the publish choice selected | Published | appears in the developer portal', async () => {
    expect(await world.inCatalog('customer:1.0.0', '{ state visibility }')).toEqual({
      state: 'PUBLISHED',
      visibility: 'PUBLIC',
    });
  });

  it('(none) | Stage product to catalog | product exists | Staged', async () => {
    expect(await stateOf('customer:2.0.0')).toBeUndefined();
    expect(await world.lifecycleRefused('stageProduct', { product: 'customer:9.9.9' })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    const { transitions } = await stage();
    expect(transitions).toEqual([{ product: 'customer:2.0.0', from: null, to: 'STAGED' }]);
  });

  it('Stage product: visibility and subscribability keep defaults', async () => {
    await stage();
    expect(await world.inCatalog('customer:2.0.0', '{ visibility subscribability }')).toEqual({
      visibility: 'PUBLIC',
      subscribability: 'AUTHENTICATED',
    });
  });

  it('Stage product: not visible to or subscribable by developers', async () => {
    await stage();
    expect(await subscribe('customer:2.0.0', 'silver')).toMatchObject({
      status: 409,
      code: 'NOT_SUBSCRIBABLE',
      message: 'customer:2.0.0 takes no new subscriptions: it is STAGED, not PUBLISHED.',
    });
  });

  it('Stage product: re-staging after edits updates the staged version', async () => {
    await stage();
    const limit = async () =>
      (await world.inCatalog<{ plans: { rateLimit: number }[] }>('customer:2.0.0', '{ plans { rateLimit } }'))
        .plans[0]?.rateLimit;
    await world.mutate('updatePlan', {
      product: 'customer:2.0.0',
      name: 'silver',
      plan: { title: 'Silver', rateLimit: 250 },
    });
    expect(await limit()).toBe(200);
    await stage();
    expect([await stateOf('customer:2.0.0'), await limit()]).toEqual(['STAGED', 250]);
  });

  it('Supersede: a target plan of the new product is chosen for each plan of the old product that has subscribers', async () => {
    await stage();
    const input = { old: 'customer:1.0.0', new: 'customer:2.0.0', plans: [] };
    expect(await world.changesNothing(() => world.lifecycleRefused('supersedeProduct', input))).toMatchObject(
      {
        status: 409,
        code: 'PLAN_UNMAPPED',
        message:
          'Each plan of customer:1.0.0 with subscriptions needs a target plan; without one: default-plan (1).',
      },
    );
  });

  it('Published (old version) | Supersede with a Staged product | Deprecated; Staged (new version) | Published', async () => {
    await stage();
    const { transitions } = await supersede();
    expect(transitions).toEqual([
      { product: 'customer:1.0.0', from: 'PUBLISHED', to: 'DEPRECATED' },
      { product: 'customer:2.0.0', from: 'STAGED', to: 'PUBLISHED' },
    ]);
    expect([await stateOf('customer:1.0.0'), await stateOf('customer:2.0.0')]).toEqual([
      'DEPRECATED',
      'PUBLISHED',
    ]);
  });

  it('Supersede: subscriptions to the old plan are mapped to the chosen target plan', async () => {
    await stage();
    await supersede();
    const selection =
      '{ subscriptions { plan { name } migrationTarget { product { version } plan { name } } } }';
    expect(await world.inCatalog('customer:1.0.0', selection)).toEqual({
      subscriptions: [
        {
          plan: { name: 'default-plan' },
          migrationTarget: { product: { version: '2.0.0' }, plan: { name: 'bronze' } },
        },
      ],
    });
  });
});

/** spec.md: "Transitions out of Deprecated: not shown in this material beyond the state existing". */
describe('Transitions out of Deprecated: not shown', () => {
  const actions = async (product: string) =>
    (await world.inCatalog<{ allowedActions: string[] }>(product, '{ allowedActions }')).allowedActions;

  beforeEach(async () => {
    await stage();
    await supersede();
  });

  it('Deprecated says what may be done with it: published again, or retired', async () => {
    expect(await actions('customer:1.0.0')).toEqual([
      'PUBLISH',
      'SET_MIGRATION_TARGET',
      'MIGRATE_SUBSCRIPTIONS',
      'RETIRE',
    ]);
  });

  it('Deprecated | Retire | Retired | its subscriptions end; undone, they are there again', async () => {
    const { subscriptions, undoToken } = (await world.lifecycle(
      'retireProduct',
      { product: 'customer:1.0.0' },
      '{ subscriptions { kind application } undoToken }',
    )) as Change & { undoToken: string };
    expect(subscriptions).toEqual([{ kind: 'ENDS', application: 'subscriber' }]);
    expect(await stateOf('customer:1.0.0')).toBe('RETIRED');
    await world.mutate('undoLifecycleChange', { token: undoToken }, '{ dryRun }');
    expect(await world.inCatalog('customer:1.0.0', '{ state subscriptionCount }')).toEqual({
      state: 'DEPRECATED',
      subscriptionCount: 1,
    });
  });

  it('Retired | Archive | Archived; Archived | Remove | (none)', async () => {
    for (const mutation of ['retireProduct', 'archiveProduct'])
      await world.lifecycle(mutation, { product: 'customer:1.0.0' });
    expect(await actions('customer:1.0.0')).toEqual(['REMOVE']);
    await world.lifecycle('removeProduct', { product: 'customer:1.0.0' });
    expect(await stateOf('customer:1.0.0')).toBeUndefined();
  });
});

describe('API online state', () => {
  it('publishing takes the APIs of a product Online', async () => {
    await world.product('online:1.0.0');
    await world.lifecycle('stageProduct', { product: 'online:1.0.0' });
    const online = () => world.inCatalog('online:1.0.0', '{ apis { onlineState } }');
    expect(await online()).toEqual({ apis: [{ onlineState: 'OFFLINE' }] });
    await world.lifecycle('publishProduct', { product: 'online:1.0.0' });
    expect(await online()).toEqual({ apis: [{ onlineState: 'ONLINE' }] });
  });
});
