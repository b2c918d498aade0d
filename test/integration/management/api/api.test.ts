import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { customerDocument, revisionOf, SECURITY } from '../../../support/apis.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';

let world: ManagementWorld;

beforeEach(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
});
afterEach(() => world.close());

describe('createApi from an OpenAPI document', () => {
  const api = `{ name title version kind basePath targetUrl graphqlUrl sdl openapi onlineState
    securityDefinitions { name type keyLocation keyName } security { definition scopes } }`;

  it('takes what is not given from the document, starts Offline and asks for a client key', async () => {
    expect(await world.mutate('createApi', { openapi: customerDocument }, api)).toEqual({
      name: 'customer-database',
      title: 'Customer Database',
      version: '1.2.0',
      kind: 'REST',
      basePath: '/customerdb/v1',
      targetUrl: 'http://127.0.0.1:8091/customerdb/v1/',
      graphqlUrl: null,
      sdl: null,
      openapi: customerDocument,
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
      { openapi: customerDocument, ...given },
      '{ title name version basePath targetUrl }',
    );
    expect(made).toEqual(given);
  });

  it.each([
    ['1.0', '1.0.0'],
    ['71', '71.0.0'],
    ['2024-05-01', '2024.5.1'],
    ['beta', '1.0.0'],
  ])('completes the version %s of a document, and keeps it beside', async (documentVersion, version) => {
    const openapi = { ...customerDocument, info: { title: 'Dated', version: documentVersion } };
    const made = await world.mutate('createApi', { openapi }, '{ version documentVersion }');
    expect(made).toEqual({ version, documentVersion });
  });

  it('takes YAML and JSON text, and keeps the document as an object', async () => {
    const yaml = readFileSync('openapi/customerdb.v1.yaml', 'utf8');
    const made = await world.mutate<{ openapi: object }>(
      'createApi',
      { openapi: yaml },
      '{ basePath openapi }',
    );
    expect(made).toMatchObject({ basePath: '/customerdb/v1', openapi: { info: { title: 'customerdb' } } });
    const json = { openapi: JSON.stringify(customerDocument), title: 'From JSON' };
    expect(await world.mutate('createApi', json, '{ openapi }')).toEqual({ openapi: customerDocument });
  });

  it('takes OpenAPI 2.0, and keeps it in the form of 3.0', async () => {
    const schema = { $ref: '#/definitions/Pet' };
    const responses = { 200: { description: 'A pet', schema } };
    const openapi = {
      swagger: '2.0',
      info: { title: 'Old pets', version: '1.4.0' },
      host: '127.0.0.1:1',
      basePath: '/old/v1',
      schemes: ['http'],
      paths: { '/pet': { get: { operationId: 'getPet', responses } } },
      definitions: { Pet: { type: 'object' } },
    };
    const made = await world.mutate('createApi', { openapi }, '{ version basePath targetUrl openapi }');
    expect(made).toMatchObject({
      version: '1.4.0',
      basePath: '/old/v1',
      targetUrl: 'http://127.0.0.1:1/old/v1',
      openapi: { openapi: '3.0.3', components: { schemas: { Pet: { type: 'object' } } } },
    });
  });

  it('keeps paths that are one to the gateway as one, also when they are given anew', async () => {
    const info = { title: 'Queues', version: '1.0.0' };
    const post = { responses: { 200: { description: 'done' } } };
    const by = (name: string) => ({
      ...post,
      parameters: [{ name, in: 'path', required: true, schema: { type: 'string' } }],
    });
    const paths = { '/#Action=Purge': { post }, '/{a}': { get: by('a') }, '/{b}': { put: by('b') } };
    const openapi = { openapi: '3.0.3', info, paths };
    const kept = {
      '/': {
        post: { ...post, summary: '/ (2 operations)', description: expect.stringContaining('Send') },
      },
      '/{a}': { get: by('a'), put: by('a') },
    };
    const made = await world.mutate('createApi', { openapi }, '{ openapi }');
    expect(made).toEqual({ openapi: { ...openapi, paths: { ...kept, '/': { post } } } });
    const more = { ...openapi, paths: { ...paths, '/#Action=Send': { post } } };
    expect(await world.mutate('updateApi', { api: 'queues:1.0.0', openapi: more }, '{ openapi }')).toEqual({
      openapi: { ...openapi, paths: kept },
    });
  });

  it('takes a document as large as those of Stripe or Kubernetes, whose other servers may be anywhere', async () => {
    const servers = [...customerDocument.servers, { url: 'https://{account}.example.com' }];
    const description = 'x'.repeat(5_000_000);
    const openapi = { ...customerDocument, servers, info: { ...customerDocument.info, description } };
    const made = await world.mutate('createApi', { openapi, title: 'Large' }, '{ name targetUrl }');
    expect(made).toEqual({ name: 'large', targetUrl: customerDocument.servers[0]?.url });
  });

  it('is below /<name> and sent nowhere without a server', async () => {
    const input = { openapi: { ...customerDocument, servers: undefined }, title: 'No Server' };
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
      { ...customerDocument, components: { schemas: { A: { $ref: '#/b' } } } },
      'OPENAPI_INVALID',
      /^At #\/components\/schemas\/A\/\$ref: /,
    ],
    [
      'an alias of itself',
      'a: &a [*a]',
      'OPENAPI_INVALID',
      /^At line 1, column 8: The alias \*a refers to what/,
    ],
    [
      'aliases without end',
      `a: &a [x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c,*c,*c,*c]`,
      'OPENAPI_INVALID',
      /^At line 4, column 8: The alias \*c is one of too many aliases: write it out\./,
    ],
    ['nesting without end', `${'['.repeat(50_000)}`, 'OPENAPI_INVALID', /nested too deep|At line/],
    [
      'a text that its aliases make larger than 5 MB',
      `a: &a ${'x'.repeat(500_000)}\nb: [*a,*a,*a,*a,*a,*a,*a,*a,*a,*a,*a]`,
      'REQUEST_TOO_LARGE',
      /larger than 5 MB/,
    ],
    [
      'a document of more than 5 MB',
      { ...customerDocument, 'x-long': 'x'.repeat(5_300_000) },
      'REQUEST_TOO_LARGE',
      /larger than 5 MB/,
    ],
    [
      'a NUL',
      'openapi: 3.0.3\ninfo: { title: "a\\0", version: 1.0.0 }\npaths: {}',
      'OPENAPI_INVALID',
      /^At #\/info\/title: /,
    ],
  ] as const)('refuses %s', async (...[, openapi, code, message]) => {
    const before = await revisionOf(world);
    const refused = await world.refused('createApi', { openapi, title: 'Refused', name: 'refused' });
    expect(refused).toMatchObject({ code, path: ['input', 'openapi'] });
    expect(refused.message).toMatch(message);
    expect(await revisionOf(world)).toBe(before);
  });

  it.each([
    ['neither document nor URL', { openapi: undefined }, ['BAD_USER_INPUT', 'openapi']],
    ['both', { graphqlUrl: 'http://127.0.0.1:1/' }, ['BAD_USER_INPUT', 'graphqlUrl']],
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
      { openapi: { ...customerDocument, servers: [{ url: 'http://10.1.2.3/' }] } },
      ['TARGET_NOT_ALLOWED', 'openapi'],
    ],
    ['a target with a query', { targetUrl: 'http://127.0.0.1/?key=a' }, ['BAD_USER_INPUT', 'targetUrl']],
    [
      'to activate it in a catalog that is not there',
      { org: 'empty', activate: true },
      ['NOT_FOUND', 'activate'],
    ],
  ])('refuses %s', async (_what, changes, [code, member]) => {
    await world.mutate('createApi', { openapi: customerDocument });
    if ('org' in changes) await world.mutate('createOrg', { title: 'Empty' });
    const input = { org: 'acme', openapi: customerDocument, title: 'Refused', ...changes };
    expect(await world.refused('createApi', input)).toMatchObject({ code, path: ['input', member] });
  });
});

describe('two APIs of one name that are made at the same time', () => {
  it('are one: the other is refused with NAME_TAKEN', async () => {
    const mutation =
      'mutation ($openapi: JSON!) { createApi(input: { title: "Race", openapi: $openapi }) { name } }';
    const answers = await Promise.all(
      [1, 2, 3].map(() => world.send(mutation, { openapi: customerDocument })),
    );
    const codes = answers.flatMap(({ errors }) => errors.map(({ extensions }) => extensions.code));
    expect(codes).toEqual(['NAME_TAKEN', 'NAME_TAKEN']);
  });
});

describe('the security of an API', () => {
  const create = (title: string, input: object) =>
    world.mutate('createApi', { openapi: customerDocument, title, ...input }, SECURITY);

  beforeEach(() =>
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
      await world.refused('createApi', { openapi: customerDocument, title: 'Forgotten', ...definitions }),
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
  ])('is refused with %s', async (_what, input, path) => {
    expect(
      await world.refused('createApi', { openapi: customerDocument, title: 'Refused', ...input }),
    ).toMatchObject({
      status: 400,
      code: 'BAD_USER_INPUT',
      path: ['input', ...path],
    });
  });
});
