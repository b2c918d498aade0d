import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publishApiOnItsOwn } from '../../../../src/control-plane/management/product/publication.ts';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

let world: CatalogWorld;

beforeAll(async () => {
  world = await openCatalog();
  for (const api of ['customerdb:1.0.0', 'orders:1.0.0']) await world.api(api);
  await world.api('graph:1.0.0', { kind: 'GRAPHQL' });
  await world.product('live:1.0.0', { publishTo: CATALOG });
  await world.product('waits:1.0.0');
  await world.lifecycle('stageProduct', { product: 'waits:1.0.0' });
});
afterAll(() => world.close());

const DEEP = `{ dryRun transitions { product from to } product { name version state visibility subscribability
  subscriptionCount allowedActions deprecatedAt sunsetAt catalog { name org { name revision } } apis { name version onlineState }
  plans { name rateLimit } subscriptions { plan { name } application { name } product { state } }
  migrationTarget { product { name } plans { source target } } supersedes { name version } } }`;

describe('stageProduct', () => {
  it('brings a fixed copy into the catalog, with the settings of the product', async () => {
    await world.product('staged:1.0.0', { visibility: 'AUTHENTICATED' });
    expect(await world.lifecycle('stageProduct', { product: 'staged:1.0.0' })).toEqual({
      dryRun: false,
      product: { name: 'staged', version: '1.0.0', state: 'STAGED' },
      transitions: [{ product: 'staged:1.0.0', from: null, to: 'STAGED' }],
      subscriptions: [],
      warnings: [],
    });
    expect(
      await world.inCatalog(
        'staged:1.0.0',
        '{ visibility subscribability apis { name onlineState } allowedActions }',
      ),
    ).toEqual({
      visibility: 'AUTHENTICATED',
      subscribability: 'AUTHENTICATED',
      apis: [{ name: 'customerdb', onlineState: 'OFFLINE' }],
      allowedActions: ['STAGE', 'PUBLISH', 'REMOVE'],
    });
  });

  it('takes visibility and subscribability of its own', async () => {
    await world.product('shown:1.0.0', { visibility: 'AUTHENTICATED' });
    const input = { product: 'shown:1.0.0', visibility: 'CUSTOM', subscribability: 'DISABLED' };
    await world.lifecycle('stageProduct', input);
    expect(await world.inCatalog('shown:1.0.0', '{ visibility subscribability }')).toEqual({
      visibility: 'CUSTOM',
      subscribability: 'DISABLED',
    });
  });

  it('brings edits only when it is staged again: plans, APIs and title', async () => {
    const selection = '{ title apis { name } plans { name rateLimit } }';
    await world.product('edits:1.0.0', { plans: [{ title: 'A', rateLimit: 1 }, { title: 'B' }] });
    await world.lifecycle('stageProduct', { product: 'edits:1.0.0' });
    const before = await world.inCatalog('edits:1.0.0', selection);
    const edit = {
      title: 'Edited',
      apis: ['orders:1.0.0'],
      plans: [{ title: 'C' }, { title: 'A', rateLimit: 2 }],
    };
    await world.mutate('updateProduct', { product: 'edits:1.0.0', ...edit });
    expect(await world.inCatalog('edits:1.0.0', selection)).toEqual(before);
    expect(await world.lifecycle('stageProduct', { product: 'edits:1.0.0' })).toMatchObject({
      transitions: [{ from: 'STAGED', to: 'STAGED' }],
    });
    expect(await world.inCatalog('edits:1.0.0', selection)).toEqual({
      title: 'Edited',
      apis: [{ name: 'orders' }],
      plans: [
        { name: 'c', rateLimit: null },
        { name: 'a', rateLimit: 2 },
      ],
    });
  });

  it('is refused for a published product', async () => {
    const refused = await world.changesNothing(() =>
      world.lifecycleRefused('stageProduct', { product: 'live:1.0.0' }),
    );
    expect(refused).toEqual({
      status: 409,
      code: 'TRANSITION_REFUSED',
      message:
        'live:1.0.0 is PUBLISHED; stage is for a product that is not in the catalog, STAGED or RETIRED.',
      path: ['input'],
    });
  });
});

