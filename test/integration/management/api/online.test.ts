import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answerAsGraphQLServer, customerDocument, customerSdl, revisionOf } from '../../../support/apis.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';
import { recordingUpstream } from '../../../support/upstream.ts';

let world: ManagementWorld;

beforeEach(async () => {
  world = await openManagement();
  const server = await recordingUpstream();
  answerAsGraphQLServer(server, customerSdl);
  await world.mutate('createOrg', { title: 'Acme' });
  for (const title of ['Sandbox', 'Preview']) await world.mutate('createCatalog', { title });
  await world.mutate('createApi', { openapi: customerDocument });
  await world.mutate('createApi', { openapi: customerDocument, title: 'Named', version: '3.0.0' });
  await world.mutate('createApi', { title: 'Proxy', name: 'sample-proxy', graphqlUrl: server.url });
  await server.close();
});
afterEach(() => world.close());

const state = async (api: string) =>
  (await world.query<{ api: { onlineState: string } }>(`{ api(api: "${api}") { onlineState } }`)).api
    .onlineState;

describe('setApiOnline', () => {
  const set = (api: string, online: boolean, catalog?: string) =>
    world.mutate<{ onlineState: string }>(
      'setApiOnline',
      { api, online, ...(catalog && { catalog }) },
      '{ onlineState }',
    );
  const products = async () =>
    (
      await world.query<{ catalog: { products: unknown } }>(
        '{ catalog(name: "sandbox") { products { name version title state apis { name onlineState } plans { name } } } }',
      )
    ).catalog.products;

  it('Online publishes an API that no product holds, in a product of its own', async () => {
    expect(await set('sample-proxy:1.0.0', true)).toEqual({ onlineState: 'ONLINE' });
    expect(await products()).toEqual([
      {
        name: 'sample-proxy',
        version: '1.0.0',
        title: 'Proxy',
        state: 'PUBLISHED',
        apis: [{ name: 'sample-proxy', onlineState: 'ONLINE' }],
        plans: [{ name: 'default-plan' }],
      },
    ]);
  });

  it('switches it off and on again in the products that hold it; what is so already changes nothing', async () => {
    await set('sample-proxy:1.0.0', true);
    expect(await set('sample-proxy:1.0.0', false)).toEqual({ onlineState: 'OFFLINE' });
    const before = await revisionOf(world);
    expect(await set('sample-proxy:1.0.0', false)).toEqual({ onlineState: 'OFFLINE' });
    expect(await revisionOf(world)).toBe(before);
    expect(await set('sample-proxy:1.0.0', true)).toEqual({ onlineState: 'ONLINE' });
    expect(await products()).toHaveLength(1);
  });

  it('a draft is online when a copy of it is, in any catalog', async () => {
    await set('sample-proxy:1.0.0', true, 'sandbox');
    await set('sample-proxy:1.0.0', true, 'preview');
    await set('sample-proxy:1.0.0', false, 'sandbox');
    expect(await state('sample-proxy:1.0.0')).toBe('ONLINE');
    expect(await products()).toMatchObject([{ apis: [{ onlineState: 'OFFLINE' }] }]);
    await set('sample-proxy:1.0.0', false, 'preview');
    expect(await state('sample-proxy:1.0.0')).toBe('OFFLINE');
  });

  it('activate does the same at once', async () => {
    const input = { openapi: customerDocument, title: 'Active', activate: true };
    expect(await world.mutate('createApi', input, '{ onlineState }')).toEqual({ onlineState: 'ONLINE' });
  });

  it('Offline is NOT_FOUND where no published product holds it', async () => {
    const input = { api: 'customer-database:1.2.0', online: false };
    expect(await world.refused('setApiOnline', input)).toEqual({
      status: 404,
      code: 'NOT_FOUND',
      message:
        'No published product of the catalog sandbox holds customer-database:1.2.0: there is nothing to take offline.',
      path: ['input', 'api'],
    });
  });

  it.each([
    ['an unknown API', { api: 'no-such:1.0.0' }, 'api'],
    ['an unknown catalog', { catalog: 'no-such' }, 'catalog'],
  ])('is NOT_FOUND for %s', async (_what, changes, member) => {
    const input = { api: 'customer-database:1.2.0', online: true, ...changes };
    expect(await world.refused('setApiOnline', input)).toMatchObject({
      status: 404,
      code: 'NOT_FOUND',
      path: ['input', member],
    });
  });

  it('leaves nothing behind when it is refused in the middle', async () => {
    await world.mutate('createApi', { openapi: customerDocument, title: 'Active', activate: true });
    const before = await world.query('{ org { revision products { name } } }');
    await world.database.prisma.$executeRaw`UPDATE "CatalogProduct" SET name = 'taken' WHERE name = 'active'`;
    await world.mutate('createProduct', { title: 'Named', version: '3.0.0', apis: ['active:1.2.0'] });
    await world.mutate('createProduct', {
      title: 'Named',
      name: 'named-api',
      version: '3.0.0',
      apis: ['active:1.2.0'],
    });
    const between = await world.query('{ org { revision products { name } } }');
    expect(between).not.toEqual(before);
    expect(await world.refused('setApiOnline', { api: 'named:3.0.0', online: true })).toMatchObject({
      code: 'NAME_TAKEN',
    });
    expect(await world.query('{ org { revision products { name } } }')).toEqual(between);
  });
});

