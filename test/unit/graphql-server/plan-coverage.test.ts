import { parse } from 'graphql';
import { describe, expect, it } from 'vitest';
import { loadMeshSchema } from '../../../src/data-plane/graphql-server/build/mesh-schema.ts';
import { ExecutionPlans } from '../../../src/data-plane/graphql-server/plan/execution-plans.ts';

const isCovered = async (text: string, variables = {}) => {
  const plans = new ExecutionPlans(await loadMeshSchema());
  return plans.planOf(parse(text), { variables }) !== undefined;
};

describe('of the server that Mesh makes, a plan', () => {
  it.each([
    [
      'several queries',
      '{ a: getCustomers { id address { city } } getAccountById(id: "1") { Name __typename } }',
    ],
    ['fragments', '{ getCustomers { ...F ... on Customer { email } } } fragment F on Customer { id }'],
    ['conditions', 'query ($a: Boolean!) { getCustomers { id @skip(if: $a) email @include(if: true) } }'],
  ])('covers %s', async (_what, text) => {
    expect(await isCovered(text, { a: true })).toBe(true);
  });

  it.each([
    ['introspection', '{ __schema { queryType { name } } }'],
    ['the name __proto__', '{ getCustomers { __proto__: id } }'],
    [
      'more than three conditions',
      'query ($a: Boolean!, $b: Boolean!, $c: Boolean!, $d: Boolean!) { __typename @skip(if: $a) @include(if: $b) b: __typename @skip(if: $c) c: __typename @skip(if: $d) }',
    ],
    [
      'more fields than its document has characters',
      `{ getCustomers { ...A ${'a: id b: id c: id d: id '.repeat(9)} } ${Array.from({ length: 40 }, (_, at) => `x${at}: getCustomers { ...A }`).join(' ')} } fragment A on Customer { ${Array.from({ length: 90 }, (_, at) => `y${at}: id`).join(' ')} }`,
    ],
    ['variables that do not fit', 'query ($a: Boolean!) { __typename @skip(if: $a) }', { a: 1 }],
  ] as [string, string, object?][])('leaves %s to the executor', async (_what, text, variables) => {
    const known = { a: true, b: true, c: true, d: true };
    expect(await isCovered(text, variables ?? known)).toBe(false);
  });
});