describe('publishProduct', () => {
  it('publishes what was staged, and takes its REST APIs Online', async () => {
    await world.product('published:1.0.0', { apis: ['customerdb:1.0.0', 'orders:1.0.0'] });
    await world.lifecycle('stageProduct', { product: 'published:1.0.0' });
    expect(await world.lifecycle('publishProduct', { product: 'published:1.0.0' })).toMatchObject({
      transitions: [{ from: 'STAGED', to: 'PUBLISHED' }],
    });
    expect(await world.inCatalog('published:1.0.0', '{ apis { name onlineState } }')).toEqual({
      apis: [
        { name: 'customerdb', onlineState: 'ONLINE' },
        { name: 'orders', onlineState: 'ONLINE' },
      ],
    });
  });

  it('leaves a GraphQL proxy API Offline until it is switched on, and then as it is', async () => {
    await world.product('graph:1.0.0', { apis: ['graph:1.0.0'], publishTo: CATALOG });
    const online = async (product: string) => world.inCatalog(product, '{ apis { onlineState } }');
    expect(await online('graph:1.0.0')).toEqual({ apis: [{ onlineState: 'OFFLINE' }] });
    await world.database.prisma.catalogApi.updateMany({ where: { name: 'graph' }, data: { online: true } });
    await world.lifecycle('publishProduct', { product: 'graph:1.0.0' });
    await world.product('graph-too:1.0.0', { apis: ['graph:1.0.0'], publishTo: CATALOG });
    expect(await online('graph:1.0.0')).toEqual({ apis: [{ onlineState: 'ONLINE' }] });
    expect(await online('graph-too:1.0.0')).toEqual({ apis: [{ onlineState: 'ONLINE' }] });
  });

  it('leaves an API that was switched off Offline until it is switched back, whichever product brings it', async () => {
    await world.api('outage:1.0.0');
    const products = ['outage:1.0.0', 'outage-too:1.0.0'];
    for (const product of products) await world.product(product, { apis: ['outage:1.0.0'] });
    const online = () =>
      Promise.all(products.map((product) => world.inCatalog(product, '{ apis { onlineState } }')));
    await world.lifecycle('publishProduct', { product: 'outage:1.0.0' });
    const input = { catalog: CATALOG, api: 'outage:1.0.0' };
    await world.mutate('setApiOnline', { ...input, online: false }, '{ name }');
    for (const product of products) await world.lifecycle('publishProduct', { product });
    expect(await online()).toEqual(Array(2).fill({ apis: [{ onlineState: 'OFFLINE' }] }));
    await world.mutate('setApiOnline', { ...input, online: true }, '{ name }');
    for (const product of products) await world.lifecycle('publishProduct', { product });
    expect(await online()).toEqual(Array(2).fill({ apis: [{ onlineState: 'ONLINE' }] }));
  });

  it('again brings edits; a plan that stays keeps its subscriptions', async () => {
    await world.product('again:1.0.0', {
      plans: [{ title: 'A', rateLimit: 1 }, { title: 'B' }],
      publishTo: CATALOG,
    });
    await world.client('Again Client', ['again:1.0.0', 'a']);
    await world.mutate('updateProduct', {
      product: 'again:1.0.0',
      plans: [{ title: 'New' }, { title: 'A', rateLimit: 9 }],
    });
    await world.lifecycle('publishProduct', { product: 'again:1.0.0' });
    expect(
      await world.inCatalog(
        'again:1.0.0',
        '{ plans { name rateLimit } subscriptions { plan { name rateLimit } } }',
      ),
    ).toEqual({
      plans: [
        { name: 'new', rateLimit: null },
        { name: 'a', rateLimit: 9 },
      ],
      subscriptions: [{ plan: { name: 'a', rateLimit: 9 } }],
    });
  });

  it('is refused where a plan with subscriptions is missing now, and names it', async () => {
    const product = 'lacking:1.0.0';
    await world.product(product, { plans: [{ title: 'A' }, { title: 'B' }], publishTo: CATALOG });
    await world.client('Lacking Client', [product, 'a']);
    await world.mutate('deletePlan', { product, name: 'a' });
    const refused = await world.changesNothing(() => world.lifecycleRefused('publishProduct', { product }));
    expect(refused).toEqual({
      status: 409,
      code: 'IN_USE',
      message: 'lacking:1.0.0 lacks the plan a now, but it has 1 subscription: keep a plan of that name.',
      path: ['input', 'product'],
    });
  });

  it('publishes the copy as it stands where the draft was deleted; staging needs the draft', async () => {
    await world.product('orphan:1.0.0');
    await world.lifecycle('stageProduct', { product: 'orphan:1.0.0' });
    await world.mutate('deleteProduct', { product: 'orphan:1.0.0' }, '');
    expect(await world.lifecycleRefused('stageProduct', { product: 'orphan:1.0.0' })).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
    });
    await world.lifecycle('publishProduct', { product: 'orphan:1.0.0' });
    expect(await world.inCatalog('orphan:1.0.0', '{ state apis { onlineState } plans { name } }')).toEqual({
      state: 'PUBLISHED',
      apis: [{ onlineState: 'ONLINE' }],
      plans: [{ name: 'default-plan' }],
    });
  });
});

