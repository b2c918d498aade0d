import { buildSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import {
  ENUM_VALUES_MAX,
  enumVariables,
  VARIABLE_VALUES_MAX,
} from '../../../src/graphql/schema/variable-enums.ts';
import { operationsOf } from '../../../src/graphql/validation/definitions.ts';

const long = Array.from({ length: ENUM_VALUES_MAX + 1 }, (_, at) => `C${at}`);
const schema = buildSchema(`
  scalar Any
  enum Role { BUYER SELLER }
  enum Country { ${long.join(' ')} }
  input At { place: String role: Role roles: [Role!] deep: [At!] any: Any }
  input Home { country: Country role: Role }
  input Place { name: String }
  type Query { a(role: Role, roles: [[Role!]], at: At, place: Place, home: Home, country: Country, any: Any, id: ID): ID }
`);

function enumsOf(variables: string) {
  const [operation] = operationsOf(parse(`query (${variables}) { a }`));
  if (!operation) throw new TypeError('There is no operation.');
  return enumVariables(schema, operation);
}

const valuesIn = (definitions: string, variables: Readonly<Record<string, unknown>>) =>
  enumsOf(definitions)?.valuesIn(variables);

it.each([
  ['a value', '$r: Role', { r: 'BUYER' }, ['Role.BUYER']],
  [
    'items of lists',
    '$r: [[Role!]]',
    { r: [['BUYER'], null, ['SELLER', 'BUYER']] },
    ['Role.BUYER', 'Role.SELLER'],
  ],
  ['a value in place of a list', '$r: [Role!]!', { r: 'SELLER' }, ['Role.SELLER']],
  [
    'members of input objects, however deep',
    '$at: At!',
    { at: { place: 'BUYER', deep: [{ deep: { roles: ['SELLER'] } }, { role: 'BUYER' }] } },
    ['Role.SELLER', 'Role.BUYER'],
  ],
  ['nothing of a variable that is left out', '$r: Role = BUYER', {}, []],
  ['nothing of null', '$r: Role, $at: At', { r: null, at: { role: null, roles: [null] } }, []],
] satisfies [string, string, Readonly<Record<string, unknown>>, string[]][])('finds %s', (...row) => {
  const [, definitions, variables, values] = row;
  expect(valuesIn(definitions, variables)).toEqual(values);
});

it('has no value that the schema does not declare at its place', () => {
  const canary = 'canary';
  const at = {
    place: canary,
    role: canary,
    roles: [canary, { role: canary }],
    any: { role: 'BUYER' },
    [canary]: 'BUYER',
  };
  const variables = {
    r: canary,
    at: { ...at, deep: [at, canary, 1, true] },
    id: 'BUYER',
    any: 'BUYER',
    other: 'BUYER',
  };
  expect(valuesIn('$r: Role, $at: At, $id: ID, $any: Any', variables)).toEqual([]);
  expect(valuesIn('$r: Role', { r: 'toString' })).toEqual([]);
  expect(valuesIn('$r: Role', JSON.parse('{ "__proto__": { "r": "BUYER" } }'))).toEqual([]);
});

it('knows nothing of variables that hold no enum, or one with many values', () => {
  expect(enumsOf('$id: ID, $place: Place, $any: Any, $country: Country, $home: Home')).toBeUndefined();
  expect(enumsOf('$home: Home, $at: [At], $role: Role')?.types).toEqual(new Set(['At', 'Role']));
});

it('knows nothing of more values than it looks at', () => {
  const roles = (count: number) => ({ r: Array.from({ length: count }, () => 'BUYER') });
  expect(valuesIn('$r: [Role]', roles(VARIABLE_VALUES_MAX - 1))).toEqual(['Role.BUYER']);
  expect(valuesIn('$r: [Role]', roles(VARIABLE_VALUES_MAX))).toBeNull();
  let deep: object = { role: 'BUYER' };
  for (let depth = 0; depth < 100_000; depth += 1) deep = { deep };
  expect(valuesIn('$at: At', { at: deep })).toBeNull();
});
