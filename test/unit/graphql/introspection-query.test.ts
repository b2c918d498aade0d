import { buildSchema, getIntrospectionQuery, type OperationDefinitionNode, parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { introspectionBound } from '../../../src/graphql/cost/introspection-size.ts';
import { operationContentIn } from '../../../src/graphql/validation/introspection-query.ts';

const first = (query: string) => {
  const document = parse(query);
  return [document.definitions[0] as OperationDefinitionNode, document] as const;
};

describe('what an operation asks for', () => {
  it.each([
    ['{ __schema { queryType { name } } }', 'SCHEMA'],
    ['{ __typename a: __type(name: "A") { name } b: __schema { queryType { name } } }', 'SCHEMA'],
    ['{ ...A } fragment A on Query { ... { __schema { queryType { name } } } ...A }', 'SCHEMA'],
    ['{ hello }', 'DATA'],
    ['{ __typename }', 'DATA'],
    ['{ hello { __typename } }', 'DATA'],
    ['{ viewer { ...V } } fragment V on Viewer { query { __schema { types { name } } } }', 'BOTH'],
    ['{ __type(name: "A") { name } ...A } fragment A on Query { hello }', 'BOTH'],
    ['query ($no: Boolean!) { __schema { queryType { name } } hello @skip(if: $no) }', 'BOTH'],
  ])('%s: %s', (query, asked) => {
    const [operation, document] = first(query);
    expect(operationContentIn(document)(operation)).toBe(asked);
  });
});

describe('an introspection', () => {
  const types = Array.from(
    { length: 300 },
    (_, at) => `type T${at} implements I { next(a: Int b: Int): I other: T${at} }`,
  );
  const bound = introspectionBound(
    buildSchema(`interface I { next(a: Int b: Int): I } type Query { i: I } ${types.join(' ')}`),
  );
  const isAnswered = (query: string) => {
    const [operation, document] = first(query);
    return bound(document)(operation);
  };

  it.each([
    ['as the usual tools ask', getIntrospectionQuery({ oneOf: true, inputValueDeprecation: true })],
    ['of one type', '{ __type(name: "T1") { fields { type { fields { type { name } } } } } }'],
    [
      'of the names alone, many times',
      `{ ${Array.from({ length: 20 }, (_, at) => `a${at}: __schema { types { name } }`).join(' ')} }`,
    ],
  ])('%s is answered', (_what, query) => expect(isAnswered(query)).toBe(true));

  it.each([
    ['in circles', '{ __schema { types { possibleTypes { fields { type { possibleTypes { name } } } } } } }'],
    [
      'of the same again and again',
      `{ ${Array.from({ length: 400 }, (_, at) => `a${at}: __schema { types { fields { args { name type { name } } } } }`).join(' ')} }`,
    ],
    [
      'by fragments that spread each other',
      `{ __schema { types { ...F0 } } } ${Array.from({ length: 30 }, (_, at) => `fragment F${at} on __Type { ofType { ...F${at + 1} } a: ofType { ...F${at + 1} } }`).join(' ')} fragment F30 on __Type { name }`,
    ],
  ])('%s is not', (_what, query) => expect(isAnswered(query)).toBe(false));
});
