import { readFileSync } from 'node:fs';
import { buildSchema, graphqlSync } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ManagementWorld, openManagement } from '../../support/management.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

let world: ManagementWorld;
let server: Upstream;

const document = {
  openapi: '3.0.3',
  info: { title: 'Customer Database', version: '1.2.0' },
  servers: [{ url: 'http://127.0.0.1:8091/customerdb/v1/' }],
  paths: { '/customers': { get: { responses: { 200: { description: 'fine' } } } } },
};
const proxied = buildSchema(
  'type Query { getCustomer(id: ID!): Customer } type Customer { id: ID! name: String }',
);

beforeAll(async () => {
  [world, server] = await Promise.all([openManagement(), recordingUpstream()]);
  await world.mutate('createOrg', { title: 'Acme' });
  for (const title of ['Sandbox', 'Preview']) await world.mutate('createCatalog', { title });
});
beforeEach(() => {
  server.seen.length = 0;
  server.answer = (_request, response) => {
    const { query } = JSON.parse(server.seen.at(-1)?.body ?? '{}');
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify(graphqlSync({ schema: proxied, source: query })));
  };
});
afterAll(async () => {
  await Promise.all([world.close(), server.close()]);
});

const revision = async () =>
  (await world.query<{ org: { revision: number } }>('{ org { revision } }')).org.revision;
const SECURITY =
  '{ securityDefinitions { name type flow oauthProvider { name } keyLocation keyName } security { definition scopes } }';
const state = async (api: string) =>
  (await world.query<{ api: { onlineState: string } }>(`{ api(api: "${api}") { onlineState } }`)).api
    .onlineState;

