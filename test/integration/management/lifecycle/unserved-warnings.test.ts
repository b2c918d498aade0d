import { afterEach, beforeEach, expect, it } from 'vitest';
import { CATALOG, type CatalogWorld, openCatalog } from '../../../support/catalog.ts';

const document = {
  openapi: '3.0.3',
  info: { title: 'Shop', version: '1.0.0' },
  paths: { '/': { get: { responses: { 200: { description: 'fine' } } } } },
};

let world: CatalogWorld;
beforeEach(async () => {
  world = await openCatalog();
  await world.mutate('createOAuthProvider', { title: 'Shop OAuth', grantTypes: ['APPLICATION'] });
  const definition = { name: 'token', type: 'OAUTH2', flow: 'APPLICATION', oauthProvider: 'shop-oauth' };
  await world.mutate('createApi', {
    openapi: document,
    securityDefinitions: [definition],
    security: [{ definition: 'token', scopes: [] }],
  });
  await world.product('shop:1.0.0', { apis: ['shop:1.0.0'] });
  await world.api('shop:0.9.0');
  await world.product('shop:0.9.0', { apis: ['shop:0.9.0'], publishTo: CATALOG });
});
afterEach(() => world.close());

it('what an API lacks to be served is told before a product with it is published, until it is there', async () => {
  const codes = async (mutation: string, input: object) =>
    (await world.lifecycle(mutation, { ...input, dryRun: true })).warnings
      .filter(({ subject }) => subject === 'shop:1.0.0')
      .map(({ code }) => code);
  const both = ['BACKEND_MISSING', 'TOKEN_UNOBTAINABLE'];
  expect(await codes('publishProduct', { product: 'shop:1.0.0' })).toEqual(both);
  await world.lifecycle('stageProduct', { product: 'shop:1.0.0' });
  const plans = [{ source: 'default-plan', target: 'default-plan' }];
  const succession = { old: 'shop:0.9.0', new: 'shop:1.0.0', plans };
  expect(await codes('supersedeProduct', succession)).toEqual(expect.arrayContaining(both));

  await world.mutate('assignOAuthProvider', { catalog: CATALOG, oauthProvider: 'shop-oauth' });
  expect(await codes('publishProduct', { product: 'shop:1.0.0' })).toEqual(['BACKEND_MISSING']);
  await world.mutate('updateApi', { api: 'shop:1.0.0', targetUrl: 'http://127.0.0.1:1' });
  expect(await codes('publishProduct', { product: 'shop:1.0.0' })).toEqual([]);
});

it('what an API lacks to be served stands with its product, also where creating the product published it', async () => {
  const warnings = 'catalogProducts { warnings { code subject message } }';
  const input = { title: 'Shop', version: '2.0.0', apis: ['shop:1.0.0'], publishTo: CATALOG };
  const lacking = {
    code: 'TOKEN_UNOBTAINABLE',
    subject: 'shop:1.0.0',
    message:
      'Nobody can get the access token that shop:1.0.0 asks for: assign the OAuth provider shop-oauth to the catalog sandbox.',
  };
  const assignment = { catalog: CATALOG, oauthProvider: 'shop-oauth' };
  await world.mutate('updateApi', { api: 'shop:1.0.0', targetUrl: 'http://127.0.0.1:1' });
  const created = await world.mutate('createProduct', input, `{ ${warnings} }`);
  expect(created).toEqual({ catalogProducts: [{ warnings: [lacking] }] });
  await world.mutate('assignOAuthProvider', assignment);
  expect(await world.query(`{ product(product: "shop:2.0.0") { ${warnings} } }`)).toEqual({
    product: { catalogProducts: [{ warnings: [] }] },
  });
});

it('a catalog keeps the OAuth provider without which an API that it serves is closed, and no other', async () => {
  const assignment = { catalog: CATALOG, oauthProvider: 'shop-oauth' };
  await world.mutate('assignOAuthProvider', assignment);
  await world.mutate('updateApi', { api: 'shop:1.0.0', targetUrl: 'http://127.0.0.1:1' });
  await world.product('shop:2.0.0', { apis: ['shop:1.0.0'], publishTo: CATALOG });
  const openapi = { ...document, info: { title: 'Open', version: '1.0.0' } };
  const withKey = {
    securityDefinitions: [
      { name: 'token', type: 'OAUTH2', flow: 'APPLICATION', oauthProvider: 'shop-oauth' },
      { name: 'key', type: 'API_KEY' },
    ],
    security: ['token', 'key'].map((definition) => ({ definition, scopes: [] })),
  };
  await world.mutate('createApi', { openapi, targetUrl: 'http://127.0.0.1:1', ...withKey });
  await world.product('open:1.0.0', { apis: ['open:1.0.0'], publishTo: CATALOG });
  const refusal = {
    status: 409,
    code: 'IN_USE',
    path: ['input', 'oauthProvider'],
    message:
      'The API shop:1.0.0, which the catalog sandbox serves, is closed to everybody without the OAuth provider shop-oauth: leave that assigned, or first publish the API with other security definitions, or take it out of service.',
  };
  expect(await world.refused('unassignOAuthProvider', assignment)).toEqual(refusal);
  await world.lifecycle('deprecateProduct', { product: 'shop:2.0.0' });
  expect(await world.refused('unassignOAuthProvider', assignment)).toEqual(refusal);
  await world.lifecycle('retireProduct', { product: 'shop:2.0.0' });
  const assigned = '{ oauthProviders { name } }';
  expect(await world.mutate('unassignOAuthProvider', assignment, assigned)).toEqual({ oauthProviders: [] });
});

