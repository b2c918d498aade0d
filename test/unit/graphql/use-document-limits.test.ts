import { GraphQLObjectType, GraphQLSchema, GraphQLString, getIntrospectionQuery } from 'graphql';
import { describe, expect, it } from 'vitest';
import { createGraphQLHandler } from '../../../src/graphql/server/graphql-handler.ts';

const query: GraphQLObjectType = new GraphQLObjectType({
  name: 'Query',
  fields: () => ({
    self: { type: query, resolve: () => ({}) },
    name: { type: GraphQLString, resolve: () => 'name' },
  }),
});
const handler = createGraphQLHandler({
  schema: new GraphQLSchema({ query }),
  endpoint: '/graphql',
  context: () => ({}),
  onFault: () => {},
});

async function ask(document: string) {
  const response = await handler.fetch('http://control.test/graphql', {
    method: 'POST',
    headers: { 'content-type': 'application/json', accept: 'application/graphql-response+json' },
    body: JSON.stringify({ query: document }),
  });
  const { data, errors } = (await response.json()) as {
    data?: unknown;
    errors?: [{ extensions: { code: string } }];
  };
  return { status: response.status, data, code: errors?.[0].extensions.code };
}
const nested = (depth: number) => `${'{ self '.repeat(depth - 1)}{ name }${' }'.repeat(depth - 1)}`;

describe('a document of the platform’s own APIs', () => {
  it('may be nested 20 deep', async () => {
    expect(await ask(nested(20))).toMatchObject({ status: 200, code: undefined });
  });

  it('is refused when it is nested deeper, also by fragments', async () => {
    const refused = { status: 400, data: undefined, code: 'GRAPHQL_DEPTH_EXCEEDED' };
    expect(await ask(nested(21))).toEqual(refused);
    expect(await ask(`{ ...Deep } fragment Deep on Query ${nested(21)}`)).toEqual(refused);
  });

  it('is refused when it has more than 5,000 tokens', async () => {
    expect(await ask(`{ ${'name '.repeat(5_001)} }`)).toMatchObject({
      status: 400,
      code: 'GRAPHQL_PARSE_FAILED',
    });
  });

  it('may be the introspection query of graphql-js', async () => {
    expect(await ask(getIntrospectionQuery())).toMatchObject({ status: 200, code: undefined });
  });

  it('is refused, not followed for ever, when its fragments hold one another', async () => {
    const circle = '{ ...A } fragment A on Query { self { ...B } } fragment B on Query { self { ...A } }';
    expect(await ask(circle)).toMatchObject({ status: 400, code: 'GRAPHQL_VALIDATION_FAILED' });
  });
});
