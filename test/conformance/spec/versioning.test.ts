import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../support/catalog.ts';

/** spec.md, "Versioning": what holds of products and subscriptions. */
const PRODUCT = '{ name version apis { name version } plans { name } }';

let world: CatalogWorld;
let subscriptionId: string;

beforeEach(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  await world.api('customerdb:2.0.0');
  await world.product('customer:1.0.0', { publishTo: 'sandbox' });
  const { name } = await world.client('Subscriber', ['customer:1.0.0', 'default-plan']);
  const { id } = await world.database.prisma.subscription.findFirstOrThrow({
    where: { application: { name } },
  });
  subscriptionId = id;
});
afterEach(() => world.close());

const createNewVersion = () =>
  world.mutate(
    'createProduct',
    {
      title: 'customer',
      version: '2.0.0',
      apis: ['customerdb:2.0.0'],
      plans: [
        { title: 'Gold', rateLimit: 500 },
        { title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' },
      ],
    },
    PRODUCT,
  );
const stage = () => world.lifecycle('stageProduct', { product: 'customer:2.0.0' });
const supersede = () =>
  world.lifecycle('supersedeProduct', {
    old: 'customer:1.0.0',
    new: 'customer:2.0.0',
    plans: [{ source: 'default-plan', target: 'bronze' }],
  });

describe('Versioning', () => {
  it('3. a product carries its own version and references a specific API version', async () => {
    expect(await createNewVersion()).toMatchObject({
      version: '2.0.0',
      apis: [{ name: 'customerdb', version: '2.0.0' }],
    });
    expect(await world.query(`{ product(product: "customer:1.0.0") ${PRODUCT} }`)).toMatchObject({
      product: { version: '1.0.0', apis: [{ name: 'customerdb', version: '1.0.0' }] },
    });
  });

  it('2. the new version is changed independently, so that existing consumers are not broken', async () => {
    await createNewVersion();
    const selection = '{ state apis { version } plans { name rateLimit } subscriptionCount }';
    const before = await world.inCatalog('customer:1.0.0', selection);
    await world.mutate('updatePlan', {
      product: 'customer:2.0.0',
      name: 'gold',
      plan: { title: 'Gold', rateLimit: 1 },
    });
    await stage();
    expect(await world.inCatalog('customer:1.0.0', selection)).toEqual(before);
  });

  it('4. supersede: Default Plan subscribers go to Bronze; the old version becomes deprecated and the new one is published', async () => {
    await createNewVersion();
    await stage();
    const { subscriptions } = await supersede();
    expect(subscriptions).toMatchObject([
      {
        application: 'subscriber',
        kind: 'OFFERED',
        fromPlan: 'default-plan',
        toProduct: 'customer:2.0.0',
        toPlan: 'bronze',
      },
    ]);
    expect(await world.inCatalog('customer:1.0.0', '{ state subscriptionCount }')).toEqual({
      state: 'DEPRECATED',
      subscriptionCount: 1,
    });
    expect(await world.inCatalog('customer:2.0.0', '{ state subscriptionCount }')).toEqual({
      state: 'PUBLISHED',
      subscriptionCount: 0,
    });
  });

  it('5. a subscription migrates to the plan of the new product version', async () => {
    await createNewVersion();
    await stage();
    await supersede();
    const moved = await world.mutate(
      'migrateSubscription',
      { id: subscriptionId },
      '{ id product { version } plan { name } migrationTarget { plan { name } } }',
    );
    expect(moved).toEqual({
      id: subscriptionId,
      product: { version: '2.0.0' },
      plan: { name: 'bronze' },
      migrationTarget: null,
    });
    expect(await world.inCatalog('customer:1.0.0', '{ subscriptionCount }')).toEqual({
      subscriptionCount: 0,
    });
  });

  it('7. deprecate: a deprecated product takes no new subscription', async () => {
    await world.lifecycle('deprecateProduct', { product: 'customer:1.0.0' });
    const { name: application } = await world.client('Late');
    const address = { catalog: 'sandbox', consumerOrg: 'consumers', application };
    expect(
      await world.refused(
        'createSubscription',
        { ...address, product: 'customer:1.0.0', plan: 'default-plan' },
        '{ id }',
      ),
    ).toMatchObject({
      status: 409,
      code: 'NOT_SUBSCRIBABLE',
      message: 'customer:1.0.0 takes no new subscriptions: it is DEPRECATED, not PUBLISHED.',
    });
  });
});