it('a catalog keeps the user registry without which nobody gets a token for an API that it serves', async () => {
  const url = 'http://127.0.0.1:8091/auth';
  await world.mutate('createUserRegistry', { title: 'People', displayName: 'People', url });
  await world.mutate('createOAuthProvider', { title: 'People OAuth', userRegistry: 'people' });
  await world.mutate('assignOAuthProvider', { catalog: CATALOG, oauthProvider: 'people-oauth' });
  const assignment = { catalog: CATALOG, userRegistry: 'people' };
  await world.mutate('assignUserRegistry', assignment);
  const served = { name: 'served', openapi: { ...document, info: { title: 'Served', version: '1.0.0' } } };
  const definition = { name: 'token', type: 'OAUTH2', oauthProvider: 'people-oauth' };
  const security = { securityDefinitions: [definition], security: [{ definition: 'token' }] };
  await world.mutate('createApi', { ...served, ...security, targetUrl: 'http://127.0.0.1:1' });
  await world.product('served:1.0.0', { apis: ['served:1.0.0'], publishTo: CATALOG });
  expect(await world.refused('unassignUserRegistry', assignment)).toEqual({
    status: 409,
    code: 'IN_USE',
    path: ['input', 'userRegistry'],
    message:
      'The API served:1.0.0, which the catalog sandbox serves, is closed to everybody without the user registry people: leave that assigned, or first publish the API with other security definitions, or take it out of service.',
  });
  const grantTypes = ['RESOURCE_OWNER_PASSWORD', 'APPLICATION'];
  await world.mutate('updateOAuthProvider', { name: 'people-oauth', grantTypes });
  const assigned = '{ userRegistries { name } }';
  expect(await world.mutate('unassignUserRegistry', assignment, assigned)).toEqual({ userRegistries: [] });
});

it('a catalog keeps the user registry that knows the usernames and passwords of an API that it serves', async () => {
  const url = 'http://127.0.0.1:8091/auth';
  await world.mutate('createUserRegistry', { title: 'People', displayName: 'People', url });
  const served = { name: 'served', openapi: { ...document, info: { title: 'Served', version: '1.0.0' } } };
  const definition = { name: 'basic', type: 'HTTP_BASIC', userRegistry: 'people' };
  const security = { securityDefinitions: [definition], security: [{ definition: 'basic' }] };
  await world.mutate('createApi', { ...served, ...security, targetUrl: 'http://127.0.0.1:1' });
  await world.product('served:1.0.0', { apis: ['served:1.0.0'] });
  const { warnings } = await world.lifecycle('publishProduct', { product: 'served:1.0.0' });
  expect(warnings).toContainEqual({
    code: 'REGISTRY_UNASSIGNED',
    subject: 'served:1.0.0',
    message:
      'No username and password admits to served:1.0.0: assign the user registry people to the catalog sandbox.',
  });
  const assignment = { catalog: CATALOG, userRegistry: 'people' };
  await world.mutate('assignUserRegistry', assignment);
  expect(await world.refused('unassignUserRegistry', assignment)).toMatchObject({
    status: 409,
    code: 'IN_USE',
    message: expect.stringContaining('is closed to everybody without the user registry people'),
  });
});

it('a GraphQL server that admits nobody is told before an API of it is published, until its policy admits somebody', async () => {
  const source = { name: 'shop', url: 'http://127.0.0.1:1/', openapi: document };
  await world.mutate('createGraphQLServer', { title: 'Graph', sources: [source], policies: {} });
  const graphqlUrl = 'http://graphql.test/api/acme/graph';
  await world.mutate('createApi', {
    title: 'Graph',
    version: '1.0.0',
    graphqlUrl,
    sdl: 'type Query { a: Int }',
  });
  await world.product('graph:1.0.0', { apis: ['graph:1.0.0'] });
  const closed = async () => {
    const { warnings } = await world.lifecycle('publishProduct', { product: 'graph:1.0.0', dryRun: true });
    return warnings.filter(({ code }) => code === 'SERVER_CLOSED');
  };
  expect(await closed()).toEqual([
    {
      code: 'SERVER_CLOSED',
      subject: 'graph:1.0.0',
      message:
        'Every field of graph:1.0.0 is refused: the access policies of the GraphQL server graph admit nobody. Give it policies with updateGraphQLServer.',
    },
  ]);
  const policies = { access: { policies: [{ type: 'Query', policyDefault: { condition: true } }] } };
  await world.mutate('updateGraphQLServer', { name: 'graph', policies });
  expect(await closed()).toEqual([]);
});

it('a sunset without a successor is told when it is set, with the subscriptions that will hold the product', async () => {
  await world.client('Shopper', ['shop:0.9.0', 'default-plan']);
  const sunsetAt = '2027-06-01T00:00:00Z';
  const told = async (input: object) => {
    const { warnings } = await world.lifecycle('deprecateProduct', {
      product: 'shop:0.9.0',
      dryRun: true,
      ...input,
    });
    return warnings.filter(({ code }) => code === 'SUNSET_WITHOUT_SUCCESSOR');
  };
  expect(await told({})).toEqual([]);
  expect(await told({ sunsetAt })).toEqual([
    {
      code: 'SUNSET_WITHOUT_SUCCESSOR',
      subject: 'shop:0.9.0',
      message:
        'shop:0.9.0 has no successor: its 1 subscription will hold it beyond the sunset. Set a migration target, or supersede it.',
    },
  ]);
  await world.product('shop:1.1.0', { apis: ['shop:0.9.0'], publishTo: CATALOG });
  const plans = [{ source: 'default-plan', target: 'default-plan' }];
  await world.lifecycle('setMigrationTarget', { old: 'shop:0.9.0', new: 'shop:1.1.0', plans });
  expect(await told({ sunsetAt })).toEqual([]);
});
