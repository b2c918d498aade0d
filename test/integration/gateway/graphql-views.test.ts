import { buildClientSchema, getIntrospectionQuery, printSchema } from 'graphql';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type GatewayWorld, openGateway } from '../../support/gateway.ts';
import { api, catalog, client, snapshot } from '../../support/snapshot.ts';
import { recordingUpstream, type Upstream } from '../../support/upstream.ts';

const PATH = '/acme/sandbox/shop/graphql';
const sdl = `
  type Query { customers(first: Int, last: Int): [Customer] find(by: By): Customer audit: Audit @internal(rule: "Audit") viewer: Viewer _service: _Service }
  type Mutation { dismiss(id: ID): Boolean }
  type Viewer { query: Query }
  type _Service { sdl: String }
  type Customer { id: ID! name: String salary: Int rank: Rank }
  type Audit { entries: [String] }
  enum Rank { GOLD STAFF }
  input By { name: String salary: Int ranks: [Rank] }
  directive @internal(rule: String) on FIELD_DEFINITION`;
const hiddenGraphQL = ['Audit', 'By.salary', 'Customer.salary', 'Query.customers(last:)', 'Rank.STAFF'];
let upstream: Upstream;
let world: GatewayWorld;

beforeAll(async () => {
  upstream = await recordingUpstream();
  upstream.answer = (_, response) => response.end('{"data":{"customers":[]}}');
  const shop = api({
    basePath: '/shop',
    kind: 'GRAPHQL',
    upstreamUrl: upstream.url,
    sdl,
    costs: { rules: [{ at: 'Query.customers', slicingArguments: ['first', 'last'] }] },
  });
  const clients = [
    client({ key: 'all', plans: { 'customer-1': {} } }),
    client({ key: 'some', plans: { 'customer-1': { name: 'some', hiddenGraphQL } } }),
    client({ key: 'reader', plans: { 'customer-1': { name: 'reader', hiddenGraphQL: ['Mutation'] } } }),
    client({
      key: 'shallow',
      plans: { 'customer-1': { name: 'shallow', maxGraphQLDepth: 1, maxGraphQLCost: 1 } },
    }),
    client({ key: 'never', plans: { 'customer-1': { name: 'never', limit: 1, windowSeconds: 60 } } }),
    client({ key: 'once', plans: { 'customer-1': { name: 'once', limit: 1, windowSeconds: 60 } } }),
  ];
  world = await openGateway(
    snapshot(catalog({ apis: [shop, { ...shop, basePath: '/none', upstreamUrl: null }], clients })),
  );
});
afterAll(() => Promise.all([world.close(), upstream.close()]));
beforeEach(() => {
  upstream.seen.length = 0;
});

type Init = { path?: string; variables?: unknown; accept?: string; operationName?: string };
const ask = (
  key: string,
  query: string,
  { path = PATH, accept = 'application/graphql-response+json', ...rest }: Init = {},
) =>
  world.call(path, {
    method: 'POST',
    body: JSON.stringify({ query, ...rest }),
    headers: { 'content-type': 'application/json', 'x-client-id': key, accept },
  });
async function refused(answer: Promise<Response>) {
  const response = await answer;
  const { errors } = await response.json();
  return [response.status, errors[0].extensions.code, errors[0].message];
}

describe('introspection', () => {
  it('is answered by the gateway, and is no call of the back-end', async () => {
    const answer = await ask('all', getIntrospectionQuery(), { accept: 'application/graphql-response+json' });
    const { data } = await answer.json();
    expect([answer.status, answer.headers.get('content-type'), answer.headers.get('x-graphql-cost')]).toEqual(
      [200, 'application/graphql-response+json; charset=utf-8', '0'],
    );
    expect(printSchema(buildClientSchema(data))).toContain('salary: Int');
    expect(upstream.seen).toEqual([]);
  });

  it('shows what the plan shows, and no trace of what it hides', async () => {
    const answer = await ask('some', getIntrospectionQuery());
    const text = await answer.text();
    expect(answer.status).toBe(200);
    expect(text).not.toMatch(/audit|salary|"last"|STAFF/i);
    expect(printSchema(buildClientSchema(JSON.parse(text).data))).toContain('customers(first: Int)');
  });

  it('takes variables, operation names, fragments and aliases', async () => {
    const query = `query A { __schema { queryType { name } } }
      query B($name: String!) { kind: __typename found: __type(name: $name) { ...F } } fragment F on __Type { name }`;
    const named = (name: string) => ask('some', query, { operationName: 'B', variables: { name } });
    for (const [name, found] of [
      ['Customer', { name: 'Customer' }],
      ['Audit', null],
      ['Customer', { name: 'Customer' }],
    ] as const)
      expect(await (await named(name)).json()).toEqual({ data: { kind: 'Query', found } });
    expect(await refused(ask('some', query, { operationName: 'B' }))).toEqual([
      400,
      'BAD_USER_INPUT',
      'Variable "$name" of required type "String!" was not provided.',
    ]);
  });

  it('is held to the rate limit, and to no limit of cost or depth', async () => {
    expect((await ask('shallow', getIntrospectionQuery())).status).toBe(200);
    expect((await ask('once', getIntrospectionQuery())).status).toBe(200);
    expect((await ask('once', getIntrospectionQuery())).status).toBe(429);
  });

  it('that is refused for its variables costs nothing', async () => {
    const query = 'query ($name: String!) { __type(name: $name) { name } }';
    for (const variables of [{}, { name: 1 }, 'name', ['name']])
      expect((await refused(ask('never', query, { variables }))).slice(0, 2)).toEqual([
        400,
        'BAD_USER_INPUT',
      ]);
    expect((await ask('never', query, { variables: { name: 'Customer' } })).status).toBe(200);
    expect((await ask('never', query, { variables: { name: 'Customer' } })).status).toBe(429);
  });

  it('is answered where there is no back-end to ask', async () => {
    const path = '/acme/sandbox/none/graphql';
    expect((await ask('all', '{ audit { entries } }', { path })).status).toBe(502);
    expect((await ask('all', getIntrospectionQuery(), { path })).status).toBe(200);
  });

  it('together with data is refused, and so is more than the schema can be worth', async () => {
    expect(
      await refused(ask('all', '{ __schema { queryType { name } } customers(first: 1) { id } }')),
    ).toEqual([400, 'GRAPHQL_VALIDATION_FAILED', expect.stringContaining('in an operation of their own')]);
    const many = Array.from(
      { length: 100 },
      (_, at) => `a${at}: __schema { types { fields { type { fields { name } } } } }`,
    );
    expect(await refused(ask('all', `{ ${many.join(' ')} }`))).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
      expect.stringContaining('more of the schema'),
    ]);
    expect(upstream.seen).toEqual([]);
  });

  it.each([
    '{ viewer { query { __schema { types { name } } } } }',
    '{ viewer { ...V } } fragment V on Viewer { query { ... on Query { a: __type(name: "Audit") { name } } } }',
  ])('below data, where that gives the type of the root, is refused as well: %s', async (query) => {
    for (const key of ['all', 'some'])
      expect(await refused(ask(key, query))).toEqual([
        400,
        'GRAPHQL_VALIDATION_FAILED',
        expect.stringContaining('in an operation of their own'),
      ]);
    expect(upstream.seen).toEqual([]);
  });

  it('of __typename alone is for the back-end, which may be asked whether it lives', async () => {
    expect((await ask('all', '{ __typename }')).status).toBe(200);
    expect(upstream.seen).toHaveLength(1);
  });
});

