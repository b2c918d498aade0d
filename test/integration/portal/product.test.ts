import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { toStore } from '../../../src/infrastructure/database/json-columns.ts';
import { openPortal, type PortalClient, type PortalWorld } from '../../support/portal.ts';
import { watchStatements } from '../../support/statements.ts';

let portal: PortalWorld;
let carol: PortalClient;
let dave: PortalClient;
beforeAll(async () => {
  portal = await openPortal();
  [carol, dave] = [await portal.signIn('carol'), await portal.signIn('dave')];
  await portal.product({ name: 'public' });
  await portal.product({ name: 'authenticated', visibility: 'AUTHENTICATED' });
  await portal.product({ name: 'custom', visibility: 'CUSTOM' });
  await portal.product({ name: 'shared', visibility: 'CUSTOM' });
  await portal.product({ name: 'staged', state: 'STAGED' });
  await portal.product({ name: 'deprecated', state: 'DEPRECATED' });
  await portal.product({ name: 'rejected', state: 'DEPRECATED' });
  await portal.product({ name: 'retired', state: 'RETIRED' });
  await portal.product({ name: 'archived', state: 'ARCHIVED' });
  for (const name of ['shared', 'deprecated', 'staged', 'retired']) await subscribed(name);
  await subscribed('rejected', 'REJECTED');
});
afterAll(() => portal.close());
afterEach(() => expect(portal.faults, 'no refusal was a fault').toEqual([]));

/** Subscribes an application of carol's consumer org, past every rule. */
async function subscribed(name: string, state: 'ACTIVE' | 'REJECTED' = 'ACTIVE') {
  const { prisma } = portal.database;
  const product = await prisma.catalogProduct.findFirstOrThrow({ where: { name }, include: { plans: true } });
  const consumerOrg = await prisma.consumerOrg.findFirstOrThrow({ where: { name: 'consumers' } });
  const application = await prisma.application.create({
    data: { consumerOrgId: consumerOrg.id, name: `of-${name}`, title: name },
  });
  const [plan] = product.plans;
  if (!plan) throw new Error('no plan');
  const data = { applicationId: application.id, catalogProductId: product.id, catalogPlanId: plan.id, state };
  await prisma.subscription.create({ data });
}
/** Takes products out that other tests do not know. */
const without = (...names: string[]) =>
  portal.database.prisma.catalogProduct.deleteMany({ where: { name: { in: names } } });
type Products = { products: { name: string; version: string }[] };
const namesFor = async (client: PortalClient, search?: string) =>
  (
    await client.run<Products>('query ($search: String) { products(search: $search) { name version } }', {
      search,
    })
  ).products.map(({ name }) => name);

