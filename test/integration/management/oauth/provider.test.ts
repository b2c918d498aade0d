import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { importSigningKey } from '../../../../src/infrastructure/tokens/keys.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';

let world: ManagementWorld;

const document = {
  openapi: '3.0.3',
  info: { title: 'Customers', version: '1.0.0' },
  paths: { '/customers': { get: { responses: { 200: { description: 'fine' } } } } },
};
const scopes = [{ name: 'customer', description: 'access to the customer API' }];

beforeEach(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
  for (const title of ['Sandbox', 'Preview']) await world.mutate('createCatalog', { title });
});
afterEach(() => world.close());

const create = (title = 'Customer OAuth', input: object = {}) =>
  world.mutate('createOAuthProvider', { title, ...input });
const createRegistry = (title: string) =>
  world.mutate('createUserRegistry', { title, displayName: title, url: 'http://127.0.0.1:9/' });
const SETTINGS = `{ name title gatewayType grantTypes clientTypes authorizePath tokenPath scopes { name }
  userRegistry { name } accessTokenSeconds refreshTokens refreshTokenSeconds tokenUrls }`;

describe('createOAuthProvider', () => {
  it('gives a native provider with defaults, without a registry where the org has none', async () => {
    expect(await world.mutate('createOAuthProvider', { title: 'Customer OAuth' }, SETTINGS)).toEqual({
      name: 'customer-oauth',
      title: 'Customer OAuth',
      gatewayType: 'NATIVE',
      grantTypes: ['RESOURCE_OWNER_PASSWORD'],
      clientTypes: ['CONFIDENTIAL'],
      authorizePath: '/oauth2/authorize',
      tokenPath: '/oauth2/token',
      scopes: [{ name: 'sample-scope' }],
      userRegistry: null,
      accessTokenSeconds: 3600,
      refreshTokens: false,
      refreshTokenSeconds: 2_682_000,
      tokenUrls: [],
    });
  });

  it('authenticates people with the registry created first', async () => {
    for (const title of ['Zebra', 'Ant']) await createRegistry(title);
    const provider = await world.mutate('createOAuthProvider', { title: 'Second' }, SETTINGS);
    expect(provider).toMatchObject({ userRegistry: { name: 'zebra' } });
    const other = { title: 'Third', userRegistry: 'ant' };
    expect(await world.mutate('createOAuthProvider', other, SETTINGS)).toMatchObject({
      userRegistry: { name: 'ant' },
    });
  });

  it('makes a signing key, which is stored sealed and bound to its row', async () => {
    for (const title of ['First', 'Second', 'Third']) await create(title);
    const { prisma } = world.database;
    const keys = await prisma.signingKey.findMany();
    expect(keys).toHaveLength(3);
    for (const { id, algorithm, publicJwk, privateJwkSealed, signsFrom } of keys) {
      expect(JSON.stringify(publicJwk)).not.toContain('"d"');
      const privateJwk = JSON.parse(world.deps.secrets.unseal(privateJwkSealed, id));
      const stored = { kid: id, algorithm, publicJwk: publicJwk as object, privateJwk };
      const key = await importSigningKey(stored, signsFrom);
      expect(key.privateKey.type).toBe('private');
      expect(() => world.deps.secrets.unseal(privateJwkSealed, 'another')).toThrow();
    }
  });

  it.each([
    ['a taken name', { title: 'Customer OAuth' }, ['NAME_TAKEN', 'name']],
    ['an unknown registry', { userRegistry: 'no-such' }, ['NOT_FOUND', 'userRegistry']],
    ['no grant type', { grantTypes: [] }, ['BAD_USER_INPUT', 'grantTypes']],
    ['a path with dot segments', { tokenPath: '/../token' }, ['BAD_USER_INPUT', 'tokenPath']],
    ['a token of a year', { accessTokenSeconds: 31_536_000 }, ['BAD_USER_INPUT', 'accessTokenSeconds']],
    [
      'a scope of two words',
      { scopes: [{ name: 'a b', description: '' }] },
      ['BAD_USER_INPUT', 'scopes', 0, 'name'],
    ],
  ])('refuses %s and leaves nothing behind', async (_what, changes, [code, ...path]) => {
    await create();
    const before = await world.query('{ org { revision oauthProviders { name } } }');
    expect(await world.refused('createOAuthProvider', { title: 'Fourth', ...changes })).toMatchObject({
      code,
      path: ['input', ...path],
    });
    expect(await world.query('{ org { revision oauthProviders { name } } }')).toEqual(before);
    expect(await world.database.prisma.signingKey.count()).toBe(1);
  });
});