describe('deprecateProduct', () => {
  it('says since when, and when it stops answering; published again, neither holds', async () => {
    await world.product('old:1.0.0', { publishTo: CATALOG });
    const sunsetAt = '2027-06-01T00:00:00.000Z';
    expect(await world.lifecycle('deprecateProduct', { product: 'old:1.0.0', sunsetAt })).toMatchObject({
      transitions: [{ product: 'old:1.0.0', from: 'PUBLISHED', to: 'DEPRECATED' }],
    });
    const selection = '{ state deprecatedAt sunsetAt allowedActions }';
    expect(await world.inCatalog('old:1.0.0', selection)).toEqual({
      state: 'DEPRECATED',
      deprecatedAt: world.deps.clock().toISOString(),
      sunsetAt,
      allowedActions: ['PUBLISH', 'SET_MIGRATION_TARGET', 'RETIRE'],
    });
    await world.lifecycle('publishProduct', { product: 'old:1.0.0' });
    expect(await world.inCatalog('old:1.0.0', selection)).toMatchObject({
      state: 'PUBLISHED',
      deprecatedAt: null,
      sunsetAt: null,
    });
  });

  it.each([
    ['a staged product', { product: 'waits:1.0.0' }, { status: 409, code: 'TRANSITION_REFUSED' }],
    [
      'a product that is not in the catalog',
      { product: 'nothing:1.0.0' },
      {
        status: 404,
        code: 'NOT_FOUND',
        path: ['input', 'product'],
        message: 'nothing:1.0.0 is not in the catalog sandbox: stage or publish it there first.',
      },
    ],
    [
      'a sunset that has passed',
      { product: 'live:1.0.0', sunsetAt: '2026-12-31T23:59:59Z' },
      { status: 400, code: 'BAD_USER_INPUT', path: ['input', 'sunsetAt'] },
    ],
    [
      'an unknown catalog',
      { product: 'live:1.0.0', catalog: 'nowhere' },
      { status: 404, code: 'NOT_FOUND', path: ['input', 'catalog'] },
    ],
  ])('refuses %s', async (_what, input, expected) => {
    const refused = await world.changesNothing(() => world.lifecycleRefused('deprecateProduct', input));
    expect(refused).toMatchObject(expected);
  });
});