describe('the products of the portal', () => {
  it('are for everybody the published ones that are public', async () =>
    expect(await namesFor(portal)).toEqual(['public']));

  it('are for who has signed in also those for authenticated people', async () =>
    expect(await namesFor(dave)).toEqual(['authenticated', 'public']));

  it('are for subscribers also what they are subscribed to and still serves, whatever its visibility', async () =>
    expect(await namesFor(carol)).toEqual(['authenticated', 'deprecated', 'public', 'shared']));

  it('are the same one by one: what is not listed is null', async () => {
    const all = [
      'public',
      'authenticated',
      'custom',
      'shared',
      'staged',
      'deprecated',
      'rejected',
      'retired',
    ];
    for (const client of [portal, dave, carol]) {
      const fields = all.map((name) => `${name}: product(product: "${name}:1.0.0") { name }`);
      const one = await client.run<Record<string, object | null>>(`{ ${fields.join(' ')} }`);
      expect(
        Object.keys(one)
          .filter((name) => one[name])
          .sort(),
      ).toEqual(await namesFor(client));
    }
  });

  it('are those of this catalog', async () => {
    const preview = portal.withToken(undefined, { org: 'acme', catalog: 'preview' });
    expect(await namesFor(preview)).toEqual([]);
  });

  it('carry their state, subscribability and plans', async () => {
    const document = `query ($product: VersionedName!) { product(product: $product) {
      name title version state subscribable sunsetAt
      plans { name title rateLimit rateLimitUnit maxGraphQLCost maxGraphQLDepth approvalRequired } } }`;
    expect(await carol.run(document, { product: 'deprecated:1.0.0' })).toEqual({
      product: {
        name: 'deprecated',
        title: 'Customer',
        version: '1.0.0',
        state: 'DEPRECATED',
        subscribable: false,
        sunsetAt: null,
        plans: [
          {
            name: 'default-plan',
            title: 'Default Plan',
            rateLimit: 100,
            rateLimitUnit: 'HOUR',
            maxGraphQLCost: null,
            maxGraphQLDepth: null,
            approvalRequired: false,
          },
        ],
      },
    });
    expect(await portal.run(document, { product: 'public:1.0.0' })).toMatchObject({
      product: { state: 'PUBLISHED', subscribable: true },
    });
    await portal.product({ name: 'bounded', plans: [{ maxGraphQLCost: 200, maxGraphQLDepth: 5 }] });
    expect(await portal.run(document, { product: 'bounded:1.0.0' })).toMatchObject({
      product: { plans: [{ maxGraphQLCost: 200, maxGraphQLDepth: 5 }] },
    });
    await without('bounded');
  });

  it("carry the subscriptions of the viewer's consumer organization, and of nobody else", async () => {
    const subscriptions = async (client: PortalClient) =>
      client.run('{ product(product: "public:1.0.0") { subscriptions { state application { name } } } }');
    await subscribed('public', 'REJECTED');
    expect(await subscriptions(carol)).toEqual({
      product: { subscriptions: [{ state: 'REJECTED', application: { name: 'of-public' } }] },
    });
    for (const client of [dave, portal])
      expect(await subscriptions(client)).toEqual({ product: { subscriptions: [] } });
  });

  it('are asked for by name:version', async () => {
    const asked = 'query ($product: VersionedName!) { product(product: $product) { name } }';
    const wrong = { status: 400, code: 'BAD_USER_INPUT' };
    expect(await portal.refused(asked, { product: 'public:1' })).toMatchObject(wrong);
    expect(await portal.refused('{ product(product: "public") { name } }')).toMatchObject(wrong);
  });
});