describe('setApiOnline as a change', () => {
  const CHANGE = `{ lifecycleChange {
    dryRun apis { api product from to } warnings { code subject message } change { id action } } }`;
  type Switched = { lifecycleChange: { change: { id: string } | null; warnings: unknown[] } | null };
  const run = (input: object) => world.mutate<Switched>('setApiOnline', { ...input }, CHANGE);

  it('is rehearsed, says what it means for whom, and is undone', async () => {
    await world.mutate('createApi', { openapi: customerDocument, title: 'Switched' });
    const api = 'switched:1.2.0';
    const rehearsed = await run({ api, online: true, dryRun: true });
    expect(rehearsed.lifecycleChange).toMatchObject({
      dryRun: true,
      apis: [{ api, product: api, from: null, to: 'ONLINE' }],
      change: null,
    });
    expect(await state(api)).toBe('OFFLINE');
    await run({ api, online: true });
    const { lifecycleChange } = await run({ api, online: false });
    expect(lifecycleChange).toMatchObject({
      dryRun: false,
      apis: [{ api, product: api, from: 'ONLINE', to: 'OFFLINE' }],
      warnings: [
        {
          code: 'API_OFFLINE',
          subject: api,
          message: `Calls of ${api} get 503. Nobody is subscribed.`,
        },
      ],
      change: { action: 'setApiOnline' },
    });
    expect((await run({ api, online: false })).lifecycleChange).toBeNull();
    await world.mutate('undoLifecycleChange', { change: lifecycleChange?.change?.id }, '{ dryRun }');
    expect(await state(api)).toBe('ONLINE');
  });

  it('createProduct publishing is rehearsed, warns, and is undone; the draft stays', async () => {
    await world.mutate('createApi', { title: 'Quiet', sdl: customerSdl, graphqlUrl: 'http://127.0.0.1:1/' });
    const input = { title: 'Quiet product', apis: ['quiet:1.0.0'], publishTo: 'sandbox' };
    const selection = `{ name ${CHANGE.slice(1)}`;
    const create = (more: object) =>
      world.mutate<Switched>('createProduct', { ...input, ...more }, selection);
    const product = 'quiet-product:1.0.0';
    const rehearsed = await create({ dryRun: true });
    expect(rehearsed).toMatchObject({
      name: 'quiet-product',
      lifecycleChange: {
        dryRun: true,
        warnings: [{ code: 'API_OFFLINE', subject: 'quiet:1.0.0' }],
        change: null,
      },
    });
    const exists = async () =>
      (await world.query<{ product: unknown }>(`{ product(product: "${product}") { name } }`)).product;
    expect(await exists()).toBeNull();
    const { lifecycleChange } = await create({});
    const inCatalog = `{ product(product: "${product}") { catalogProducts { state } } }`;
    expect(await world.query(inCatalog)).toEqual({ product: { catalogProducts: [{ state: 'PUBLISHED' }] } });
    await world.mutate('undoLifecycleChange', { change: lifecycleChange?.change?.id }, '{ dryRun }');
    expect(await world.query(inCatalog)).toEqual({ product: { catalogProducts: [] } });
  });
});
