import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { variableChecks } from '../../../src/data-plane/gateway/graphql/variable-checks.ts';
import { refuseHeavyVariables } from '../../../src/graphql/server/heavy-variables.ts';

const schema = buildSchema(`scalar JSON
  enum Kind { A B }
  input Page { links: [Page!], kinds: [[Kind]], anything: [JSON], before: Page }
  type Query { page(page: Page, kinds: [Kind!]): String }`);
const document = parse(
  'query ($page: Page, $kinds: [Kind!], $gone: Gone) { page(page: $page, kinds: $kinds) }',
);
const operation = document.definitions[0] as OperationDefinitionNode;
const check = (variables: Record<string, unknown>) => () =>
  refuseHeavyVariables(schema, operation, variables);
const list = (length: number, item: unknown = 'A') => Array.from({ length }, () => item);

it.each([
  ['items of a list', { kinds: list(30_001) }],
  ['items of lists in lists', { page: { kinds: list(400, list(100)) } }],
  ['objects', { page: { links: list(6_000, {}) } }],
  [
    'members, whether or not the type has them',
    { page: Object.fromEntries(list(7_000).map((_, at) => [at, 1])) },
  ],
  ['values of several variables together', { kinds: list(20_000), page: { anything: list(20_000, 1) } }],
])('variables with too many %s are refused before any is read', (_, variables) => {
  expect(check(variables)).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      status: 400,
      message: expect.stringMatching(/^The variables have too many values: .* at most 30000 /),
    }),
  );
});

it.each([
  ['long lists within the bound', { kinds: list(30_000) }],
  ['any JSON', { page: { anything: [list(100_000)] } }],
  ['variables of no known type', { gone: list(100_000), other: list(100_000) }],
  ['nothing', { page: null }],
])('%s are left to GraphQL.js', (_, variables) => {
  expect(check(variables)).not.toThrow();
});

it('a gateway checks as many values as a hundred thousand items of lists, and refuses more at once', () => {
  const [[, checkVariables] = []] = variableChecks(
    schema,
    parse('query ($kinds: [Kind!]) { page(kinds: $kinds) }'),
  );
  expect(() => checkVariables?.({ kinds: list(100_000) })).not.toThrow();
  expect(() => checkVariables?.({ kinds: list(100_001, 'Z') })).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      status: 400,
      errors: [{ message: expect.stringMatching(/^The variables have too many values: .* at most 100000 /) }],
    }),
  );
});

it('objects within each other as deep as they go are weighed without a stack', () => {
  let page: object = {};
  for (let depth = 0; depth < 50_000; depth += 1) page = { before: page };
  expect(check({ page })).toThrow('too many values');
});
