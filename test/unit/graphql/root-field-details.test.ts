import { buildSchema, parse, validate } from 'graphql';
import { expect, it } from 'vitest';
import { rootFieldDetails } from '../../../src/graphql/schema/root-field-details.ts';

const sdl = `
  input Search { text: String!, kind: Kind!, more: Search, page: [Int!]! }
  enum Kind { FIRST SECOND }
  scalar Date
  interface Named { name: String }
  type Customer implements Named { id: ID! name: String born: Date old: Int @deprecated orders(first: Int!): [Order] order: Order }
  type Order { customer: Customer id: ID! }
  union Any = Customer | Order
  type Query {
    "All customers. \\n They are many."
    customers(search: Search!, day: Date!): [Customer!]!
    any: Any
    count: Int @deprecated(reason: "Use customers.")
    named: Named
  }
  type Mutation { delete("Which." id: ID!, soft: Boolean = true): Boolean! }
  type Subscription { added: Order }
`;

it('tells of each root field with an operation that the schema takes, and its variables', () => {
  const fields = rootFieldDetails(sdl);
  expect(fields.map(({ operation, name, type }) => [operation, name, type])).toEqual([
    ['QUERY', 'customers', '[Customer!]!'],
    ['QUERY', 'any', 'Any'],
    ['QUERY', 'count', 'Int'],
    ['QUERY', 'named', 'Named'],
    ['MUTATION', 'delete', 'Boolean!'],
    ['SUBSCRIPTION', 'added', 'Order'],
  ]);
  const schema = buildSchema(sdl);
  for (const { example } of fields)
    expect([example, validate(schema, parse(example))]).toEqual([example, []]);
  expect(fields[0]?.example).toBe(
    [
      'query Customers($search: Search!, $day: Date!) {',
      '  customers(search: $search, day: $day) {',
      '    id',
      '    name',
      '    born',
      '    order {',
      '      id',
      '    }',
      '  }',
      '}',
    ].join('\n'),
  );
  expect(JSON.parse(fields[0]?.variables ?? '')).toEqual({
    search: { text: 'text', kind: 'FIRST', page: [1] },
    day: 'text',
  });
  expect(fields[2]?.deprecationReason).toBe('Use customers.');
  expect(fields[4]?.arguments).toEqual([
    { name: 'id', type: 'ID!', isRequired: true, description: 'Which.' },
    { name: 'soft', type: 'Boolean', isRequired: false, description: null },
  ]);
});

it('is bounded where inputs need themselves, and has nothing where all is hidden', () => {
  const [field] = rootFieldDetails('input A { a: A! b: [A!]! } type Query { a(a: A!): Int }');
  expect(field?.variables.length).toBeLessThan(10_000);
  expect(rootFieldDetails('type Query')).toEqual([]);
});
