import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

const PRODUCT = `{ name title version visibility subscribability apis { name version }
  plans { name title rateLimit rateLimitUnit maxConcurrentCalls maxGraphQLCost maxGraphQLDepth approvalRequired }
  catalogProducts { state catalog { name } } }`;
const defaultPlan = {
  name: 'default-plan',
  title: 'Default Plan',
  rateLimit: 100,
  rateLimitUnit: 'HOUR',
  maxConcurrentCalls: 100,
  maxGraphQLCost: null,
  maxGraphQLDepth: null,
  approvalRequired: false,
};
const DRAFT =
  'query ($product: VersionedName!) { product(product: $product) { plans { name } apis { name } title } }';

let world: CatalogWorld;

beforeAll(async () => {
  world = await openCatalog();
  for (const api of ['customerdb:1.0.0', 'customerdb:2.0.0', 'orders:1.0.0']) await world.api(api);
  await world.product('customer:1.0.0');
  await world.product('customer:2.0.0', { plans: ['Gold', 'Silver', 'Bronze'].map((title) => ({ title })) });
});
afterAll(() => world.close());

const planNames = async (product: string) => {
  const { product: draft } = await world.query<{ product: { plans: { name: string }[] } }>(DRAFT, {
    product,
  });
  return draft.plans.map(({ name }) => name);
};

describe('createProduct', () => {
  it('starts with Default Plan, public, version 1.0.0, in no catalog', async () => {
    const product = await world.mutate(
      'createProduct',
      { title: 'Fresh', apis: ['customerdb:1.0.0'] },
      PRODUCT,
    );
    expect(product).toEqual({
      name: 'fresh',
      title: 'Fresh',
      version: '1.0.0',
      visibility: 'PUBLIC',
      subscribability: 'AUTHENTICATED',
      apis: [{ name: 'customerdb', version: '1.0.0' }],
      plans: [defaultPlan],
      catalogProducts: [],
    });
  });

  it('keeps APIs and plans in the order given, instead of Default Plan', async () => {
    const input = {
      title: 'Ordered',
      version: '2.0.0',
      apis: ['orders:1.0.0', 'customerdb:2.0.0'],
      plans: [
        { title: 'Gold', rateLimit: 500 },
        { title: 'Silver', rateLimit: 250 },
        { title: 'Bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' },
      ],
    };
    const product = await world.mutate('createProduct', input, PRODUCT);
    expect(product).toMatchObject({
      apis: [{ name: 'orders' }, { name: 'customerdb' }],
      plans: [
        { name: 'gold', rateLimit: 500, rateLimitUnit: 'HOUR' },
        { name: 'silver', rateLimit: 250, rateLimitUnit: 'HOUR' },
        { name: 'bronze', rateLimit: 2, rateLimitUnit: 'MINUTE' },
      ],
    });
  });

  it('publishes at once where asked to', async () => {
    const input = { title: 'At Once', apis: ['customerdb:1.0.0'], publishTo: 'sandbox' };
    expect(await world.mutate('createProduct', input, PRODUCT)).toMatchObject({
      catalogProducts: [{ state: 'PUBLISHED', catalog: { name: 'sandbox' } }],
    });
  });

  it.each([
    ['without APIs', { apis: [] }, { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'apis'] }],
    [
      'of an API that is named twice',
      { apis: ['orders:1.0.0', 'orders:1.0.0'] },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'apis', 1] },
    ],
    [
      'of an unknown API',
      { apis: ['orders:1.0.0', 'orders:9.9.9'] },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'apis', 1] },
    ],
    ['without plans', { plans: [] }, { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'plans'] }],
    [
      'with two plans of one name',
      { plans: [{ title: 'A' }, { title: 'a' }] },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'plans', 1] },
    ],
    [
      'with a limit of nothing',
      { plans: [{ title: 'A', rateLimit: 0 }] },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'plans', 0, 'rateLimit'] },
    ],
    [
      'that exists',
      { title: 'Customer', version: '2.0.0' },
      { status: 409, code: 'NAME_TAKEN', path: ['input', 'version'] },
    ],
    [
      'for an unknown catalog',
      { publishTo: 'nowhere' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'publishTo'] },
    ],
    ['of an unknown org', { org: 'nobody' }, { status: 404, code: 'NOT_FOUND', path: ['input', 'org'] }],
  ])('refuses a product %s, and leaves nothing behind', async (_what, changes, expected) => {
    const input = { title: 'Refused', apis: ['customerdb:1.0.0'], ...changes };
    const refused = await world.changesNothing(() => world.refused('createProduct', input));
    expect(refused).toMatchObject(expected);
  });

  it('needs the role DEVELOPER', async () => {
    const viewer = await world.as('VIEWER');
    const input = { title: 'Refused', apis: ['customerdb:1.0.0'] };
    expect(await viewer.refused('createProduct', input)).toMatchObject({ status: 403, code: 'FORBIDDEN' });
  });
});

