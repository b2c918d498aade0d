import fc from 'fast-check';
import {
  buildSchema,
  getIntrospectionQuery,
  graphqlSync,
  parse,
  printSchema,
  validate,
  validateSchema,
} from 'graphql';
import { describe, expect, it } from 'vitest';
import { hiddenFault } from '../../../src/graphql/schema/hidden-fault.ts';
import { coordinatesOf, schemaView } from '../../../src/graphql/schema/schema-view.ts';
import { runs } from '../../support/runs.ts';

const schema = buildSchema(`
  directive @internal(by: Role) on FIELD_DEFINITION
  interface Node { id: ID! }
  enum Role { ADMIN GUEST }
  scalar Money
  type User implements Node { id: ID! name: String role: Role salary: Money @internal(by: ADMIN) friends(first: Int, of: Filter): [User] }
  type Robot implements Node { id: ID! maker: Secret }
  type Secret { of: Robot }
  union Found = User | Robot
  input Filter { name: String role: Role = GUEST must: Boolean! }
  type Query { user(id: ID!): User users(filter: Filter): [User] found: [Found] robots: [Robot] node: Node }
  type Mutation { fire(id: ID!): User }`);

const whole = printSchema(schema).replace(/directive @internal.*\n\n/, '');
const shown = (...hidden: string[]) =>
  printSchema(schemaView(schema, hidden)).replace(/directive @internal.*\n\n/, '');

describe('a view of a schema', () => {
  it('is the whole where nothing is hidden', () => expect(shown()).toBe(whole));

  it.each([
    ['a field', ['User.name'], /^ {2}name: String\n(?= {2}role: Role\n {2}salary)/m],
    ['a field, and what only it led to', ['Robot.maker'], /Secret|maker/],
    ['an argument', ['User.friends(first:)'], /first/],
    ['a value', ['Role.ADMIN'], /ADMIN/],
    ['a type with the fields that are of it', ['Money'], /Money|salary/],
    ['an object of a union, and of an interface', ['Robot'], /Robot|robots|Secret/],
    ['a type whose fields are all hidden', ['Secret.of'], /Secret|maker/],
    ['an input type with the arguments that are of it', ['Filter'], /Filter|filter/],
    ['all mutations', ['Mutation'], /fire|Mutation/],
    ['a type that nothing leads to any more', ['User.friends', 'Query.users'], /Filter|friends/],
  ])('lacks %s', (_what, hidden, lacks) => {
    const view = schemaView(schema, hidden);
    expect(whole).toMatch(lacks);
    expect(shown(...hidden)).not.toMatch(lacks);
    expect([hiddenFault(schema, hidden), validateSchema(view)]).toEqual([undefined, []]);
  });

  it('carries no directives of its back-end', () =>
    expect(printSchema(schemaView(schema, ['User.name']))).not.toMatch(/@internal\(by: ADMIN\)/));
});

describe('what cannot be hidden', () => {
  it.each([
    ['all there is to query', ['Query'], 'nothing would be left to query'],
    ['a required argument', ['Query.user(id:)'], 'Query.user(id:) is required: hide Query.user as well'],
    ['a required field of an input', ['Filter.must'], 'Filter.must is required: hide Filter as well'],
    [
      'a value that is a default',
      ['Role.GUEST'],
      'the default of Filter.role needs it: hide Filter.role as well',
    ],
    [
      'what an interface promises',
      ['User.id'],
      'Interface field Node.id expected but User does not provide it',
    ],
  ])('%s', (_what, hidden, why) => expect(hiddenFault(schema, hidden)).toBe(why));

  it('can be with what needs it', () => {
    expect(hiddenFault(schema, ['User.id', 'Robot.id', 'Node'])).toBeUndefined();
    expect(hiddenFault(schema, ['Query.user(id:)', 'Query.user'])).toBeUndefined();
  });
});

it('the parts that can be hidden are told by their schema coordinates', () =>
  expect([...coordinatesOf(schema)]).toEqual(
    expect.arrayContaining(['User', 'User.friends(of:)', 'Filter.must', 'Role.ADMIN', 'Found', 'Money']),
  ));

// Types T0…Tn, whose fields are of each other; every name is there once, so that any trace of it is one of it.
const part = fc.record({ of: fc.nat(4), arg: fc.option(fc.nat(2)), isList: fc.boolean() });
const world = fc.record({
  objects: fc.array(fc.array(part, { minLength: 1, maxLength: 4 }), { minLength: 2, maxLength: 5 }),
  hidden: fc.array(fc.nat(60), { minLength: 1, maxLength: 6 }),
});

it('whatever the schema and what is hidden of it, no answer and no error tells a hidden name', () => {
  fc.assert(
    fc.property(world, ({ objects, hidden }) => {
      const inputs = [0, 1, 2].map(
        (at) => `input In${at}x { member${at}x: Int pick${at}x: Enum${at}x }
        enum Enum${at}x { VALUE${at}A VALUE${at}B }`,
      );
      const typeOf = (of: number) => (of < objects.length ? `Obj${of}x` : 'Int');
      const types = objects.map(
        (fields, at) =>
          `type Obj${at}x { own${at}x: Int ${fields
            .map(({ of, arg, isList }, field) => {
              const args = arg === null ? '' : `(arg${at}q${field}x: In${arg}x)`;
              return `fld${at}q${field}x${args}: ${isList ? `[${typeOf(of)}]` : typeOf(of)}`;
            })
            .join(' ')} }`,
      );
      const roots = objects.map((_, at) => `root${at}x: Obj${at}x`).join(' ');
      const full = buildSchema([`type Query { ${roots} }`, ...inputs, ...types].join('\n'));
      const all = [...coordinatesOf(full)].filter((each) => !/^(Int|String|Boolean|ID)$/.test(each));
      const chosen = hidden.map((at) => all[at % all.length] ?? '');
      if (hiddenFault(full, chosen) !== undefined) return;
      const view = schemaView(full, chosen);
      expect(validateSchema(view)).toEqual([]);
      const names = chosen.map((each) => each.match(/(\w+):?\)?$/)?.[1] ?? '');
      const introspected = JSON.stringify(graphqlSync({ schema: view, source: getIntrospectionQuery() }));
      const [root = ''] = Object.keys(view.getQueryType()?.getFields() ?? {});
      const faults = names.flatMap((name) =>
        // One letter less: as a typing error would have it.
        [
          `{ ${name.slice(0, -1)} }`,
          `{ ${root} { ${name.slice(0, -1)} ... on ${name.slice(0, -1)} { own0x } } }`,
        ].flatMap((query) => validate(view, parse(query)).map(({ message }) => message)),
      );
      for (const name of names)
        for (const told of [introspected, printSchema(view), ...faults])
          expect(new RegExp(`\\b${name}\\b`).exec(told)?.[0]).toBeUndefined();
    }),
    { numRuns: runs(200) },
  );
});
