import {
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLSchema,
  GraphQLString,
} from 'graphql';
import { afterEach, describe, expect, it } from 'vitest';
import { refuse } from '../../../src/foundation/errors.ts';
import { VersionScalar } from '../../../src/graphql/schema/scalars.ts';
import { createGraphQLHandler } from '../../../src/graphql/server/graphql-handler.ts';
import { simpleRequests } from '../../support/simple-requests.ts';

const query = new GraphQLObjectType({
  name: 'Query',
  fields: {
    good: { type: GraphQLString, resolve: () => 'good' },
    echo: {
      type: GraphQLString,
      args: {
        version: { type: VersionScalar },
        number: { type: GraphQLInt },
        rank: { type: new GraphQLEnumType({ name: 'Rank', values: { GOLD: {} } }) },
        by: { type: new GraphQLInputObjectType({ name: 'By', fields: { name: { type: GraphQLString } } }) },
      },
      resolve: (_, args) => JSON.stringify(args),
    },
    refused: {
      type: GraphQLString,
      resolve: () => refuse('NAME_TAKEN', { detail: 'Choose another.', path: ['input', 'name'] }),
    },
    limited: {
      type: GraphQLString,
      resolve: () => refuse('TOO_MANY_ATTEMPTS', { headers: { 'retry-after': '3' } }),
    },
    broken: {
      type: GraphQLString,
      resolve: () => {
        throw new Error('postgres://admin:swordfish@10.0.0.1 is down');
      },
    },
    missing: { type: new GraphQLNonNull(GraphQLString), resolve: () => null },
  },
});
const mutation = new GraphQLObjectType({
  name: 'Mutation',
  fields: { change: { type: GraphQLString, resolve: () => 'changed' } },
});

const ENDPOINT = 'http://control.test/graphql';
const GRAPHQL = 'application/graphql-response+json';
const faults: unknown[] = [];
const handler = createGraphQLHandler({
  schema: new GraphQLSchema({ query, mutation }),
  endpoint: '/graphql',
  context({ request }) {
    if (request.headers.get('authorization') === 'Bearer nobody') refuse('UNAUTHENTICATED');
    if (request.headers.get('authorization') === 'Bearer broken') throw new Error('swordfish');
    return {};
  },
  onFault: (fault) => faults.push(fault),
});
afterEach(() => faults.splice(0));

type Answer = {
  data?: unknown;
  errors?: { message: string; path?: unknown; locations?: unknown; extensions: Record<string, unknown> }[];
};

async function send(init: RequestInit, url = ENDPOINT) {
  const response = await handler.fetch(url, init);
  const text = await response.text();
  const { data, errors = [] } = JSON.parse(text) as Answer;
  return { status: response.status, headers: response.headers, text, data, errors, error: errors[0] };
}

const post = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', accept: GRAPHQL, ...headers },
  body: typeof body === 'string' ? body : JSON.stringify(body),
});
const ask = (document: string, more: { variables?: object; headers?: Record<string, string> } = {}) =>
  send(post({ query: document, variables: more.variables }, more.headers));