describe('updateProduct', () => {
  it('changes what is given; a list replaces the whole list', async () => {
    await world.product('edited:1.0.0');
    const changes = { title: 'Edited', apis: ['orders:1.0.0', 'customerdb:1.0.0'], visibility: 'CUSTOM' };
    expect(
      await world.mutate('updateProduct', { product: 'edited:1.0.0', ...changes }, PRODUCT),
    ).toMatchObject({
      title: 'Edited',
      visibility: 'CUSTOM',
      subscribability: 'AUTHENTICATED',
      apis: [{ name: 'orders' }, { name: 'customerdb' }],
      plans: [defaultPlan],
    });
    const plans = [{ title: 'B' }, { title: 'A' }];
    await world.mutate('updateProduct', { product: 'edited:1.0.0', plans });
    expect(await planNames('edited:1.0.0')).toEqual(['b', 'a']);
  });

  it('leaves the copy in a catalog as it is', async () => {
    await world.product('fixed:1.0.0', { publishTo: 'sandbox' });
    await world.mutate('updateProduct', {
      product: 'fixed:1.0.0',
      title: 'Changed',
      apis: ['orders:1.0.0'],
      plans: [{ title: 'New' }],
    });
    expect(await world.inCatalog('fixed:1.0.0', '{ title apis { name } plans { name } }')).toEqual({
      title: 'fixed',
      apis: [{ name: 'customerdb' }],
      plans: [{ name: 'default-plan' }],
    });
  });

  it.each([
    [
      'an unknown product',
      { product: 'nothing:1.0.0' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'product'] },
    ],
    ['null for a title', { title: null }, { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'title'] }],
    ['no APIs', { apis: [] }, { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'apis'] }],
    ['no plans', { plans: [] }, { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'plans'] }],
  ])('refuses %s', async (_what, changes, expected) => {
    const refused = await world.changesNothing(() =>
      world.refused('updateProduct', { product: 'customer:1.0.0', ...changes }),
    );
    expect(refused).toMatchObject(expected);
  });
});

describe('saveProductAsNewVersion', () => {
  it('copies the product, alike but for the version; neither changes with the other', async () => {
    const original = await world.query(`{ product(product: "customer:2.0.0") ${PRODUCT} }`);
    const copy = await world.mutate(
      'saveProductAsNewVersion',
      { product: 'customer:2.0.0', version: '2.1.0' },
      PRODUCT,
    );
    expect(copy).toEqual({ ...(original['product'] as object), version: '2.1.0' });
    await world.mutate('deletePlan', { product: 'customer:2.1.0', name: 'gold' });
    expect(await planNames('customer:2.0.0')).toEqual(['gold', 'silver', 'bronze']);
  });

  it('refuses a version that exists', async () => {
    const input = { product: 'customer:1.0.0', version: '2.0.0' };
    expect(await world.refused('saveProductAsNewVersion', input)).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
    });
  });
});