describe('a search', () => {
  beforeAll(async () => {
    await portal.product({
      name: 'orders',
      title: 'Order Desk',
      version: '9.0.0',
      api: {
        name: 'order-api',
        title: 'Ordering',
        kind: 'GRAPHQL',
        basePath: '/orders',
        openapi: undefined,
        sdl: 'type Query { getParcels: [Parcel] } type Parcel { weight: Float }',
      },
    });
    await portal.product({ name: 'orders', title: 'Order Desk', version: '10.0.0' });
  });
  afterAll(() => without('orders'));

  it.each([
    ['the title of a product', 'order desk', ['orders', 'orders']],
    ['a name, in any case', 'PUBLIC', ['public']],
    ['the title of an API', 'Ordering', ['orders']],
    ['the summary of an operation', 'list the customers public', ['public']],
    ['the path of an operation', '/CUSTOMERS', ['public', 'orders']],
    ['a GraphQL field', 'getparcels', ['orders']],
    ['words that are in different places', 'desk weight', ['orders']],
    ['nothing that is there', 'desk zebra', []],
    ['blanks alone', '  ', ['orders', 'orders', 'public']],
    ['what the database cannot hold', 'a\0b', []],
  ])('finds by %s', async (_what, search, names) => expect(await namesFor(portal, search)).toEqual(names));

  it('finds nothing that the viewer may not see', async () =>
    expect(await namesFor(portal, 'staged')).toEqual([]));

  it('lists by name, the newest version first', async () => {
    const { products } = await portal.run<Products>('{ products(search: "order desk") { name version } }');
    expect(products.map(({ version }) => version)).toEqual(['10.0.0', '9.0.0']);
  });

  it('comes page by page in the same order, with how many there are', async () => {
    type Page = { productPage: { total: number; nodes: { version: string }[] } };
    const page = async (offset: number) =>
      (
        await portal.run<Page>(
          `{ productPage(search: "order desk", first: 1, offset: ${offset}) { total nodes { version } } }`,
        )
      ).productPage;
    expect(await page(0)).toEqual({ total: 2, nodes: [{ version: '10.0.0' }] });
    expect(await page(1)).toEqual({ total: 2, nodes: [{ version: '9.0.0' }] });
    expect(await page(2)).toEqual({ total: 2, nodes: [] });
  });

  it('reads a page of what is found once: its products, and neither a count of them, nor any other, nor who may see which', async () => {
    await namesFor(portal, 'desk');
    const statements = watchStatements();
    const { productPage } = await portal.run<{ productPage: object }>(
      '{ productPage(search: "desk", first: 3) { total nodes { name plans { name } } } }',
    );
    expect(productPage).toMatchObject({ total: 2, nodes: [{ name: 'orders' }, { name: 'orders' }] });
    expect(statements.filter(({ text }) => text.includes('COUNT(*)'))).toEqual([]);
    expect(statements.filter(({ text }) => text.includes('"CatalogProduct"'))).toHaveLength(1);
  });

  it.each([
    ['more than ten words', 'word '.repeat(5_000), 'search has 5000 words'],
    ['a word without end', 'x'.repeat(101), 'search has a word of 101 characters'],
  ])('refuses %s, before the database is asked', async (_what, search, fault) => {
    const statements = watchStatements();
    for (const field of ['products', 'productPage'])
      expect(
        await portal.refused(`query ($search: String) { ${field}(search: $search) { __typename } }`, {
          search,
        }),
      ).toEqual({
        status: 400,
        code: 'BAD_USER_INPUT',
        message: `${fault}: give at most 10 words of at most 100 characters each.`,
        path: ['search'],
      });
    expect(statements.filter(({ text }) => text.includes('CatalogApi'))).toEqual([]);
    expect(await namesFor(portal, 'desk '.repeat(10))).toEqual(['orders', 'orders']);
  });

  it('takes what means anything in a pattern for the end of a word', async () => {
    expect(await namesFor(portal, '%')).toEqual([]);
    expect(await namesFor(portal, 'order_desk')).toEqual(['orders', 'orders']);
  });
});

