import { buildSchema, type OperationDefinitionNode, parse } from 'graphql';
import { expect, it } from 'vitest';
import { refuseSurplusMembers } from '../../../src/graphql/server/surplus-members.ts';

const schema = buildSchema(`scalar JSON
  input Link { title: String }
  input Page { links: [Link!], anything: JSON, before: Page }
  type Query { page(page: Page, pages: [[Page]]): String }`);
const operation = parse(
  'query ($page: Page, $pages: [[Page]], $gone: Gone) { page(page: $page, pages: $pages) }',
).definitions[0] as OperationDefinitionNode;
const check = (variables: Record<string, unknown>) => () =>
  refuseSurplusMembers(schema, operation, variables);
const members = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, at) => [`m${at}`, 1]));

it.each([
  ['of a variable', { page: members(24) }, ['page'], 'Page has 3 fields'],
  ['of a field', { page: { before: { before: members(24) } } }, ['page', 'before', 'before'], 'Page has 3'],
  ['of a list', { page: { links: [{}, members(22)] } }, ['page', 'links', 1], 'Link has 1 fields'],
  ['that stands for a list', { page: { links: members(22) } }, ['page', 'links', 0], 'Link has 1 fields'],
  ['of a list in a list', { pages: [[null], [members(24)]] }, ['pages', 1, 0], 'Page has 3 fields'],
])('an object %s is refused for many more members than fields, before each is looked at', (...given) => {
  const [, variables, path, message] = given as [string, Record<string, unknown>, unknown[], string];
  expect(check(variables)).toThrow(
    expect.objectContaining({
      code: 'BAD_USER_INPUT',
      inputPath: path,
      message: expect.stringContaining(message),
    }),
  );
});

it.each([
  ['a few more members, which GraphQL.js names', { page: members(23) }],
  ['any JSON', { page: { anything: members(10_000) } }],
  ['no object', { page: 'text', pages: null, gone: members(100) }],
  ['nothing', {}],
])('%s is left to GraphQL.js', (_, variables) => {
  expect(check(variables)).not.toThrow();
});
