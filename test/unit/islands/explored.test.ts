import { expect, it } from 'vitest';
import { explored } from '../../../web/graphiql/explored-schema.ts';

const CUSTOMER =
  'type Customer { id: ID! names: [String!]! orders: [Customer] score(of: Int!): Int size(in: String): Int }';

it.each([
  [
    'the first field that needs no arguments, with all that is a value and needs none either',
    `type Query { customer(id: ID!): Customer customers(page: Int): [Customer!]! now: String } ${CUSTOMER}`,
    'query Customers {\n  customers {\n    id\n    names\n    size\n  }\n}\n',
  ],
  [
    'a field that is a value, where no other will do',
    'type Query { now: String }',
    'query Now {\n  now\n}\n',
  ],
  [
    'nothing, where every field needs arguments',
    `type Query { customer(id: ID!): Customer } ${CUSTOMER}`,
    '',
  ],
  ['nothing of unions', 'type Query { any: Any } union Any = A type A { a: Int }', ''],
])('the first query asks for %s', (_, sdl, query) => {
  expect(explored(sdl).query).toBe(query);
});