describe('createApi from an OpenAPI document', () => {
  const api = `{ name title version kind basePath targetUrl graphqlUrl sdl openapi onlineState
    securityDefinitions { name type keyLocation keyName } security { definition scopes } }`;

  it('takes what is not given from the document, starts Offline and asks for a client key', async () => {
    expect(await world.mutate('createApi', { openapi: document }, api)).toEqual({
      name: 'customer-database',
      title: 'Customer Database',
      version: '1.2.0',
      kind: 'REST',
      basePath: '/customerdb/v1',
      targetUrl: 'http://127.0.0.1:8091/customerdb/v1/',
      graphqlUrl: null,
      sdl: null,
      openapi: document,
      onlineState: 'OFFLINE',
      securityDefinitions: [
        { name: 'client-key', type: 'API_KEY', keyLocation: 'HEADER', keyName: 'X-Client-Id' },
      ],
      security: [{ definition: 'client-key', scopes: [] }],
    });
  });

  it('takes what is given', async () => {
    const given = {
      title: 'Given',
      name: 'named',
      version: '3.0.0',
      basePath: '/other',
      targetUrl: 'http://127.0.0.1:1',
    };
    const made = await world.mutate(
      'createApi',
      { openapi: document, ...given },
      '{ title name version basePath targetUrl }',
    );
    expect(made).toEqual(given);
  });

  it('takes YAML and JSON text, and keeps the document as an object', async () => {
    const yaml = readFileSync('openapi/customerdb.v1.yaml', 'utf8');
    const made = await world.mutate<{ openapi: object }>(
      'createApi',
      { openapi: yaml },
      '{ basePath openapi }',
    );
    expect(made).toMatchObject({ basePath: '/customerdb/v1', openapi: { info: { title: 'customerdb' } } });
    const json = { openapi: JSON.stringify(document), title: 'From JSON' };
    expect(await world.mutate('createApi', json, '{ openapi }')).toEqual({ openapi: document });
  });

  it('is below /<name> and sent nowhere without a server', async () => {
    const input = { openapi: { ...document, servers: undefined }, title: 'No Server' };
    expect(await world.mutate('createApi', input, '{ basePath targetUrl }')).toEqual({
      basePath: '/no-server',
      targetUrl: null,
    });
  });

  it.each([
    [
      'YAML that does not parse, with line and column',
      'openapi: 3.0.3\ninfo: [a',
      'OPENAPI_INVALID',
      /^At line 2, column \d+: /,
    ],
    [
      'YAML with one key twice',
      'openapi: 3.0.3\nopenapi: 3.0.3',
      'OPENAPI_INVALID',
      /^At line 2, column 1: /,
    ],
    ['what is no OpenAPI', { hello: 'world' }, 'OPENAPI_INVALID', /^At #\/openapi: /],
    ['a number', 3, 'OPENAPI_INVALID', /^At #: /],
    [
      'a reference that leads nowhere',
      { ...document, components: { schemas: { A: { $ref: '#/b' } } } },
      'OPENAPI_INVALID',
      /^At #\/components\/schemas\/A\/\$ref: /,
    ],
    ['an alias of itself', 'a: &a [*a]', 'OPENAPI_INVALID', /nested too deep/],
    [
      'aliases without end',
      `a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c]`,
      'OPENAPI_INVALID',
      /too many aliases/,
    ],
    ['nesting without end', `${'['.repeat(50_000)}`, 'OPENAPI_INVALID', /nested too deep|At line/],
    [
      'a text that its aliases make larger than 1 MB',
      `a: &a ${'x'.repeat(100_000)}\nb: [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]`,
      'REQUEST_TOO_LARGE',
      /larger than 1 MB/,
    ],
    [
      'a NUL',
      'openapi: 3.0.3\ninfo: { title: "a\\0", version: 1.0.0 }\npaths: {}',
      'OPENAPI_INVALID',
      /^At #\/info\/title: /,
    ],
  ] as const)('refuses %s', async (...[, openapi, code, message]) => {
    const before = await revision();
    const refused = await world.refused('createApi', { openapi, title: 'Refused', name: 'refused' });
    expect(refused).toMatchObject({ code, path: ['input', 'openapi'] });
    expect(refused.message).toMatch(message);
    expect(await revision()).toBe(before);
  });

  it.each([
    ['neither document nor URL', { openapi: undefined }, ['BAD_USER_INPUT', 'openapi']],
    ['both', { graphqlUrl: 'http://127.0.0.1:1/' }, ['BAD_USER_INPUT', 'graphqlUrl']],
    [
      'a version that is not x.y.z in the document',
      { openapi: { ...document, info: { title: 'A', version: 'v1' } } },
      ['BAD_USER_INPUT', 'version'],
    ],
    ['an API that exists', { title: 'Customer Database' }, ['NAME_TAKEN', 'name']],
    ['a base path with a slash at its end', { basePath: '/a/' }, ['BAD_USER_INPUT', 'basePath']],
    ['a base path with dot segments', { basePath: '/a/../b' }, ['BAD_USER_INPUT', 'basePath']],
    [
      'a target in a private network',
      { targetUrl: 'http://192.168.0.1/' },
      ['TARGET_NOT_ALLOWED', 'targetUrl'],
    ],
    [
      'a server in a private network',
      { openapi: { ...document, servers: [{ url: 'http://10.1.2.3/' }] } },
      ['TARGET_NOT_ALLOWED', 'openapi'],
    ],
    ['a target with a query', { targetUrl: 'http://127.0.0.1/?key=a' }, ['BAD_USER_INPUT', 'targetUrl']],
    [
      'to activate it in a catalog that is not there',
      { org: 'empty', activate: true },
      ['NOT_FOUND', 'activate'],
    ],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    if ('org' in changes) await world.mutate('createOrg', { title: 'Empty' });
    const input = { org: 'acme', openapi: document, title: 'Refused', ...changes };
    expect(await world.refused('createApi', input)).toMatchObject({ code, path: ['input', member] });
    if ('org' in changes) await world.mutate('deleteOrg', { name: 'empty' }, '');
  });
});

describe('two APIs of one name that are made at the same time', () => {
  it('are one: the other is refused with NAME_TAKEN', async () => {
    const mutation =
      'mutation ($openapi: JSON!) { createApi(input: { title: "Race", openapi: $openapi }) { name } }';
    const answers = await Promise.all([1, 2, 3].map(() => world.send(mutation, { openapi: document })));
    const codes = answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code));
    expect(codes).toEqual(['NAME_TAKEN', 'NAME_TAKEN']);
  });
});