describe('dryRun', () => {
  it('answers what the call then does, and changes nothing, at each step of a life', async () => {
    const product = 'rehearsed:1.0.0';
    await world.product(product);
    for (const mutation of [
      'stageProduct',
      'stageProduct',
      'publishProduct',
      'deprecateProduct',
      'publishProduct',
    ]) {
      const rehearsed = await world.changesNothing(() =>
        world.lifecycle(mutation, { product, dryRun: true }, DEEP),
      );
      const done = await world.lifecycle(mutation, { product }, DEEP);
      expect(done, mutation).toEqual({ ...rehearsed, dryRun: false });
    }
    expect(world.faults).toEqual([]);
  });

  it('is refused like the call', async () => {
    const input = { product: 'live:1.0.0' };
    const real = await world.lifecycleRefused('stageProduct', input);
    expect(await world.lifecycleRefused('stageProduct', { ...input, dryRun: true })).toEqual(real);
  });
});

describe('an API that is published on its own', () => {
  const publish = async (name: string, catalogId: string = world.catalogId) => {
    const { prisma } = world.database;
    const { id: apiId } = await prisma.api.findFirstOrThrow({ where: { name } });
    const catalog = await prisma.catalog.findUniqueOrThrow({ where: { id: catalogId } });
    await prisma.$transaction((transaction) => publishApiOnItsOwn(transaction, { catalog, apiId }));
  };
  const own = '{ title state apis { name onlineState } plans { name } }';

  it('gets a product with its name, title and version and Default Plan, and is Online', async () => {
    await world.api('solo:3.1.0', { kind: 'GRAPHQL' });
    await publish('solo');
    expect(await world.inCatalog('solo:3.1.0', own)).toEqual({
      title: 'solo',
      state: 'PUBLISHED',
      apis: [{ name: 'solo', onlineState: 'ONLINE' }],
      plans: [{ name: 'default-plan' }],
    });
  });

  it('in another catalog is published by the same product', async () => {
    await world.mutate('createCatalog', { title: 'Preview' });
    const preview = await world.database.prisma.catalog.findFirstOrThrow({ where: { name: 'preview' } });
    await world.api('both:3.1.0', { kind: 'GRAPHQL' });
    for (const catalogId of [world.catalogId, preview.id]) await publish('both', catalogId);
    expect(
      await world.query('{ product(product: "both:3.1.0") { catalogProducts { catalog { name } state } } }'),
    ).toEqual({
      product: {
        catalogProducts: [
          { catalog: { name: 'sandbox' }, state: 'PUBLISHED' },
          { catalog: { name: 'preview' }, state: 'PUBLISHED' },
        ],
      },
    });
  });

  it('has -api appended where another product has its name', async () => {
    await world.api('taken:1.0.0');
    await world.product('taken:1.0.0');
    await publish('taken');
    expect(await world.inCatalog('taken-api:1.0.0', own)).toMatchObject({ apis: [{ name: 'taken' }] });
    await expect(publish('taken')).rejects.toMatchObject({ code: 'NAME_TAKEN', status: 409 });
  });
});

it('a catalog lists its products, all but archived ones, or those in some states', async () => {
  const document = `query ($state: [ProductState!]) { catalog(name: "${CATALOG}") { products(state: $state) { state } } }`;
  const states = async (state?: string[]) => {
    const { catalog } = await world.query<{ catalog: { products: { state: string }[] } }>(document, {
      state,
    });
    return [...new Set(catalog.products.map((each) => each.state))].sort();
  };
  await world.product('listed:1.0.0', { publishTo: CATALOG });
  for (const mutation of ['deprecateProduct', 'retireProduct', 'archiveProduct'])
    await world.lifecycle(mutation, { product: 'listed:1.0.0' });
  expect(await states()).toEqual(['PUBLISHED', 'STAGED']);
  expect(await states(['STAGED'])).toEqual(['STAGED']);
  expect(await states(['ARCHIVED', 'STAGED'])).toEqual(['ARCHIVED', 'STAGED']);
  expect(await states([])).toEqual([]);
});