describe('a GraphQL document', () => {
  it('is answered', async () => {
    expect(await ask('{ good }')).toMatchObject({ status: 200, data: { good: 'good' }, errors: [] });
  });

  it.each([
    ['cannot be parsed', '{', 400, 'GRAPHQL_PARSE_FAILED', /^Syntax Error/],
    ['asks for an unknown field', '{ bad }', 400, 'GRAPHQL_VALIDATION_FAILED', /Cannot query field "bad"/],
    [
      'is of a kind that the schema has none of',
      'subscription { anything }',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      /^The schema has no subscriptions\.$/,
    ],
    [
      'has a literal of another type',
      '{ echo(number: "x") }',
      400,
      'GRAPHQL_VALIDATION_FAILED',
      /Int cannot/,
    ],
    ['has a literal of no form', '{ echo(version: "1") }', 400, 'BAD_USER_INPUT', /"1" is no Version/],
    [
      'names no operation',
      'query A { good } query B { good }',
      400,
      'BAD_USER_INPUT',
      /which|what operation/,
    ],
  ])('that %s is refused with a code', async (...[, document, status, code, message]) => {
    const answer = await ask(document);
    expect(answer).toMatchObject({
      status,
      error: { message: expect.stringMatching(message), extensions: { code } },
    });
    expect(answer.data).toBeUndefined();
    expect(faults).toEqual([]);
  });

  it.each([
    ['$value: Version', 'version: $value', '1.0', /"1\.0" is no Version/],
    ['$value: Int', 'number: $value', 'ten', /Int cannot represent/],
  ])(
    'with a wrong variable %s is refused with BAD_USER_INPUT',
    async (...[declaration, use, value, message]) => {
      const answer = await ask(`query (${declaration}) { echo(${use}) }`, { variables: { value } });
      expect(answer).toMatchObject({
        status: 400,
        error: { message: expect.stringMatching(message), extensions: { code: 'BAD_USER_INPUT' } },
      });
    },
  );
});

