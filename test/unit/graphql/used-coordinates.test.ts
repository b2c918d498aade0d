import { buildSchema, parse } from 'graphql';
import { expect, it } from 'vitest';
import {
  COORDINATE_CHARACTERS_MAX,
  COORDINATES_MAX,
  usedCoordinates,
} from '../../../src/graphql/schema/used-coordinates.ts';

const schema = buildSchema(`
  directive @shown(to: Role) on FIELD | QUERY
  scalar Any
  enum Role { BUYER SELLER }
  interface Node { id: ID! }
  type Customer implements Node { id: ID! name(in: String): String orders(role: Role, any: Any, at: [At!]): [Order!] }
  type Order implements Node { id: ID! }
  union Found = Customer | Order
  input At { place: String role: Role deep: [At!] }
  type Query { node(id: ID!): Node found(at: At, id: ID): Found customer: Customer }
  type Mutation { remove(id: ID): ID }
`);

function used(text: string, of = schema) {
  const steps = usedCoordinates(of, parse(text));
  for (let step = steps.next(); ; step = steps.next()) if (step.done) return step.value;
}
const only = (text: string) => [...used(text).values()][0];

it.each([
  ['fields, whatever their alias', '{ a: customer { b: id __typename } }', ['Customer.id', 'Query.customer']],
  [
    'arguments, literal or by variable, and the types of variables',
    'query ($id: ID!) { node(id: $id) { id } customer { name(in: "de") } }',
    [
      '$ID',
      'Customer.name',
      'Customer.name(in:)',
      'Node.id',
      'Query.customer',
      'Query.node',
      'Query.node(id:)',
    ],
  ],
  [
    'fragments, and where they are spread',
    '{ found { ...C ... on Order { id } ... { __typename } } customer { ...C } } fragment C on Customer { id }',
    ['Customer.id', 'Found/Customer', 'Found/Order', 'Order.id', 'Query.customer', 'Query.found'],
  ],
  [
    'input fields and enum values, however deep',
    '{ found(at: { place: "x", deep: [{ role: SELLER }] }) { __typename } }',
    ['At', 'At.deep', 'At.place', 'At.role', 'Query.found', 'Query.found(at:)', 'Role.SELLER'],
  ],
  [
    'directives',
    'query @shown(to: BUYER) { customer @include(if: true) { id } }',
    ['@include', '@include(if:)', '@shown', '@shown(to:)', 'Customer.id', 'Query.customer', 'Role.BUYER'],
  ],
])('are %s', (_, text, coordinates) => {
  expect(only(text)).toEqual(coordinates);
});

it('has no value of a caller, wherever it may stand', () => {
  const canary = 'canary';
  const text = `query ($x: Any = { canary: canary }, $s: String = "canary") {
    found(id: "canary", at: { place: "canary" }) { __typename }
    customer { name(in: $s) orders(any: { canary: [canary, "canary"] }) { id } more: orders(any: $x) { id } } }`;
  expect(JSON.stringify(only(text))).not.toContain(canary);
});

it('tells operations apart, each with the fragments that it reaches', () => {
  const text = `query A { ...One } query B { customer { id } } mutation C { remove(id: 1) }
    fragment One on Query { node(id: 1) { ...Two } } fragment Two on Node { id }`;
  expect(used(text)).toEqual(
    new Map([
      ['A', ['Node.id', 'Query.node', 'Query.node(id:)']],
      ['B', ['Customer.id', 'Query.customer']],
      ['C', ['Mutation.remove', 'Mutation.remove(id:)']],
    ]),
  );
});

it('leaves out introspection', () => {
  expect(only('{ __typename __schema { types { name } } __type(name: "Query") { name } }')).toEqual([]);
});

it('is not known of an operation that uses more than is kept', () => {
  const fields = Array.from({ length: COORDINATES_MAX + 1 }, (_, at) => `f${at}`);
  const wide = buildSchema(`type Query { ${fields.map((name) => `${name}: ID`).join(' ')} }`);
  expect([...used(`{ ${fields.join(' ')} }`, wide).values()]).toEqual([null]);
  expect([...used(`{ ${fields.slice(1).join(' ')} }`, wide).values()][0]).toHaveLength(COORDINATES_MAX);
  const long = 'x'.repeat(COORDINATE_CHARACTERS_MAX);
  expect([...used(`{ ${long} }`, buildSchema(`type Query { ${long}: ID }`)).values()]).toEqual([null]);
});