describe('deleteProduct', () => {
  it('deletes the draft; the copy in a catalog goes on', async () => {
    await world.product('gone:1.0.0', { publishTo: 'sandbox' });
    expect(await world.mutate('deleteProduct', { product: 'gone:1.0.0' }, '')).toBe(true);
    expect(await world.query('{ product(product: "gone:1.0.0") { name } }')).toEqual({ product: null });
    expect(await world.inCatalog('gone:1.0.0', '{ state }')).toEqual({ state: 'PUBLISHED' });
  });
});

describe('the plans of a product', () => {
  it('are created after the others, updated in place, and deleted', async () => {
    await world.product('plans:1.0.0');
    const product = 'plans:1.0.0';
    await world.mutate('createPlan', { product, plan: { title: 'Two Words', rateLimit: 7 } });
    await world.mutate('createPlan', { product, plan: { title: 'Last' } });
    expect(await planNames(product)).toEqual(['default-plan', 'two-words', 'last']);
    const plan = { title: 'Renamed', rateLimit: 8, rateLimitUnit: 'MINUTE', maxGraphQLDepth: 5 };
    const updated = await world.mutate('updatePlan', { product, name: 'two-words', plan }, PRODUCT);
    expect(updated).toMatchObject({
      plans: [{}, { ...plan, name: 'two-words', approvalRequired: false }, {}],
    });
    await world.mutate('updatePlan', {
      product,
      name: 'two-words',
      plan: { title: 'Renamed', name: 'renamed' },
    });
    await world.mutate('deletePlan', { product, name: 'default-plan' });
    expect(await planNames(product)).toEqual(['renamed', 'last']);
    await world.mutate('createPlan', { product, plan: { title: 'After' } });
    expect(await planNames(product)).toEqual(['renamed', 'last', 'after']);
  });

  it('have further limits, in the order given; copies in catalogs have them too', async () => {
    const limits = [
      { limit: 10, per: 'SECOND' },
      { name: 'reports', limit: 5, per: 'HOUR', every: 2, operations: ['GET /reports'] },
      { limit: 1000, per: 'MONTH', timeZone: 'Europe/Berlin' },
    ];
    const made = [
      {
        name: 'per-second',
        counts: 'CALLS',
        limit: 10,
        per: 'SECOND',
        every: 1,
        timeZone: null,
        operations: [],
        mode: 'ENFORCE',
      },
      {
        name: 'reports',
        counts: 'CALLS',
        limit: 5,
        per: 'HOUR',
        every: 2,
        timeZone: null,
        operations: ['GET /reports'],
        mode: 'ENFORCE',
      },
      {
        name: 'per-month',
        counts: 'CALLS',
        limit: 1000,
        per: 'MONTH',
        every: 1,
        timeZone: 'Europe/Berlin',
        operations: [],
        mode: 'ENFORCE',
      },
    ];
    await world.product('limited:1.0.0');
    const terms = 'plans { limits { name counts limit per every timeZone operations mode } }';
    const updated = await world.mutate(
      'updatePlan',
      { product: 'limited:1.0.0', name: 'default-plan', plan: { title: 'Default Plan', limits } },
      `{ ${terms} }`,
    );
    expect(updated).toEqual({ plans: [{ limits: made }] });
    const published = await world.mutate(
      'publishProduct',
      { product: 'limited:1.0.0', catalog: 'sandbox' },
      `{ product { ${terms} } }`,
    );
    expect(published).toEqual({ product: { plans: [{ limits: made }] } });
  });

  it('say what they are for; a copy in a catalog keeps what was said when it was published', async () => {
    const description = 'For teams.\n\n- 500 calls';
    const product = 'described:1.0.0';
    await world.product(product, { plans: [{ title: 'Team', rateLimit: 500, description }] });
    await world.mutate('publishProduct', { product, catalog: 'sandbox' }, '{ product { name } }');
    const plan = { title: 'Team', rateLimit: 500 };
    await world.mutate('updatePlan', { product, name: 'team', plan });
    const said = await world.query(
      `{ product(product: "${product}") { plans { description } catalogProducts { plans { description } } } }`,
    );
    expect(said).toEqual({
      product: { plans: [{ description: null }], catalogProducts: [{ plans: [{ description }] }] },
    });
    const tooLong = { ...plan, description: 'x'.repeat(2_001) };
    expect(await world.refused('updatePlan', { product, name: 'team', plan: tooLong })).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', 'plan', 'description'],
      message: 'The description is longer than 2000 characters.',
    });
  });

  it('replace all their terms in an update: what is left out gets its default', async () => {
    await world.product('terms:1.0.0', {
      plans: [{ title: 'A', rateLimit: 5, rateLimitUnit: 'MINUTE', approvalRequired: true }],
    });
    const updated = await world.mutate(
      'updatePlan',
      { product: 'terms:1.0.0', name: 'a', plan: { title: 'A' } },
      PRODUCT,
    );
    expect(updated).toMatchObject({ plans: [{ ...defaultPlan, name: 'a', title: 'A', rateLimit: null }] });
  });

  it.each([
    [
      'createPlan',
      { plan: { title: 'Gold' } },
      { status: 409, code: 'NAME_TAKEN', path: ['input', 'plan', 'name'] },
    ],
    [
      'createPlan',
      { plan: { title: 'Fine', rateLimit: -1 } },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'plan', 'rateLimit'] },
    ],
    [
      'createPlan',
      {
        plan: {
          title: 'Fine',
          limits: [
            { limit: 10, per: 'SECOND' },
            { limit: 5, per: 'HOUR' },
          ],
        },
      },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'plan', 'limits', 1] },
    ],
    [
      'updatePlan',
      { name: 'silver', plan: { title: 'Silver', name: 'gold' } },
      { status: 409, code: 'NAME_TAKEN', path: ['input', 'plan', 'name'] },
    ],
    [
      'updatePlan',
      { name: 'platinum', plan: { title: 'Platinum' } },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'name'] },
    ],
    ['deletePlan', { name: 'platinum' }, { status: 404, code: 'NOT_FOUND', path: ['input', 'name'] }],
  ])('%s refuses %j', async (mutation, changes, expected) => {
    const refused = await world.changesNothing(() =>
      world.refused(mutation, { product: 'customer:2.0.0', ...changes }),
    );
    expect(refused).toMatchObject(expected);
  });

  it('keep at least one', async () => {
    const input = { product: 'customer:1.0.0', name: 'default-plan' };
    expect(await world.changesNothing(() => world.refused('deletePlan', input))).toEqual({
      status: 409,
      code: 'IN_USE',
      message: 'default-plan is the last plan of customer:1.0.0: create another one first.',
      path: ['input', 'name'],
    });
  });
});

