import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { limitKeyOf } from '../../../../src/domain/plan/limit-keys.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

const address = { catalog: CATALOG, consumerOrg: 'consumers' };
const SUBSCRIPTION = `{ id state application { name } product { name version } plan { name rateLimit }
  migrationTarget { plan { name } } usage { limit remaining resetsAt } }`;

type Subscription = { readonly id: string; readonly state: string };

let world: CatalogWorld;
let application: string;

beforeAll(async () => {
  world = await openCatalog();
  await world.api('customerdb:1.0.0');
  const plans = [
    {
      title: 'Bronze',
      rateLimit: 2,
      rateLimitUnit: 'MINUTE',
      graphQLCostLimit: 20,
      limits: [{ limit: 9, per: 'HOUR' }],
    },
    { title: 'Free' },
    { title: 'Asked For', approvalRequired: true },
  ];
  for (const product of ['customer:1.0.0', 'other:1.0.0', 'third:1.0.0'])
    await world.product(product, { plans, publishTo: CATALOG });
  ({ name: application } = await world.client('Client', ['customer:1.0.0', 'bronze']));
});
afterAll(() => world.close());

const subscribe = (application: string, product: string, plan: string) =>
  world.mutate<Subscription>('createSubscription', { ...address, application, product, plan }, SUBSCRIPTION);

it('a change of a subscription reads neither the plans nor the products of all orgs', async () => {
  const { prisma } = world.database;
  const { name } = await world.client('Scanned');
  const { id } = await subscribe(name, 'third:1.0.0', 'bronze');
  const { id: catalogPlanId } = await prisma.catalogPlan.findFirstOrThrow({
    where: { name: 'free', catalogProduct: { name: 'third' } },
  });
  // So many that no database would rather read all of them.
  const many = 2_000;
  await prisma.$executeRaw`
    WITH product AS (
      INSERT INTO "CatalogProduct" ("id", "catalogId", "name", "title", "version", "state", "visibility", "subscribability")
      SELECT gen_random_uuid(), "catalogId", 'one-of-many-' || n, 'One of many', '1.0.0', 'STAGED', "visibility", "subscribability"
      FROM "CatalogProduct", generate_series(1, ${many}) n WHERE "name" = 'third' RETURNING "id")
    INSERT INTO "CatalogPlan" ("id", "catalogProductId", "position", "name", "title")
    SELECT gen_random_uuid(), "id", 0, 'plan', 'Plan' FROM product`;
  await prisma.$executeRaw`ANALYZE "CatalogProduct", "CatalogPlan"`;
  // What a session has counted before and not yet handed on is in it, too.
  const rowsRead = async (transaction: Pick<typeof prisma, '$queryRaw'>) => {
    const [found] = await transaction.$queryRaw<{ rows: number }[]>`
      SELECT sum("seq_tup_read")::int AS "rows" FROM pg_stat_xact_user_tables
      WHERE "relname" IN ('CatalogPlan', 'CatalogProduct', 'PriceChange')`;
    return found?.rows ?? 0;
  };
  const read = await prisma.$transaction(async (transaction) => {
    const before = await rowsRead(transaction);
    await transaction.subscription.updateMany({ where: { id }, data: { catalogPlanId } });
    return (await rowsRead(transaction)) - before;
  });
  expect(read).toBeLessThan(many);
});