describe('the security of an API', () => {
  const create = (title: string, input: object) =>
    world.mutate('createApi', { openapi: document, title, ...input }, SECURITY);

  beforeAll(() =>
    world.mutate('createOAuthProvider', {
      title: 'Customer OAuth',
      scopes: [{ name: 'customer', description: 'all' }],
    }),
  );

  it('can be a bearer token with a scope', async () => {
    const secured = {
      securityDefinitions: [
        { name: 'oauth-1', type: 'OAUTH2', flow: 'RESOURCE_OWNER_PASSWORD', oauthProvider: 'customer-oauth' },
      ],
      security: [{ definition: 'oauth-1', scopes: ['customer', 'customer'] }],
    };
    expect(await create('With OAuth', secured)).toEqual({
      securityDefinitions: [
        {
          ...secured.securityDefinitions[0],
          oauthProvider: { name: 'customer-oauth' },
          keyLocation: null,
          keyName: null,
        },
      ],
      security: [{ definition: 'oauth-1', scopes: ['customer'] }],
    });
  });

  it('is open to everybody only where that is said', async () => {
    expect(await create('Open', { security: [] })).toMatchObject({ security: [] });
    const definitions = { securityDefinitions: [{ name: 'key', type: 'API_KEY' }] };
    expect(
      await world.refused('createApi', { openapi: document, title: 'Forgotten', ...definitions }),
    ).toEqual({
      status: 400,
      code: 'BAD_USER_INPUT',
      message:
        'Say in security which of the definitions a call must meet; an empty list opens the API to everybody.',
      path: ['input', 'security'],
    });
  });

  it.each([
    [
      'a requirement without its definition',
      { security: [{ definition: 'oauth-9' }] },
      ['security', 0, 'definition'],
    ],
    [
      'an unknown provider',
      { securityDefinitions: [{ name: 'a', type: 'OAUTH2', oauthProvider: 'no-such' }], security: [] },
      ['securityDefinitions', 0, 'oauthProvider'],
    ],
    [
      'OAuth without a provider',
      { securityDefinitions: [{ name: 'a', type: 'OAUTH2' }], security: [] },
      ['securityDefinitions', 0, 'oauthProvider'],
    ],
    [
      'an unknown scope',
      {
        securityDefinitions: [{ name: 'a', type: 'OAUTH2', oauthProvider: 'customer-oauth' }],
        security: [{ definition: 'a', scopes: ['other'] }],
      },
      ['security', 0, 'scopes', 0],
    ],
    [
      'a key in the header Authorization',
      { securityDefinitions: [{ name: 'a', type: 'API_KEY', keyName: 'Authorization' }], security: [] },
      ['securityDefinitions', 0, 'keyName'],
    ],
  ])('is refused with %s', async (_what, input, place) => {
    expect(await world.refused('createApi', { openapi: document, title: 'Refused', ...input })).toMatchObject(
      {
        status: 400,
        code: 'BAD_USER_INPUT',
        path: ['input', ...place],
      },
    );
  });
});

describe('createApi from the URL of a GraphQL server', () => {
  const create = (changes: object = {}) => ({
    title: 'Sample Proxy',
    graphqlUrl: `${server.url}/api/sample`,
    ...changes,
  });

  it('asks the server for its schema; the API is 1.0.0, below /<name>, Offline', async () => {
    const selection = '{ name version kind basePath targetUrl graphqlUrl sdl openapi onlineState }';
    const made = await world.mutate<{ sdl: string }>('createApi', create(), selection);
    expect(made).toMatchObject({
      name: 'sample-proxy',
      version: '1.0.0',
      kind: 'GRAPHQL',
      basePath: '/sample-proxy',
      targetUrl: null,
      graphqlUrl: `${server.url}/api/sample`,
      openapi: null,
      onlineState: 'OFFLINE',
    });
    expect(made.sdl).toContain('getCustomer(id: ID!): Customer');
    expect(server.seen).toHaveLength(1);
  });

  it.each([
    ['no title', { title: undefined }, ['BAD_USER_INPUT', 'title']],
    ['a target besides', { targetUrl: 'http://127.0.0.1/' }, ['BAD_USER_INPUT', 'targetUrl']],
    [
      'an address in a private network',
      { graphqlUrl: 'http://10.0.0.1/' },
      ['TARGET_NOT_ALLOWED', 'graphqlUrl'],
    ],
    [
      'an address where nothing answers',
      { graphqlUrl: 'http://127.0.0.1:1/' },
      ['GRAPHQL_SERVER_UNUSABLE', 'graphqlUrl'],
    ],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    expect(await world.refused('createApi', create({ name: 'refused', ...changes }))).toMatchObject({
      status: 400,
      code,
      path: ['input', member],
    });
  });

  it.each([
    ['a web page', 200, '<html>secret</html>', 'did not answer with a valid schema'],
    [
      'a server without introspection',
      200,
      '{"errors":[{"message":"secret"}]}',
      'did not answer with a valid schema',
    ],
    [
      'a schema without queries',
      200,
      '{"data":{"__schema":{"types":[],"directives":[]}}}',
      'did not answer with a valid schema',
    ],
    ['a redirect', 302, '', 'HTTP status 302'],
    ['a fault', 500, 'secret', 'HTTP status 500'],
    ['a schema of more than 5 MB', 200, 'x'.repeat(6_000_000), 'larger than 5 MB'],
  ] as const)('refuses %s and repeats nothing of it', async (...[, status, body, sentence]) => {
    server.answer = (_request, response) => {
      response.writeHead(status, { location: 'http://127.0.0.1:1/' });
      response.end(body);
    };
    const refused = await world.refused('createApi', create({ name: 'refused' }));
    expect(refused).toMatchObject({
      status: 400,
      code: 'GRAPHQL_SERVER_UNUSABLE',
      path: ['input', 'graphqlUrl'],
    });
    expect(refused.message).toContain(sentence);
    expect(refused.message).not.toContain('secret');
  });

  it('refuses a server that is cut off in the middle', async () => {
    server.answer = (request) => request.socket.destroy();
    expect(await world.refused('createApi', create({ name: 'refused' }))).toMatchObject({
      code: 'GRAPHQL_SERVER_UNUSABLE',
      message: 'The GraphQL server cannot be reached.',
    });
  });
});