describe('updateOAuthProvider', () => {
  const name = 'customer-oauth';
  beforeEach(() => create());

  it('renames the scope: the list is replaced as a whole', async () => {
    const selection = '{ scopes { name description } tokenPath }';
    expect(await world.mutate('updateOAuthProvider', { name, scopes }, selection)).toEqual({
      scopes,
      tokenPath: '/oauth2/token',
    });
  });

  it('changes the rest, and takes each grant type once', async () => {
    await createRegistry('Ant');
    const input = {
      name,
      title: 'People',
      grantTypes: ['APPLICATION', 'ACCESS_CODE', 'APPLICATION'],
      clientTypes: ['PUBLIC'],
      authorizePath: '/authorize',
      tokenPath: '/token',
      userRegistry: 'ant',
      accessTokenSeconds: 60,
      refreshTokens: true,
      refreshTokenSeconds: 120,
    };
    expect(await world.mutate('updateOAuthProvider', input, SETTINGS)).toEqual({
      ...input,
      grantTypes: ['APPLICATION', 'ACCESS_CODE'],
      gatewayType: 'NATIVE',
      scopes: [{ name: 'sample-scope' }],
      userRegistry: { name: 'ant' },
      tokenUrls: [],
    });
  });

  it.each([
    ['null for a list', { scopes: null }, ['BAD_USER_INPUT', 'scopes']],
    ['null for a title', { title: null }, ['BAD_USER_INPUT', 'title']],
    ['equal paths', { tokenPath: '/oauth2/authorize' }, ['BAD_USER_INPUT', 'tokenPath']],
    ['an unknown registry', { userRegistry: 'no-such' }, ['NOT_FOUND', 'userRegistry']],
    ['an unknown provider', { name: 'no-such' }, ['NOT_FOUND', 'name']],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    expect(await world.refused('updateOAuthProvider', { name, ...changes })).toMatchObject({
      code,
      path: ['input', member],
    });
  });
});

describe('assigning an OAuth provider', () => {
  beforeEach(() =>
    create('Customer OAuth', {
      grantTypes: ['APPLICATION', 'ACCESS_CODE'],
      clientTypes: ['PUBLIC'],
      authorizePath: '/authorize',
      tokenPath: '/token',
    }),
  );

  it('gives it a token endpoint in each catalog', async () => {
    const oauthProvider = 'customer-oauth';
    for (const catalog of ['sandbox', 'preview', 'sandbox'])
      await world.mutate('assignOAuthProvider', { catalog, oauthProvider });
    const tokenUrls = '{ oauthProvider(name: "customer-oauth") { tokenUrls } }';
    expect(await world.query(tokenUrls)).toEqual({
      oauthProvider: {
        tokenUrls: [
          'http://gateway.test/acme/sandbox/customer-oauth/token',
          'http://gateway.test/acme/preview/customer-oauth/token',
        ],
      },
    });
    await world.mutate('unassignOAuthProvider', { catalog: 'preview', oauthProvider });
    expect(await world.query(tokenUrls)).toEqual({
      oauthProvider: { tokenUrls: ['http://gateway.test/acme/sandbox/customer-oauth/token'] },
    });
  });

  it('tells all its addresses there, of what its grants and clients leave it', async () => {
    await world.mutate('assignOAuthProvider', { catalog: 'sandbox', oauthProvider: 'customer-oauth' });
    const addresses = async () => {
      const { oauthProvider } = await world.query<{ oauthProvider: { endpoints: object[] } }>(
        `{ oauthProvider(name: "customer-oauth") { endpoints {
          catalog { name } issuer metadataUrl tokenUrl authorizeUrl jwksUrl revocationUrl introspectionUrl } } }`,
      );
      return oauthProvider.endpoints;
    };
    const issuer = 'http://gateway.test/acme/sandbox/customer-oauth';
    const always = {
      catalog: { name: 'sandbox' },
      issuer,
      metadataUrl: 'http://gateway.test/.well-known/oauth-authorization-server/acme/sandbox/customer-oauth',
      tokenUrl: `${issuer}/token`,
      jwksUrl: `${issuer}/oauth2/jwks`,
      revocationUrl: `${issuer}/oauth2/revoke`,
    };
    expect(await addresses()).toEqual([
      {
        ...always,
        authorizeUrl: 'http://sign-in.test/acme/sandbox/customer-oauth/authorize',
        introspectionUrl: null,
      },
    ]);
    const settings = { grantTypes: ['APPLICATION'], clientTypes: ['CONFIDENTIAL'] };
    await world.mutate('updateOAuthProvider', { name: 'customer-oauth', ...settings });
    expect(await addresses()).toEqual([
      { ...always, authorizeUrl: null, introspectionUrl: `${issuer}/oauth2/introspect` },
    ]);
  });
});