it('an org lists its products in the order in which they were created', async () => {
  const { org } = await world.query<{ org: { products: { name: string; version: string }[] } }>(
    '{ org { products { name version } } }',
  );
  expect(org.products.slice(0, 2)).toEqual([
    { name: 'customer', version: '1.0.0' },
    { name: 'customer', version: '2.0.0' },
  ]);
});

describe('a long list', () => {
  const names = async (part: string) => {
    const { org } = await world.query<{ org: { products: { name: string; version: string }[] } }>(
      `{ org { products${part} { name version } } }`,
    );
    return org.products.map(({ name, version }) => `${name}:${version}`);
  };

  it('is read part by part, and each thing is in one of them', async () => {
    const all = await names('');
    expect(await names('(first: 2)')).toEqual(all.slice(0, 2));
    expect(await names('(first: 100, offset: 2)')).toEqual(all.slice(2));
    expect(await names(`(offset: ${all.length})`)).toEqual([]);
  });

  it('has no part of a size or at a place that there cannot be', async () => {
    for (const [part, path] of [
      ['(first: 0)', 'first'],
      ['(first: 201)', 'first'],
      ['(offset: -1)', 'offset'],
    ] as const)
      await expect(names(part)).rejects.toThrow(`"code":"BAD_USER_INPUT","path":["${path}"]`);
  });
});