describe('no error suggests a name', () => {
  it.each([
    ['of a field', '{ goodd }', {}],
    ['of an argument', '{ echo(numbr: 1) }', {}],
    ['of a type', 'query ($a: Rnk) { echo(rank: $a) }', {}],
    ['of a value', '{ echo(rank: GOLDD) }', {}],
    ['of an input field', '{ echo(by: { nam: "x" }) }', {}],
    ['of a value in a variable', 'query ($a: Rank) { echo(rank: $a) }', { a: 'GOLDD' }],
    ['of an input field in a variable', 'query ($a: By) { echo(by: $a) }', { a: { nam: 'x' } }],
  ])('%s', async (_what, document, variables) => {
    const { status, error, text } = await ask(document, { variables });
    expect([status, error?.extensions['code']]).toEqual([
      400,
      expect.stringMatching(/VALIDATION_FAILED|USER_INPUT/),
    ]);
    expect(text).not.toMatch(/did you mean|"GOLD"|number|"name"|Rank"\?/i);
  });
});

describe('a refusal', () => {
  it('has its status, code, sentence and the place of the input', async () => {
    expect(await ask('{ refused }')).toMatchObject({
      status: 409,
      data: { refused: null },
      error: { message: 'Choose another.', extensions: { code: 'NAME_TAKEN', path: ['input', 'name'] } },
    });
    expect(faults).toEqual([]);
  });

  it('has its headers', async () => {
    const answer = await ask('{ limited }');
    expect(answer).toMatchObject({ status: 429, error: { extensions: { code: 'TOO_MANY_ATTEMPTS' } } });
    expect(answer.headers.get('retry-after')).toBe('3');
  });

  it('says which field of the answer it is of (GraphQL, "Errors": path)', async () => {
    const { errors } = await ask('{ one: refused two: limited }');
    expect(errors.map(({ path, locations }) => ({ path, located: locations !== undefined }))).toEqual([
      { path: ['one'], located: true },
      { path: ['two'], located: true },
    ]);
  });

  it('beside data leaves the answer a success', async () => {
    expect(await ask('{ good refused }')).toMatchObject({
      status: 200,
      data: { good: 'good', refused: null },
      error: { extensions: { code: 'NAME_TAKEN' } },
    });
  });

  it('has status 200 where the caller accepts application/json alone (GraphQL over HTTP §6.4.1)', async () => {
    expect(await ask('{ refused }', { headers: { accept: 'application/json' } })).toMatchObject({
      status: 200,
      error: { extensions: { code: 'NAME_TAKEN' } },
    });
  });

  it('of the caller comes before anything is run', async () => {
    const answer = await ask('{ good }', { headers: { authorization: 'Bearer nobody' } });
    expect(answer).toMatchObject({ status: 401, error: { extensions: { code: 'UNAUTHENTICATED' } } });
    expect(answer.data).toBeUndefined();
  });
});

describe('a fault', () => {
  it.each([
    ['of a resolver', '{ broken }', 'Bearer somebody'],
    ['of a non-null field without a value', '{ missing }', 'Bearer somebody'],
    ['before the document is run', '{ good }', 'Bearer broken'],
  ])('%s is INTERNAL, tells the caller nothing and the operator all', async (_, document, authorization) => {
    const answer = await ask(document, { headers: { authorization } });
    expect(answer).toMatchObject({
      status: 500,
      error: { message: 'Something went wrong here.', extensions: { code: 'INTERNAL' } },
    });
    expect(answer.text).not.toMatch(/swordfish|postgres|stack|Cannot return null/);
    expect(faults).toEqual([
      expect.objectContaining({ message: expect.stringMatching(/swordfish|non-nullable/) }),
    ]);
  });
});

describe('a request that is no GraphQL request', () => {
  const cases: [what: string, init: RequestInit, refusal: { status: number; code: string }][] = [
    ['with no JSON', post('{'), { status: 400, code: 'BAD_USER_INPUT' }],
    [
      'with no JSON, in either type',
      post('{', { accept: 'application/json' }),
      { status: 400, code: 'BAD_USER_INPUT' },
    ],
    ['without a document', post({}), { status: 400, code: 'BAD_USER_INPUT' }],
    ['with a batch', post([{ query: '{ good }' }]), { status: 400, code: 'BAD_USER_INPUT' }],
    [
      'of more than 1 MB',
      post({ query: `{ good } # ${'x'.repeat(1_000_001)}` }),
      { status: 413, code: 'REQUEST_TOO_LARGE' },
    ],
    [
      'of another content type',
      post('<good/>', { 'content-type': 'text/xml' }),
      { status: 415, code: 'UNSUPPORTED_MEDIA_TYPE' },
    ],
    [
      'that accepts no JSON',
      post({ query: '{ good }' }, { accept: 'text/html' }),
      { status: 406, code: 'BAD_USER_INPUT' },
    ],
    [
      'of another method',
      { method: 'PUT', headers: { accept: GRAPHQL } },
      { status: 405, code: 'BAD_USER_INPUT' },
    ],
  ];
  it.each(cases)('%s is refused with a status and a code', async (_, init, { status, code }) => {
    expect(await send(init)).toMatchObject({
      status,
      error: { message: expect.stringMatching(/^[A-Z]/), extensions: { code } },
    });
    expect(faults).toEqual([]);
  });

  it('with parameters that are no JSON is refused by GET too', async () => {
    for (const name of ['variables', 'extensions'])
      expect(await send({}, `${ENDPOINT}?query={good}&${name}=x`)).toMatchObject({
        status: 400,
        error: {
          message: 'Write the parameters `variables` and `extensions` as JSON.',
          extensions: { code: 'BAD_USER_INPUT' },
        },
      });
    expect(faults).toEqual([]);
  });

  it.each(simpleRequests('mutation { change }'))(
    'that any page can make a browser send is refused: %s',
    async (_what, init) => {
      expect(await send(init)).toMatchObject({
        status: 415,
        data: undefined,
        error: {
          message: 'Send the GraphQL document as JSON: set Content-Type to application/json.',
          extensions: { code: 'UNSUPPORTED_MEDIA_TYPE' },
        },
      });
    },
  );

  it('a page of any origin may call with a token that it holds, not with what the browser holds', async () => {
    const headers = { origin: 'https://app.test', 'access-control-request-method': 'POST' };
    const response = await handler.fetch(new Request(ENDPOINT, { method: 'OPTIONS', headers }));
    expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([
      204,
      'https://app.test',
    ]);
    expect(response.headers.get('access-control-allow-credentials')).toBeNull();
  });

  it('GET changes nothing', async () => {
    const answer = await send({ headers: { accept: GRAPHQL } }, `${ENDPOINT}?query=mutation{change}`);
    expect(answer).toMatchObject({ status: 405, error: { extensions: { code: 'BAD_USER_INPUT' } } });
    expect(answer.headers.get('allow')).toBe('POST');
    expect(answer.data).toBeUndefined();
  });
});