describe('a provider that secures an API', () => {
  const secured = {
    securityDefinitions: [{ name: 'oauth-1', type: 'OAUTH2', oauthProvider: 'customer-oauth' }],
    security: [{ definition: 'oauth-1', scopes: ['customer'] }],
  };
  const inUse = { status: 409, code: 'IN_USE' };

  beforeEach(async () => {
    await create('Customer OAuth', { scopes });
    await world.mutate('createApi', { openapi: document, ...secured });
  });
  /** Leaves a copy in sandbox secured, and the draft open. */
  async function openDraft(): Promise<void> {
    const product = { title: 'Customer', apis: ['customers:1.0.0'], publishTo: 'sandbox' };
    await world.mutate('createProduct', product);
    await world.mutate('updateApi', { api: 'customers:1.0.0', securityDefinitions: [], security: [] });
  }

  it('is not deleted', async () => {
    expect(await world.refused('deleteOAuthProvider', { name: 'customer-oauth' }, '')).toEqual({
      ...inUse,
      message:
        'The API customers:1.0.0 is secured with customer-oauth: change its security definitions, or remove it, first.',
      path: ['input', 'name'],
    });
  });

  it('keeps the scopes that the API requires', async () => {
    const input = { name: 'customer-oauth', scopes: [{ name: 'account', description: '' }] };
    expect(await world.refused('updateOAuthProvider', input)).toEqual({
      ...inUse,
      message:
        "The API customers:1.0.0 requires the scope customer: keep it, or change the API's security first.",
      path: ['input', 'scopes'],
    });
  });

  it('is not deleted while a copy of the API in a catalog is secured with it', async () => {
    await openDraft();
    expect(await world.refused('deleteOAuthProvider', { name: 'customer-oauth' }, '')).toMatchObject(inUse);
  });

  it('tells which APIs these are, whether as drafts or where as copies, page by page', async () => {
    await openDraft();
    await create('Second');
    const info = { title: 'Customers', version: '10.0.0' };
    for (const version of ['10.0.0', '2.0.0'])
      await world.mutate('createApi', { openapi: { ...document, info: { ...info, version } }, ...secured });
    const listed = `{ oauthProvider(name: "customer-oauth") { securedApiCount
      securedApis { api isDraft catalogs { name } scopes } rest: securedApis(first: 1, offset: 1) { api } } }`;
    const scopes = ['customer'];
    expect(await world.query(listed)).toEqual({
      oauthProvider: {
        securedApiCount: 3,
        securedApis: [
          { api: 'customers:1.0.0', isDraft: false, catalogs: [{ name: 'sandbox' }], scopes },
          { api: 'customers:2.0.0', isDraft: true, catalogs: [], scopes },
          { api: 'customers:10.0.0', isDraft: true, catalogs: [], scopes },
        ],
        rest: [{ api: 'customers:2.0.0' }],
      },
    });
    const others = '{ org { oauthProviders { name securedApiCount } } }';
    expect(await world.query(others)).toMatchObject({
      org: { oauthProviders: expect.arrayContaining([{ name: 'second', securedApiCount: 0 }]) },
    });
  });

  it('is deleted with its keys when nothing refers to it', async () => {
    await create('Third');
    const keys = await world.database.prisma.signingKey.count();
    expect(await world.mutate('deleteOAuthProvider', { name: 'third' }, '')).toBe(true);
    expect(await world.database.prisma.signingKey.count()).toBe(keys - 1);
    expect(await world.refused('deleteOAuthProvider', { name: 'third' }, '')).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

it('an org lists its providers page by page, the first created first, and counts them', async () => {
  for (const title of ['First', 'Second']) await create(title);
  const listed = '{ org { oauthProviderCount oauthProviders(first: 1, offset: 1) { name } } }';
  expect(await world.query(listed)).toEqual({
    org: { oauthProviderCount: 2, oauthProviders: [{ name: 'second' }] },
  });
});

describe('providers and APIs share the addresses below a catalog', () => {
  it('so a provider cannot take the first segment of a base path', async () => {
    await world.mutate('createApi', { openapi: document, title: 'Orders', basePath: '/orders/v1' });
    expect(await world.refused('createOAuthProvider', { title: 'Orders' })).toEqual({
      status: 409,
      code: 'NAME_TAKEN',
      message:
        "The API orders:1.0.0 has the base path /orders/v1, at the provider's address: choose another name.",
      path: ['input', 'name'],
    });
    expect(await world.mutate('createOAuthProvider', { title: 'Order' })).toEqual({ name: 'order' });
  });

  it('and an API cannot be put below a provider, when it is made or later', async () => {
    await create('Order');
    await world.mutate('createApi', { openapi: document, title: 'Orders', basePath: '/orders/v1' });
    const taken = {
      status: 409,
      code: 'NAME_TAKEN',
      message: 'The OAuth provider order is at the base path /order/v1: choose another base path.',
      path: ['input', 'basePath'],
    };
    const basePath = '/order/v1';
    expect(await world.refused('createApi', { openapi: document, title: 'Other', basePath })).toEqual(taken);
    expect(await world.refused('updateApi', { api: 'orders:1.0.0', basePath })).toEqual(taken);
  });

  it('and of a provider and an API that are made at the same time one gets the address', async () => {
    const [provider, api] = await Promise.all([
      world.send('mutation { createOAuthProvider(input: { title: "Race" }) { name } }'),
      world.send(
        'mutation ($openapi: JSON!) { createApi(input: { title: "Race", openapi: $openapi }) { name } }',
        {
          openapi: document,
        },
      ),
    ]);
    const codes = [provider, api].flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code));
    expect(codes).toEqual(['NAME_TAKEN']);
  });
});

describe('what a provider lacks for people to sign in', () => {
  beforeEach(() => createRegistry('Ant'));

  const warnings = '{ warnings { code message } }';
  const change = (input: object) =>
    world.mutate('updateOAuthProvider', { name: 'lacking', ...input }, warnings);
  const missing = {
    code: 'USER_REGISTRY_MISSING',
    message:
      'Nobody can sign in at lacking: RESOURCE_OWNER_PASSWORD asks a user registry, and it has none. Give it one.',
  };

  it('is told with it: a registry, and its assignment to each catalog, until they are there', async () => {
    const none = { title: 'Lacking', userRegistry: null };
    expect(await world.mutate('createOAuthProvider', none, warnings)).toEqual({ warnings: [missing] });
    expect(await change({ userRegistry: 'ant' })).toEqual({ warnings: [] });
    await world.mutate('assignOAuthProvider', { catalog: 'preview', oauthProvider: 'lacking' });
    const told = '{ oauthProvider(name: "lacking") { warnings { code message } } }';
    expect(await world.query(told)).toEqual({
      oauthProvider: {
        warnings: [
          {
            code: 'USER_REGISTRY_UNASSIGNED',
            message:
              'Nobody can sign in at lacking in the catalog preview: assign the user registry ant there.',
          },
        ],
      },
    });
    await world.mutate('assignUserRegistry', { catalog: 'preview', userRegistry: 'ant' });
    expect(await world.query(told)).toEqual({ oauthProvider: { warnings: [] } });
  });

  it('is told where its registry is taken from a provider in use, and ends with the grants that ask it', async () => {
    await create('Lacking', { userRegistry: 'ant' });
    expect(await change({ userRegistry: null })).toEqual({ warnings: [missing] });
    expect(await change({ grantTypes: ['APPLICATION'] })).toEqual({ warnings: [] });
  });
});
