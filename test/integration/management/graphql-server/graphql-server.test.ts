import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { answering, documentOf } from '../../../support/built-server.ts';
import { type ManagementWorld, openManagement } from '../../../support/management.ts';

let world: ManagementWorld;

beforeAll(async () => {
  world = await openManagement();
  await world.mutate('createOrg', { title: 'Acme' });
  const { id: orgId } = await world.database.prisma.org.findUniqueOrThrow({ where: { name: 'acme' } });
  await world.database.prisma.graphQLServer.create({
    data: {
      orgId,
      name: 'sample',
      title: 'Sample',
      sources: [
        { name: 'customers', url: 'http://127.0.0.1:8091/customerdb/v3', operations: ['getCustomers'] },
      ],
    },
  });
});
afterAll(() => world.close());

describe('a GraphQL server', () => {
  it('is found by its name, with the address that it is called at', async () => {
    const selection =
      '{ name title endpoint url exposed state failure sdl sources { name url operations } policies report { notes } }';
    const server = {
      name: 'sample',
      title: 'Sample',
      endpoint: 'api/acme/sample',
      url: 'http://graphql.test/api/acme/sample',
      exposed: false,
      state: 'PENDING',
      failure: null,
      sdl: null,
      sources: [
        { name: 'customers', url: 'http://127.0.0.1:8091/customerdb/v3', operations: ['getCustomers'] },
      ],
      policies: {},
      report: null,
    };
    expect(
      await world.query(`{ graphqlServer(name: "sample") ${selection} org { graphqlServers { name } } }`),
    ).toEqual({ graphqlServer: server, org: { graphqlServers: [{ name: 'sample' }] } });
    expect(await world.query('{ graphqlServer(name: "no-such") { name } }')).toEqual({ graphqlServer: null });
  });
});

const paths = { '/things': { get: { operationId: 'getThings', ...answering({ type: 'object' }) } } };
const source = (more: object = {}) => ({
  name: 'a',
  openapi: documentOf(paths),
  url: 'http://127.0.0.1:1/',
  ...more,
});

describe('making, changing and deleting a GraphQL server', () => {
  it('is audited each time, by developers only, and raises the revision once', async () => {
    const viewer = await world.as('VIEWER');
    expect(await viewer.refused('createGraphQLServer', { title: 'Own', sources: [source()] })).toMatchObject({
      status: 403,
      code: 'FORBIDDEN',
    });
    const developer = await world.as('DEVELOPER');
    expect(
      await developer.mutate(
        'createGraphQLServer',
        { title: 'Own', sources: [source()] },
        '{ name state failure report { notes } }',
      ),
    ).toEqual({ name: 'own', state: 'PENDING', failure: null, report: null });
    await developer.mutate('updateGraphQLServer', { name: 'own', title: 'My own' }, '{ title }');
    expect(await developer.mutate('deleteGraphQLServer', { name: 'own' }, '')).toBe(true);
    const { auditEvents, org } = await world.query<{
      auditEvents: { nodes: { action: string; subject: string }[] };
      org: { revision: number };
    }>('{ auditEvents(first: 3) { nodes { action subject } } org { revision } }');
    expect(auditEvents.nodes.map(({ action, subject }) => `${action} ${subject}`)).toEqual([
      'deleteGraphQLServer own',
      'updateGraphQLServer own',
      'createGraphQLServer own',
    ]);
    expect(org.revision).toBe(3);
  });

  it('is refused for a name that the org has, and for a server that the org has not', async () => {
    expect(
      await world.refused('createGraphQLServer', { title: 'Sample', sources: [source()] }),
    ).toMatchObject({
      status: 409,
      code: 'NAME_TAKEN',
      path: ['input', 'name'],
    });
    for (const mutation of ['updateGraphQLServer', 'deleteGraphQLServer'])
      expect(
        await world.refused(mutation, { name: 'no-such' }, mutation.startsWith('delete') ? '' : '{ name }'),
      ).toMatchObject({
        status: 404,
        code: 'NOT_FOUND',
        path: ['input', 'name'],
      });
  });
});

