import { buildSchema } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schemaChanges } from '../../../src/graphql/breaks/schema-changes.ts';
import { costRules } from '../../../src/graphql/cost/cost-rules.ts';
import { fieldUse } from '../../../src/graphql/schema/field-use.ts';
import { membersOf, typesFound } from '../../../src/graphql/schema/schema-types.ts';

const before =
  'type Query { user(id: ID!): User } type User { name: String } enum Rank { GUEST } union Any = User';

describe('the changes between two schemas', () => {
  it('are lines by coordinate, what was before what is, and at most as many as asked for', () => {
    const after = before.replace('name: String', 'name: String! age: Int').replace('GUEST', 'STAFF');
    const lines = [
      '- Rank.GUEST',
      '+ Rank.STAFF',
      '+ User.age: Int',
      '- User.name: String',
      '+ User.name: String!',
    ];
    expect(schemaChanges(before, after, 100)).toEqual(lines);
    expect(schemaChanges(before, after, 2)).toEqual(lines.slice(0, 2));
    expect(schemaChanges(before, before, 100)).toEqual([]);
  });
});

describe('a schema by its types', () => {
  const schema = buildSchema(before);
  it('has the root types first, and is found by the name of a member', () => {
    const names = (search?: string) => typesFound(schema, search).map(({ name }) => name);
    expect(names()).toEqual(['Query', 'Any', 'Rank', 'User']);
    expect(names('user.na')).toEqual(['User']);
    expect(names('guest')).toEqual(['Rank']);
  });

  it('tells what a field costs by its rule, else by its type', () => {
    const rules = costRules(schema, { rules: [{ at: 'User.name', weight: 3 }] });
    const weights = (type: string) =>
      membersOf(schema.getType(type) as never, rules).map((each) => each.weight);
    expect([weights('Query'), weights('User'), weights('Rank')]).toEqual([[1], [3], [null]]);
  });

  it('tells which documents select a field, fragments and aliases too', async () => {
    const use = await fieldUse(schema, [
      { id: 'a', document: '{ me: user(id: 1) { ...Name } } fragment Name on User { name }' },
      { id: 'b', document: '{ user(id: 2) { __typename } }' },
    ]);
    expect([[...(use.get('Query.user') ?? [])], [...(use.get('User.name') ?? [])]]).toEqual([
      ['a', 'b'],
      ['a'],
    ]);
  });
});
