import { describe, expect, it } from 'vitest';
import { schemaBreaks } from '../../../src/graphql/breaks/schema-breaks.ts';

const sdl = `
  type Query { customer(id: ID!, state: State): Customer customers: [Customer!]! }
  type Mutation { create(input: CustomerInput!): Customer }
  type Customer { id: ID! name: String! email: String }
  input CustomerInput { name: String! email: String }
  enum State { OPEN CLOSED }
  union Found = Customer | Place
  type Place { city: String }
`;
const breaks = (from: string, to: string) =>
  schemaBreaks({ before: sdl, after: sdl.replace(from, to) }).map(({ message }) => message);

describe('between two versions of a GraphQL schema', () => {
  it.each([
    ['a field is removed', 'email: String }\n  input', '}\n  input', 'Customer.email was removed'],
    [
      'a field may be null now',
      'name: String! email: String }\n  input',
      'name: String email: String }\n  input',
      'Customer.name changed type from String! to String',
    ],
    ['a type is removed', '| Place\n  type Place { city: String }', '', 'Place was removed'],
    ['a value is removed', 'OPEN CLOSED', 'OPEN', 'CLOSED was removed from enum type State'],
    ['an argument is removed', ', state: State', '', 'Query.customer arg state was removed'],
    [
      'an argument is required now',
      'state: State',
      'state: State!',
      'Query.customer arg state has changed type from State to State!',
    ],
    [
      'a required argument is added',
      'id: ID!,',
      'id: ID!, org: ID!,',
      'A required arg org on Query.customer was added',
    ],
    [
      'a required input field is added',
      'input CustomerInput {',
      'input CustomerInput { age: Int!',
      'A required field age on input type CustomerInput was added',
    ],
    ['a type leaves a union', 'Customer | Place', 'Customer', 'Place was removed from union type Found'],
  ])('it breaks that %s', (...[, from, to, message]) => {
    expect(breaks(from, to)).toContain(message);
  });

  it.each([
    ['nothing changes', 'OPEN', 'OPEN'],
    ['a field is added', 'type Customer {', 'type Customer { age: Int'],
    ['an optional argument is added', 'id: ID!,', 'id: ID!, org: ID,'],
    ['an optional input field is added', 'input CustomerInput {', 'input CustomerInput { age: Int'],
    ['a field is never null now', 'city: String', 'city: String!'],
    ['an argument is optional now', 'id: ID!,', 'id: ID,'],
    ['a type is described', 'type Customer', '"Who buys" type Customer'],
  ])('it breaks nobody that %s', (...[, from, to]) => {
    expect(breaks(from, to)).toEqual([]);
  });

  it('the order of what breaks does not depend on that of the schemas', () => {
    const [one, two] = ['type Query { a: Int b: Int c: Int }', 'type Query { c: Int b: Int a: Int }'];
    const after = 'type Query { c: Int }';
    expect(schemaBreaks({ before: one, after })).toEqual(schemaBreaks({ before: two, after }));
    expect(schemaBreaks({ before: one, after })).toMatchObject([
      { operation: null, message: 'Query.a was removed' },
      { operation: null, message: 'Query.b was removed' },
    ]);
  });
});

it('a standard scalar that nothing names any more breaks nobody: the field that named it does', () => {
  const named = (members: string) => `type Query { book(id: ID!): Book } type Book { ${members} }`;
  const found = schemaBreaks({
    before: named('title: String pages: Float'),
    after: named('title: String'),
  });
  expect(found.map(({ message }) => message)).toEqual(['Book.pages was removed']);
});