describe('a source is refused', () => {
  const deep = JSON.parse(`${'{"a":'.repeat(120)}1${'}'.repeat(120)}`);
  const bomb = `openapi: 3.0.3\na: &a [x, x]\n${[...'bcdefghijk'].map((name, index) => `${name}: &${name} [${`*${'abcdefghijk'[index]}, `.repeat(20)}x]`).join('\n')}\npaths: {}\n`;
  const operations = Object.fromEntries(
    Array.from({ length: 10_000 }, (_, index) => [`/p${index}`, { get: answering({}) }]),
  );
  it.each<[why: string, more: object, code: string, message: RegExp]>([
    [
      'for {env.…} in a path',
      { openapi: documentOf({ '/{env.HOME}': { get: answering({}) } }) },
      'OPENAPI_INVALID',
      /#\/paths\/~1\{env.HOME\}: "\{env\." begins a template/,
    ],
    [
      'for {context.…} in a default',
      {
        openapi: documentOf({
          '/a': {
            get: {
              ...answering({}),
              parameters: [{ name: 'h', in: 'header', schema: { default: '{context.headers.cookie}' } }],
            },
          },
        }),
      },
      'OPENAPI_INVALID',
      /parameters\/0\/schema\/default: "\{context\." begins a template/,
    ],
    [
      'for a $ref to a file',
      { openapi: documentOf({ '/a': { get: answering({ $ref: '/etc/passwd' }) } }) },
      'OPENAPI_INVALID',
      /schema\/\$ref: "\/etc\/passwd" is in another document/,
    ],
    [
      'for a $ref to an address',
      { openapi: documentOf({ '/a': { get: answering({ $ref: 'http://169.254.169.254/' }) } }) },
      'OPENAPI_INVALID',
      /is in another document/,
    ],
    ['for a YAML bomb', { openapi: bomb }, 'OPENAPI_INVALID', /At line 4, column \d+: .* too many aliases/],
    [
      'for nesting without end',
      { openapi: documentOf(paths, {}, { 'x-deep': deep }) },
      'OPENAPI_INVALID',
      /deeper than 100 levels/,
    ],
    [
      'for ten thousand operations',
      { openapi: JSON.stringify(documentOf(operations)) },
      'OPENAPI_INVALID',
      /there are 10000 operations; a source may have 5000/,
    ],
    [
      'for YAML of more than 1 MB',
      { openapi: `# ${'a'.repeat(1_100_000)}\nopenapi: 3.0.3` },
      'REQUEST_TOO_LARGE',
      /larger than 1 MB: give it as JSON/,
    ],
    [
      'for what is no OpenAPI document',
      { openapi: { openapi: '4.0.0', paths: {} } },
      'OPENAPI_INVALID',
      /At #\/openapi: this is no OpenAPI document/,
    ],
    ['for broken YAML', { openapi: 'openapi: [3' }, 'OPENAPI_INVALID', /At line 1, column/],
    [
      'without an operation',
      { openapi: documentOf({}) },
      'OPENAPI_INVALID',
      /At #\/paths: there is no operation/,
    ],
    [
      'for an address that may not be called',
      { url: 'http://10.0.0.1/' },
      'TARGET_NOT_ALLOWED',
      /TARGET_ALLOWLIST/,
    ],
    ['for an address with a query', { url: 'http://127.0.0.1/?a=1' }, 'BAD_USER_INPUT', /no query/],
    [
      'for another name of an operation that is not there',
      { rename: { getThing: { field: 'thing' } } },
      'BAD_USER_INPUT',
      /no operation "getThing" in the document; it has getThings/,
    ],
    [
      'for another name of an argument that is not there',
      { rename: { getThings: { arguments: { id: 'key' } } } },
      'BAD_USER_INPUT',
      /getThings has no argument "id"; it has none/,
    ],
    [
      'for a name that GraphQL has not',
      { rename: { getThings: { field: '__things' } } },
      'BAD_USER_INPUT',
      /is no name in GraphQL/,
    ],
    ['for a header of the connection', { headers: ['Host'] }, 'BAD_USER_INPUT', /"Host" cannot be passed on/],
    ['for a time limit of an hour', { timeoutMs: 3_600_000 }, 'BAD_USER_INPUT', /1 to 60000 milliseconds/],
  ])('%s', async (_why, ...[more, code, message]) => {
    const refused = await world.refused('createGraphQLServer', { title: 'Hostile', sources: [source(more)] });
    expect(refused).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(refused.path?.slice(0, 4)).toEqual(['input', 'sources', 0, Object.keys(more)[0]]);
    expect(await world.query('{ graphqlServer(name: "hostile") { name } }')).toEqual({ graphqlServer: null });
  });

  it('when two have one name, and when there is none', async () => {
    expect(
      await world.refused('createGraphQLServer', { title: 'Two', sources: [source(), source()] }),
    ).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'sources', 1, 'name'],
    });
    expect(await world.refused('createGraphQLServer', { title: 'None', sources: [] })).toMatchObject({
      code: 'BAD_USER_INPUT',
      path: ['input', 'sources'],
    });
  });
});
