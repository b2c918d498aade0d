import { readFileSync } from 'node:fs';
import {
  buildSchema,
  type GraphQLSchema,
  lexicographicSortSchema,
  printSchema,
  validateSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { forgetNodes, schemaInTurns } from '../../../src/graphql/schema/schema-in-turns.ts';

const EVERYTHING = `
  """Described"""
  directive @cost(weight: String!) repeatable on FIELD_DEFINITION | OBJECT
  directive @skip(if: Boolean!) on FIELD
  interface Node { id: ID! }
  interface Named implements Node { id: ID! name(short: Boolean = true): String @deprecated(reason: "gone") }
  type User implements Named & Node @cost(weight: "2") { id: ID! name(short: Boolean = true): String friends: [User!]! role: Role }
  extend type User { more(filter: Filter): Search }
  enum Role { ADMIN GUEST @deprecated }
  input Filter @oneOf { name: String role: Role }
  union Search = User | Post
  type Post { at: Date }
  scalar Date @specifiedBy(url: "https://example.test/date")
  type Subscription { posted: Post }
  type Mutation { post: Post }
`;
const QUERY = 'type Query { node(id: ID!): Node search(in: [Filter!]): [Search] }';

const printed = (schema: GraphQLSchema) => printSchema(lexicographicSortSchema(schema));

/** A schema of so many types, each of ten fields. */
const large = (types: number) =>
  `type Query { first: T0 }\n${Array.from(
    { length: types },
    (_, type) =>
      `type T${type} { ${Array.from({ length: 10 }, (_, field) => `f${field}(a: Int): T${(type * 7 + field) % types}`).join(' ')} }`,
  ).join('\n')}`;

describe('a schema that is built in turns', () => {
  it.each([
    ['of every kind of definition', `${EVERYTHING}${QUERY}`],
    ['with roots of other names', `${EVERYTHING}${QUERY.replace('Query', 'Root')} schema { query: Root }`],
    ['of the management API', readFileSync('src/control-plane/management/schema.graphql', 'utf8')],
    ['of the portal API', readFileSync('src/control-plane/portal/api/schema.graphql', 'utf8')],
  ])('is the one that GraphQL.js builds: %s', async (_, sdl) => {
    const built = await schemaInTurns(sdl);
    expect(printed(built)).toBe(printed(buildSchema(sdl)));
    expect(validateSchema(built)).toEqual([]);
    forgetNodes(built);
    expect(printed(built)).toBe(printed(buildSchema(sdl)));
  });

  it('lets others have turns meanwhile', async () => {
    let turns = 0;
    let isBuilding = true;
    const count = () => {
      turns += 1;
      if (isBuilding) setImmediate(count);
    };
    setImmediate(count);
    const schema = await schemaInTurns(large(3_000));
    isBuilding = false;
    expect(Object.keys(schema.getTypeMap()).length).toBeGreaterThan(3_000);
    expect(turns).toBeGreaterThan(3);
  });

  it('is refused where the text is none', async () => {
    await expect(schemaInTurns('type Query {')).rejects.toThrow('Syntax Error');
  });
});