describe('updateApi', () => {
  it('changes what is given, leaves the rest, and does not ask the server again', async () => {
    const selection = '{ title basePath version kind sdl }';
    const updated = await world.mutate<{ sdl: string }>(
      'updateApi',
      { api: 'sample-proxy:1.0.0', title: 'Proxy' },
      selection,
    );
    expect(updated).toMatchObject({
      title: 'Proxy',
      basePath: '/sample-proxy',
      version: '1.0.0',
      kind: 'GRAPHQL',
    });
    expect(updated.sdl).toContain('getCustomer');
    expect(server.seen).toEqual([]);
  });

  it('asks the server again when its URL is given', async () => {
    const schema = buildSchema('type Query { getAccounts: [ID!]! }');
    server.answer = (_request, response) => {
      const source = JSON.parse(server.seen.at(-1)?.body ?? '{}').query;
      response.end(JSON.stringify(graphqlSync({ schema, source })));
    };
    const input = { api: 'sample-proxy:1.0.0', graphqlUrl: `${server.url}/api/accounts` };
    const updated = await world.mutate<{ graphqlUrl: string; sdl: string }>(
      'updateApi',
      input,
      '{ graphqlUrl sdl }',
    );
    expect(updated.graphqlUrl).toBe(input.graphqlUrl);
    expect(updated.sdl).toContain('getAccounts');
  });

  it('replaces document and target of a REST API', async () => {
    const openapi = { ...document, info: { title: 'New', version: '9.9.9' } };
    const input = { api: 'named:3.0.0', openapi, targetUrl: null };
    expect(await world.mutate('updateApi', input, '{ title version targetUrl openapi }')).toEqual({
      title: 'Given',
      version: '3.0.0',
      targetUrl: null,
      openapi,
    });
  });

  it('replaces the lists of security as a whole, and keeps the one that is not given', async () => {
    const oauth = [{ name: 'oauth-1', type: 'OAUTH2', oauthProvider: 'customer-oauth' }];
    const api = 'named:3.0.0';
    expect(await world.refused('updateApi', { api, securityDefinitions: oauth })).toMatchObject({
      code: 'BAD_USER_INPUT',
      message: 'There is no security definition client-key: define it in securityDefinitions.',
    });
    const security = [{ definition: 'oauth-1', scopes: ['customer'] }];
    expect(
      await world.mutate('updateApi', { api, securityDefinitions: oauth, security }, SECURITY),
    ).toMatchObject({
      securityDefinitions: [{ name: 'oauth-1', flow: 'RESOURCE_OWNER_PASSWORD' }],
      security,
    });
    expect(await world.mutate('updateApi', { api, security: [] }, SECURITY)).toMatchObject({
      securityDefinitions: [{ name: 'oauth-1' }],
      security: [],
    });
  });

  it.each([
    ['null for a title', { title: null }, ['BAD_USER_INPUT', 'title']],
    ['null for a document', { openapi: null }, ['BAD_USER_INPUT', 'openapi']],
    ['null for the security', { security: null }, ['BAD_USER_INPUT', 'security']],
    [
      'a GraphQL server for a REST API',
      { graphqlUrl: 'http://127.0.0.1/' },
      ['BAD_USER_INPUT', 'graphqlUrl'],
    ],
    [
      'a document for a GraphQL API',
      { api: 'sample-proxy:1.0.0', openapi: document },
      ['BAD_USER_INPUT', 'openapi'],
    ],
    [
      'a target for a GraphQL API',
      { api: 'sample-proxy:1.0.0', targetUrl: 'http://127.0.0.1/' },
      ['BAD_USER_INPUT', 'targetUrl'],
    ],
    ['a base path that is none', { basePath: 'a' }, ['BAD_USER_INPUT', 'basePath']],
    ['a document with a fault', { openapi: {} }, ['OPENAPI_INVALID', 'openapi']],
    ['an unknown API', { api: 'no-such:1.0.0' }, ['NOT_FOUND', 'api']],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    expect(await world.refused('updateApi', { api: 'named:3.0.0', ...changes })).toMatchObject({
      code,
      path: ['input', member],
    });
  });
});