describe('an API of a product', () => {
  afterAll(() => without('graph', 'listed', 'unlocked', 'secured'));

  const apiOf = async (product: string) => {
    const found = await portal.run<{ product: { apis: Record<string, unknown>[] } }>(
      `query ($product: VersionedName!) { product(product: $product) { apis { name title version kind online url openapi sdl
        operations { method path summary }
        security { name type keyName keyLocation flow flows tokenUrl authorizeUrl scopes { name description } } } } }`,
      { product },
    );
    return found.product.apis[0];
  };

  it('is called through the gateway, and its document names no back-end', async () => {
    const api = await apiOf('public:1.0.0');
    const url = 'http://gateway.test/acme/sandbox/customerdb/v1';
    expect(api).toMatchObject({
      name: 'customerdb',
      kind: 'REST',
      url,
      sdl: null,
      openapi: {
        servers: [{ url }],
        security: [{ 'client-key': [] }],
        components: {
          securitySchemes: { 'client-key': { type: 'apiKey', in: 'header', name: 'X-Client-Id' } },
        },
      },
    });
    expect(JSON.stringify(api)).not.toContain('crm.internal');
  });

  it('has a schema where it is a GraphQL API, and is called at its base path with /graphql', async () => {
    const sdl = 'type Query { getParcels: [Parcel] } type Parcel { weight: Float }';
    await portal.product({
      name: 'graph',
      api: { name: 'graph-api', kind: 'GRAPHQL', basePath: '/orders', openapi: undefined, sdl },
    });
    expect(await apiOf('graph:1.0.0')).toMatchObject({
      kind: 'GRAPHQL',
      url: 'http://gateway.test/acme/sandbox/orders/graphql',
      openapi: null,
      operations: [],
      sdl: expect.stringContaining('getParcels'),
    });
  });

  it('lists its operations by path, and names no back-end in their summaries', async () => {
    const responses = { 200: { description: 'It.' } };
    await portal.product({
      name: 'listed',
      api: {
        online: false,
        openapi: toStore({
          openapi: '3.0.3',
          info: { title: 'listed', version: '1.0.0' },
          paths: {
            '/orders': { post: { summary: 'Order at crm.internal', responses }, get: { responses } },
            '/customers/{id}': {
              parameters: [{ name: 'id', in: 'path', required: true, schema: { type: 'string' } }],
              delete: { responses },
            },
          },
        }),
      },
    });
    expect(await apiOf('listed:1.0.0')).toMatchObject({
      online: false,
      operations: [
        { method: 'DELETE', path: '/customers/{id}', summary: null },
        { method: 'GET', path: '/orders', summary: null },
        { method: 'POST', path: '/orders', summary: 'Order at gateway.test' },
      ],
    });
  });

  it('that is open to everybody has no way in to show, any other each of them', async () => {
    await portal.product({ name: 'unlocked', api: { security: toStore([]) } });
    expect(await apiOf('unlocked:1.0.0')).toMatchObject({ online: true, security: [] });
    expect(await apiOf('public:1.0.0')).toMatchObject({
      security: [
        {
          name: 'client-key',
          type: 'API_KEY',
          keyName: 'X-Client-Id',
          keyLocation: 'HEADER',
          flow: null,
          tokenUrl: null,
          authorizeUrl: null,
          scopes: [],
        },
      ],
    });
  });

  it('that is secured by OAuth 2.0 names the token endpoint of this catalog', async () => {
    await portal.oauthProvider();
    const definition = {
      name: 'oauth-1',
      type: 'OAUTH2',
      flow: 'RESOURCE_OWNER_PASSWORD',
      oauthProvider: 'customer-oauth',
    };
    const byCode = { ...definition, name: 'oauth-2', flow: 'ACCESS_CODE' };
    const byAny = { ...definition, name: 'oauth-4', flow: null };
    const elsewhere = { ...definition, name: 'oauth-3', oauthProvider: 'of-another-catalog' };
    await portal.product({
      name: 'secured',
      api: {
        securityDefinitions: toStore([definition, byCode, elsewhere, byAny]),
        security: toStore([
          { definition: 'oauth-1', scopes: ['customer'] },
          { definition: 'oauth-2', scopes: [] },
          { definition: 'oauth-3', scopes: ['unknown'] },
          { definition: 'oauth-4', scopes: [] },
        ]),
      },
    });
    const tokenUrl = 'http://gateway.test/acme/sandbox/customer-oauth/oauth2/token';
    const authorizeUrl = 'http://sign-in.test/acme/sandbox/customer-oauth/oauth2/authorize';
    const customer = { name: 'customer', description: 'access to the customer API' };
    const byToken = { type: 'OAUTH2', keyName: null, keyLocation: null };
    expect(await apiOf('secured:1.0.0')).toMatchObject({
      security: [
        {
          ...byToken,
          flow: 'RESOURCE_OWNER_PASSWORD',
          flows: ['RESOURCE_OWNER_PASSWORD'],
          tokenUrl,
          authorizeUrl: null,
          scopes: [customer],
        },
        { ...byToken, flow: 'ACCESS_CODE', flows: ['ACCESS_CODE'], tokenUrl, authorizeUrl, scopes: [] },
        {
          ...byToken,
          name: 'oauth-3',
          tokenUrl: null,
          authorizeUrl: null,
          flows: [],
          scopes: [{ name: 'unknown', description: '' }],
        },
        {
          ...byToken,
          flow: null,
          flows: ['RESOURCE_OWNER_PASSWORD', 'ACCESS_CODE'],
          tokenUrl,
          authorizeUrl,
          scopes: [],
        },
      ],
      openapi: {
        security: [
          { 'oauth-1': ['customer'] },
          { 'oauth-2': [] },
          { 'oauth-3': ['unknown'] },
          { 'oauth-4': [] },
        ],
        components: {
          securitySchemes: {
            'oauth-1': {
              type: 'oauth2',
              flows: {
                password: {
                  tokenUrl: 'http://gateway.test/acme/sandbox/customer-oauth/oauth2/token',
                  scopes: { customer: 'access to the customer API' },
                },
              },
            },
          },
        },
      },
    });
  });
});