describe('createSubscription', () => {
  it('is active at once', async () => {
    const { name } = await world.client('New');
    expect(await subscribe(name, 'customer:1.0.0', 'bronze')).toEqual({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      state: 'ACTIVE',
      application: { name },
      product: { name: 'customer', version: '1.0.0' },
      plan: { name: 'bronze', rateLimit: 2 },
      migrationTarget: null,
      usage: { limit: 2, remaining: 2, resetsAt: null },
    });
  });

  it('waits for approval where the plan asks for it', async () => {
    expect(await subscribe(application, 'third:1.0.0', 'asked-for')).toMatchObject({
      state: 'PENDING_APPROVAL',
    });
  });

  it.each([
    [
      'a second one to a product, on whatever plan',
      { product: 'customer:1.0.0', plan: 'free' },
      { status: 409, code: 'SUBSCRIPTION_EXISTS', path: ['input', 'product'] },
    ],
    [
      'an unknown plan',
      { plan: 'platinum' },
      {
        status: 404,
        code: 'NOT_FOUND',
        path: ['input', 'plan'],
        message: 'other:1.0.0 has no plan platinum; it has bronze, free, asked-for.',
      },
    ],
    [
      'a product that is not in the catalog',
      { product: 'nothing:1.0.0' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'product'] },
    ],
    [
      'an unknown application',
      { application: 'nothing' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'application'] },
    ],
    [
      'an unknown consumer org',
      { consumerOrg: 'nobody' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'consumerOrg'] },
    ],
  ])('refuses %s, and leaves nothing behind', async (_what, changes, expected) => {
    const input = { ...address, application, product: 'other:1.0.0', plan: 'bronze', ...changes };
    const refused = await world.changesNothing(() => world.refused('createSubscription', input, '{ id }'));
    expect(refused).toMatchObject(expected);
  });

  it.each([
    ['staged', (product: string) => world.lifecycle('stageProduct', { product })],
    [
      'deprecated',
      async (product: string) => {
        await world.lifecycle('publishProduct', { product });
        await world.lifecycle('deprecateProduct', { product });
      },
    ],
    [
      'closed to subscriptions',
      (product: string) => world.lifecycle('publishProduct', { product, subscribability: 'DISABLED' }),
    ],
    [
      'open to chosen consumer orgs',
      (product: string) => world.lifecycle('publishProduct', { product, subscribability: 'CUSTOM' }),
    ],
  ])('refuses a product that is %s', async (what, prepare) => {
    const product = `${what.replaceAll(' ', '-')}:1.0.0`;
    await world.product(product);
    await prepare(product);
    const input = { ...address, application, product, plan: 'default-plan' };
    expect(
      await world.changesNothing(() => world.refused('createSubscription', input, '{ id }')),
    ).toMatchObject({
      status: 409,
      code: 'NOT_SUBSCRIBABLE',
      path: ['input', 'product'],
    });
  });

  it('asked for twenty times at once, happens once', async () => {
    const { name } = await world.client('Race');
    const answers = await Promise.all(
      Array.from({ length: 20 }, () =>
        world.send(
          'mutation ($input: CreateSubscriptionInput!) { createSubscription(input: $input) { id } }',
          {
            input: { ...address, application: name, product: 'other:1.0.0', plan: 'free' },
          },
        ),
      ),
    );
    const codes = answers.map(({ errors }) => errors[0]?.extensions.code ?? 'done').sort();
    expect(codes).toEqual([...Array.from({ length: 19 }, () => 'SUBSCRIPTION_EXISTS'), 'done']);
  });
});

describe('the usage of a subscription', () => {
  const document = `{ application(catalog: "${CATALOG}", consumerOrg: "consumers", name: "measured") {
    subscriptions { product { name } usage { limit remaining resetsAt graphQLCost { limit remaining } limits { limit { name limit } remaining } } } } }`;

  it("is the plan's windows as they stand: each opens with what it counts first", async () => {
    const { name } = await world.client('Measured', ['customer:1.0.0', 'bronze'], ['other:1.0.0', 'free']);
    const subscription = await world.database.prisma.subscription.findFirstOrThrow({
      where: { application: { name }, catalogProduct: { name: 'customer' } },
    });
    const key = limitKeyOf(subscription.applicationId, subscription.catalogPlanId);
    await world.deps.limits.consume(key, { limit: 2, windowSeconds: 60 });
    await world.deps.limits.consume(`${key}:calls:per-hour`, { limit: 9, windowSeconds: 3600 }, 4);
    await world.deps.limits.consume(`${key}:cost`, { limit: 20, windowSeconds: 3600 }, 5);
    const { application: found } = await world.query<{
      application: { subscriptions: { usage: { resetsAt: string } }[] };
    }>(document);
    expect(found.subscriptions).toEqual([
      {
        product: { name: 'customer' },
        usage: {
          limit: 2,
          remaining: 1,
          resetsAt: expect.any(String),
          graphQLCost: { limit: 20, remaining: 15 },
          limits: [{ limit: { name: 'per-hour', limit: 9 }, remaining: 5 }],
        },
      },
      {
        product: { name: 'other' },
        usage: { limit: null, remaining: null, resetsAt: null, graphQLCost: null, limits: [] },
      },
    ]);
    const seconds =
      (Date.parse(found.subscriptions[0]?.usage.resetsAt ?? '') - world.deps.clock().getTime()) / 1000;
    expect(seconds).toBeGreaterThan(50);
    expect(seconds).toBeLessThanOrEqual(60);
  });
});

describe('deleteSubscription', () => {
  it('ends it', async () => {
    const { name } = await world.client('Ends', ['customer:1.0.0', 'bronze']);
    const { id } = await world.database.prisma.subscription.findFirstOrThrow({
      where: { application: { name } },
    });
    expect(await world.mutate('deleteSubscription', { id }, '')).toBe(true);
    expect(await world.refused('deleteSubscription', { id }, '')).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      path: ['input', 'id'],
    });
  });

  it('does not find one of another org, nor what is no id', async () => {
    const { id } = await world.database.prisma.subscription.findFirstOrThrow();
    await world.mutate('createOrg', { title: 'Globex' });
    onTestFinished(async () => void (await world.mutate('deleteOrg', { name: 'globex' }, '')));
    const stranger = await world.as('ADMINISTRATOR', 'globex');
    for (const wanted of [id, '1', '..'])
      expect(await stranger.refused('deleteSubscription', { id: wanted }, '')).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
      });
    expect(await world.database.prisma.subscription.count({ where: { id } })).toBe(1);
  });
});