describe('saveApiAsNewVersion', () => {
  it('copies everything but the version; the original stays as it is', async () => {
    const selection = `{ name title kind basePath targetUrl openapi securityDefinitions { name } security { definition } onlineState version }`;
    const api = 'customer-database:1.2.0';
    const copy = await world.mutate('saveApiAsNewVersion', { api, version: '2.0.0' }, selection);
    const { api: original } = await world.query<{ api: object }>(`{ api(api: "${api}") ${selection} }`);
    expect(copy).toEqual({ ...original, version: '2.0.0' });
    await world.mutate('updateApi', { api: 'customer-database:2.0.0', security: [] });
    expect(await world.query(`{ api(api: "${api}") { security { definition } } }`)).toEqual({
      api: { security: [{ definition: 'client-key' }] },
    });
  });

  it('copies a GraphQL API with its schema', async () => {
    const input = { api: 'sample-proxy:1.0.0', version: '1.1.0' };
    const { sdl } = await world.mutate<{ sdl: string }>('saveApiAsNewVersion', input, '{ sdl }');
    expect(sdl).toContain('getAccounts');
  });

  it.each([
    ['a version that exists', { version: '1.2.0' }, ['NAME_TAKEN', 'version']],
    ['an API that does not', { api: 'no-such:1.0.0', version: '2.0.0' }, ['NOT_FOUND', 'api']],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    const input = { api: 'customer-database:1.2.0', ...changes };
    expect(await world.refused('saveApiAsNewVersion', input)).toMatchObject({
      code,
      path: ['input', member],
    });
  });

  it('refuses a version that is not x.y.z', async () => {
    const input = { api: 'customer-database:1.2.0', version: '2.0' };
    expect(await world.refused('saveApiAsNewVersion', input)).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
    });
  });

  it('keeps the versions of an org in order, the older first', async () => {
    await world.mutate('saveApiAsNewVersion', { api: 'customer-database:1.2.0', version: '10.0.0' });
    const { org } = await world.query<{ org: { apis: { name: string; version: string }[] } }>(
      '{ org { apis { name version } } }',
    );
    const versions = org.apis
      .filter(({ name }) => name === 'customer-database')
      .map(({ version }) => version);
    expect(versions).toEqual(['1.2.0', '2.0.0', '10.0.0']);
  });
});

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
    expect(await set('sample-proxy:1.0.0', false)).toEqual({ onlineState: 'OFFLINE' });
    const before = await revision();
    expect(await set('sample-proxy:1.0.0', false)).toEqual({ onlineState: 'OFFLINE' });
    expect(await revision()).toBe(before);
    expect(await set('sample-proxy:1.0.0', true)).toEqual({ onlineState: 'ONLINE' });
    expect(await products()).toHaveLength(1);
  });

  it('a draft is online when a copy of it is, in any catalog', async () => {
    await set('sample-proxy:1.0.0', true, 'preview');
    await set('sample-proxy:1.0.0', false, 'sandbox');
    expect(await state('sample-proxy:1.0.0')).toBe('ONLINE');
    expect(await products()).toMatchObject([{ apis: [{ onlineState: 'OFFLINE' }] }]);
    await set('sample-proxy:1.0.0', false, 'preview');
    expect(await state('sample-proxy:1.0.0')).toBe('OFFLINE');
  });

  it('activate does the same at once', async () => {
    const input = { openapi: document, title: 'Active', activate: true };
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

describe('deleteApi', () => {
  it('is refused while a product holds it', async () => {
    expect(await world.refused('deleteApi', { api: 'active:1.2.0' }, '')).toMatchObject({
      status: 409,
      code: 'IN_USE',
      path: ['input', 'api'],
    });
  });

  it('takes the draft away', async () => {
    expect(await world.mutate('deleteApi', { api: 'no-server:1.2.0' }, '')).toBe(true);
    expect(await world.query('{ api(api: "no-server:1.2.0") { name } }')).toEqual({ api: null });
    expect(await world.refused('deleteApi', { api: 'no-server:1.2.0' }, '')).toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});