describe('what a plan hides', () => {
  it.each([
    ['a field', '{ customers(first: 1) { salary } }', 'Cannot query field "salary" on type "Customer".'],
    ['a type', '{ audit { entries } }', 'Cannot query field "audit" on type "Query".'],
    [
      'an argument',
      '{ customers(first: 1, last: 2) { id } }',
      'Unknown argument "last" on field "Query.customers".',
    ],
  ])('%s is unknown, to be called and to be asked what it costs', async (_what, query, message) => {
    for (const path of [PATH, `${PATH}/cost`]) {
      expect(await refused(ask('some', query, { path }))).toEqual([
        400,
        'GRAPHQL_VALIDATION_FAILED',
        message,
      ]);
    }
    expect(upstream.seen).toEqual([]);
  });

  it('is not served where it is all mutations, and neither is a kind of operation that nobody has', async () => {
    for (const path of [PATH, `${PATH}/cost`]) {
      for (const fields of ['dismiss(id: 1)', 'anything { at { all } }'])
        expect(await refused(ask('reader', `mutation { ${fields} }`, { path }))).toEqual([
          400,
          'GRAPHQL_VALIDATION_FAILED',
          'The schema has no mutations.',
        ]);
      expect(await refused(ask('all', 'subscription { anything }', { path }))).toEqual([
        400,
        'GRAPHQL_VALIDATION_FAILED',
        'The schema has no subscriptions.',
      ]);
    }
    expect(upstream.seen).toEqual([]);
    expect((await ask('all', 'mutation { dismiss(id: 1) }')).status).toBe(200);
  });

  it.each([
    [
      'an input field',
      { salary: 1 },
      'Variable "$by" got invalid value { salary: 1 }; Field "salary" is not defined by type "By".',
    ],
    [
      'an enum value',
      { ranks: ['STAFF'] },
      'Variable "$by" got invalid value "STAFF" at "by.ranks[0]"; Value "STAFF" does not exist in "Rank" enum.',
    ],
    [
      'what is nearly its name',
      { salari: 1 },
      'Variable "$by" got invalid value { salari: 1 }; Field "salari" is not defined by type "By".',
    ],
  ])('%s is unknown in variables too', async (_what, by, message) => {
    const query = 'query ($by: By) { find(by: $by) { id } }';
    expect(await refused(ask('some', query, { variables: { by } }))).toEqual([
      400,
      'BAD_USER_INPUT',
      message,
    ]);
    expect(upstream.seen).toEqual([]);
    expect((await ask('all', query, { variables: { by } })).status).toBe(200);
    expect((await ask('some', query, { variables: { by: { name: 'x', ranks: ['GOLD'] } } })).status).toBe(
      200,
    );
  });

  it('is not told by a server of Apollo Federation, which gives its whole schema as a text', async () => {
    const query = '{ _service { sdl } }';
    expect(await refused(ask('some', query))).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
      'Cannot query field "_service" on type "Query".',
    ]);
    expect((await ask('all', query)).status).toBe(200);
  });

  it('is told to others, under another plan of the same API', async () => {
    expect((await ask('all', '{ customers(first: 1) { salary } audit { entries } }')).status).toBe(200);
    expect(upstream.seen).toHaveLength(1);
  });

  it.each(['{ customers(first: 1) { salari } }', '{ audits { entries } }', '{ customers(lasts: 1) { id } }'])(
    'is not suggested: %s',
    async (query) => {
      const [status, code, message] = await refused(ask('some', query));
      expect([status, code]).toEqual([400, 'GRAPHQL_VALIDATION_FAILED']);
      expect(message).not.toMatch(/salary|"audit"|"last"|did you mean/i);
    },
  );

  it('is not named where a slicing argument lacks', async () => {
    expect(await refused(ask('some', '{ customers { id } }'))).toEqual([
      400,
      'GRAPHQL_VALIDATION_FAILED',
      'Give the field customers exactly one of first: it says how long the list may be.',
    ]);
  });
});
