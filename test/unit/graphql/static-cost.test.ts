import { buildSchema, getOperationAST, parse, validate } from 'graphql';
import { describe, expect, it, vi } from 'vitest';
import type { GraphQLCosts } from '../../../src/domain/api/graphql-costs.ts';
import { Refusal } from '../../../src/foundation/errors.ts';
import { costFault, costRules } from '../../../src/graphql/cost/cost-rules.ts';
import { type Cost, staticCosts } from '../../../src/graphql/cost/static-cost.ts';

const schemaOf = (sdl: string) => buildSchema(sdl, { assumeValidSDL: true });

/** A document whose cost depends on variables is worked out with those. */
function costOf(
  sdl: string,
  query: string,
  { variables = {}, costs = {} }: { variables?: Record<string, unknown>; costs?: GraphQLCosts } = {},
): Cost {
  const [schema, document] = [schemaOf(sdl), parse(query)];
  expect(validate(schema, document)).toEqual([]);
  const operation = getOperationAST(document);
  if (!operation) throw new Error('There is no single operation.');
  const cost = staticCosts({ schema, document, rules: costRules(schema, costs) }).of(operation);
  return typeof cost === 'function' ? cost(variables) : cost;
}

function isConstant(sdl: string, query: string): boolean {
  const [schema, document] = [schemaOf(sdl), parse(query)];
  const operation = getOperationAST(document);
  const world = { schema, document, rules: costRules(schema, {}) };
  return (
    operation !== undefined && operation !== null && typeof staticCosts(world).of(operation) !== 'function'
  );
}

function refusalOf(work: () => unknown): [string, string] | undefined {
  try {
    work();
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return [error.code, error.message];
    throw error;
  }
}

const USERS = `
  type User { name: String age: Int @cost(weight: "2.0") }
  type Query { users(max: Int): [User] @listSize(slicingArguments: ["max"]) }`;
const PRODUCTS = `
  input Filter { field: String approx: Boolean @cost(weight: "-12.0") }
  type Query {
    topProducts(filter: Filter @cost(weight: "15.0")): [String] @cost(weight: "5.0") @listSize(assumedSize: 10)
    mostPopularProduct(approx: Boolean @cost(weight: "-3.0")): String @cost(weight: "5.0") }`;

describe('the worked examples of the cost directives specification', () => {
  it('a field costs its weight, as often as its list is long', () => {
    expect(costOf(USERS, '{ users(max: 5) { age } }')).toEqual({ fieldCost: 11, typeCost: 6 });
  });

  it.each([
    ['{ topProducts }', 5],
    ['{ topProducts(filter: {}) }', 20],
    ['{ topProducts(filter: { field: "popular" }) }', 20],
    ['{ topProducts(filter: { approx: true }) }', 8],
    ['{ mostPopularProduct }', 5],
    ['{ mostPopularProduct(approx: true) }', 2],
  ])('%s has the field cost %d', (query, fieldCost) => {
    expect(costOf(PRODUCTS, query).fieldCost).toBe(fieldCost);
  });
});

describe('a weight', () => {
  it('is 1 for what is composite and 0 for scalars and enums, unless said otherwise', () => {
    const sdl = `enum Kind { A } type Address { city: String } input In { a: Int b: In }
      type Query { name: String kind: Kind address(in: In, n: Int): Address }`;
    expect(costOf(sdl, '{ name kind }')).toEqual({ fieldCost: 0, typeCost: 1 });
    expect(costOf(sdl, '{ address { city } }')).toEqual({ fieldCost: 1, typeCost: 2 });
    expect(costOf(sdl, '{ address(n: 1, in: { a: 1, b: { a: 2 } }) { city } }').fieldCost).toBe(3);
  });

  it('of a type counts each of its values, of scalars and enums too', () => {
    const sdl = `scalar Blob @cost(weight: "4") type File @cost(weight: "0.5") { blob: Blob }
      type Query { files: [File] @listSize(assumedSize: 3) }`;
    expect(costOf(sdl, '{ files { blob } }').typeCost).toBe(1 + 3 * (0.5 + 4));
  });

  it('below nothing is nothing for its field alone: no other is made cheaper by it', () => {
    const sdl = `type Query { a(x: Int @cost(weight: "-9")): String @cost(weight: "2") b: String @cost(weight: "3") }`;
    expect(costOf(sdl, '{ a(x: 1) b }').fieldCost).toBe(3);
  });

  it('of an argument counts for a variable when the call gives it', () => {
    const query = 'query ($x: Boolean) { mostPopularProduct(approx: $x) }';
    expect(costOf(PRODUCTS, query, { variables: { x: true } }).fieldCost).toBe(2);
    expect(costOf(PRODUCTS, query).fieldCost).toBe(5);
    const filter = 'query ($f: Filter) { topProducts(filter: $f) }';
    expect(costOf(PRODUCTS, filter, { variables: { f: { approx: true } } }).fieldCost).toBe(8);
    expect(costOf(PRODUCTS, filter, { variables: { f: { ['__proto__']: 1 } } }).fieldCost).toBe(20);
  });

  it('of a directive’s argument is added to the field that it is at', () => {
    const sdl = `directive @exact(by: Int @cost(weight: "7")) on FIELD
      type Query { a: String @cost(weight: "1") }`;
    expect(costOf(sdl, '{ a @exact(by: 1) }').fieldCost).toBe(8);
  });

  it('may be given by path, and overrules the schema', () => {
    const rules = [
      { at: 'User.age', weight: 10 },
      { at: 'Query.users(max:)', weight: 1 },
      { at: 'User', weight: 3 },
    ];
    expect(costOf(USERS, '{ users(max: 2) { age } }', { costs: { rules } })).toEqual({
      fieldCost: 1 + 1 + 2 * 10,
      typeCost: 1 + 2 * 3,
    });
  });
});

describe('the size of a list', () => {
  const sdl = `
    input Page { max: Int = 4 }
    type Item { n: Int }
    type Edge { node: Item }
    type Connection { edges: [Edge] nodes: [Item] total: Int }
    type Query {
      plain: [Item]
      grid: [[Item]]
      assumed: [Item] @listSize(assumedSize: 7)
      paged(page: Page): [Item] @listSize(slicingArguments: ["page.max"], requireOneSlicingArgument: false, assumedSize: 50)
      preset(first: Int = 6): [Item] @listSize(slicingArguments: ["first"])
      either(first: Int, last: Int): [Item] @listSize(slicingArguments: ["first", "last"])
      any(first: Int, last: Int): [Item] @listSize(slicingArguments: ["first", "last"], requireOneSlicingArgument: false)
      relay(first: Int, last: Int): Connection @listSize(slicingArguments: ["first", "last"], sizedFields: ["edges"])
    }`;
  const items = (query: string, more?: Parameters<typeof costOf>[2]) => costOf(sdl, query, more).typeCost - 1;

  it('is assumed where nothing is said: 10, or what the API says, for each of nested lists', () => {
    expect(items('{ plain { n } }')).toBe(10);
    expect(items('{ plain { n } }', { costs: { assumedListSize: 3 } })).toBe(3);
    expect(items('{ grid { n } }', { costs: { assumedListSize: 3 } })).toBe(9);
    expect(items('{ assumed { n } }', { costs: { assumedListSize: 3 } })).toBe(7);
  });

  it('is that of a slicing argument, in an input object too, with the defaults of the schema', () => {
    expect(items('{ paged(page: { max: 9 }) { n } }')).toBe(9);
    expect(items('{ paged(page: {}) { n } }')).toBe(4);
    expect(items('{ paged { n } }')).toBe(50);
    expect(items('{ preset { n } }')).toBe(6);
    expect(items('{ preset(first: 2) { n } }')).toBe(2);
  });

  it('is the largest of several slicing arguments, where several are allowed', () => {
    expect(items('{ any(first: 3, last: 8) { n } }')).toBe(8);
    expect(items('{ any { n } }')).toBe(10);
  });

  it.each(['{ either { n } }', '{ either(first: 1, last: 2) { n } }', '{ either(first: null) { n } }'])(
    'must be given by exactly one, where one is required: %s is refused',
    (query) => {
      expect(refusalOf(() => items(query))).toEqual([
        'GRAPHQL_VALIDATION_FAILED',
        'Give the field either exactly one of first, last: it says how long the list may be.',
      ]);
    },
  );

  it('is that of the fields that are sized, in place of the field itself', () => {
    expect(items('{ relay(first: 5) { edges { node { n } } total } }')).toBe(1 + 5 * 2);
    expect(items('{ relay(first: 5) { ...C } } fragment C on Connection { edges { node { n } } }')).toBe(11);
    expect(items('{ relay(first: 5) { nodes { n } } }')).toBe(1 + 10);
  });

  it('is of the variables of the call, else of their defaults', () => {
    const query = 'query ($n: Int = 3) { either(first: $n) { n } }';
    expect(items(query)).toBe(3);
    expect(items(query, { variables: { n: 8 } })).toBe(8);
    expect(refusalOf(() => items(query, { variables: { n: null } }))?.[0]).toBe('GRAPHQL_VALIDATION_FAILED');
    expect(items('query ($p: Page) { paged(page: $p) { n } }', { variables: { p: { max: 2 } } })).toBe(2);
    expect(items('query ($m: Int) { paged(page: { max: $m }) { n } }', { variables: { m: 2 } })).toBe(2);
  });

  it.each([-1, 1.5, '5', [5], {}, true])(
    'is never made small by a value that is none: %j is refused',
    (n) => {
      const query = 'query ($n: Int) { any(first: $n) { n } }';
      expect(refusalOf(() => items(query, { variables: { n } }))).toEqual([
        'GRAPHQL_VALIDATION_FAILED',
        'Give first as a whole number of at least 0: it says how long the list may be.',
      ]);
    },
  );

  it('is nothing when nothing is asked for', () => {
    expect(items('{ any(first: 0) { n } }')).toBe(0);
  });
});

describe('an operation', () => {
  const sdl = `
    interface Node { id: ID friends: [Node] @listSize(assumedSize: 2) }
    type Cat implements Node { id: ID friends: [Node] meow: String @cost(weight: "5") }
    type Dog implements Node @cost(weight: "3") { id: ID friends: [Node] bark: String @cost(weight: "4") }
    union Any = Cat | Dog
    type Query { node: Node any: Any self: Query list: [Query] }`;

  it('costs of an abstract type what its dearest object costs', () => {
    expect(costOf(sdl, '{ node { id } }')).toEqual({ fieldCost: 1, typeCost: 4 });
    expect(costOf(sdl, '{ any { ... on Cat { meow } ... on Dog { bark } } }')).toEqual({
      fieldCost: 6,
      typeCost: 4,
    });
    expect(
      costOf(sdl, '{ node { ... on Cat { meow } ... on Node { ... on Dog { bark } } } }').fieldCost,
    ).toBe(6);
  });

  it('takes the list size of an interface’s field for those of its objects', () => {
    expect(costOf(sdl, '{ node { friends { id } } }').typeCost).toBe(1 + 3 + 2 * 3);
  });

  it('counts a fragment wherever it is spread, and each alias', () => {
    const spread = '{ a: self { ...F } b: self { ...F } } fragment F on Query { node { id } }';
    expect(costOf(sdl, spread).fieldCost).toBe(4);
    expect(costOf(sdl, '{ a: self { node { id } } b: self { node { id } } }').fieldCost).toBe(4);
  });

  it('costs the same in whatever order its selections and arguments stand', () => {
    const either = (first: string, last: string) =>
      costOf(USERS.replace('max: Int', 'max: Int, min: Int'), `{ users(${first}, ${last}) { age name } }`);
    expect(either('max: 3', 'min: 1')).toEqual(either('min: 1', 'max: 3'));
    expect(costOf(sdl, '{ node { id } any { __typename } }')).toEqual(
      costOf(sdl, '{ any { __typename } node { id } }'),
    );
  });

  it('is measured at once, and finitely, however its spreads and lists multiply, with variables too', () => {
    const levels = Array.from(
      { length: 300 },
      (_, i) => `fragment F${i} on Query { a: list { ...F${i + 1} } b: list { ...F${i + 1} } }`,
    );
    const query = `query { list { ...F0 } } ${levels.join(' ')} fragment F300 on Query { node { id } }`;
    expect(costOf(sdl, query).typeCost).toBe(Number.MAX_SAFE_INTEGER);
    const withSize = query.replaceAll('list', 'list(n: $n)').replace('query', 'query ($n: Int)');
    const sliced = sdl.replace('list: [Query]', 'list(n: Int): [Query] @listSize(slicingArguments: ["n"])');
    expect(costOf(sliced, withSize, { variables: { n: 1 } }).typeCost).toBe(Number.MAX_SAFE_INTEGER);
    expect(costOf(sliced, withSize, { variables: { n: 0 } }).typeCost).toBe(1);
  });

  it('is measured at once where each field sizes the lists of its object, too', () => {
    const paged = `type Query { a(n: Int): Query @listSize(slicingArguments: ["n"], sizedFields: ["of"]) of: [Query] }`;
    const levels = Array.from(
      { length: 40 },
      (_, i) => `fragment F${i} on Query { x: a(n: 1) { ...F${i + 1} } y: a(n: $n) { ...F${i + 1} } }`,
    );
    const query = `query ($n: Int!) { ...F0 } ${levels.join(' ')} fragment F40 on Query { of { __typename } }`;
    // 2^40 of the last level, half of whose lists have one element and half of them two.
    const { typeCost } = costOf(paged, query, { variables: { n: 2 } });
    expect(typeCost).toBe(1 + (2 ** 41 - 2) + 2 ** 39 * 3);
  });

  it('is worked out once for all, unless a variable has a part in it', () => {
    expect(isConstant(sdl, 'query ($x: Boolean!) { node @include(if: $x) { id } }')).toBe(true);
    expect(isConstant(USERS, '{ users(max: 3) { age } }')).toBe(true);
    expect(isConstant(USERS, 'query ($n: Int) { users(max: $n) { age } }')).toBe(false);
  });

  it('for introspection costs little, and less than the lists in it would', () => {
    expect(costOf(sdl, '{ __schema { types { fields { type { name } } } } }')).toEqual({
      fieldCost: 4,
      typeCost: 5,
    });
  });
});

describe('a rule is refused', () => {
  const faultOf = (at: string, more: object = { weight: 1 }) =>
    costFault(schemaOf(`interface I { i(of: [In]): [Int] } input In { n: Int } ${USERS}`), {
      rules: [{ at, ...more }],
    });

  it.each([
    ['Nobody.age', undefined, 'is not in the schema.'],
    ['User.height', undefined, 'is not in the schema.'],
    ['Query.users(min:)', undefined, 'is not in the schema.'],
    ['I', undefined, 'is neither an object type nor a scalar nor an enum: only those have a weight.'],
    ['I.i', undefined, 'is a field of an interface: give the weight to the fields of its objects.'],
    ['User', { assumedSize: 1 }, 'is no field: only fields have a list size.'],
    ['User.age', { assumedSize: 1 }, 'is no list: name the lists of its object by sizedFields.'],
    ['Query.users', { slicingArguments: ['min'] }, 'has no argument min of the type Int.'],
    ['I.i', { slicingArguments: ['of.n'] }, 'has no argument of.n of the type Int.'],
    ['Query.users', { assumedSize: 1, sizedFields: ['name'] }, 'gives no object with a list name.'],
  ])('%s %j: it %s', (at, more, fault) => {
    expect(faultOf(at, more)).toBe(`${at} ${fault}`);
  });

  it('unless its place is in the schema', () => {
    for (const at of ['User', 'User.age', 'Query.users(max:)', 'In.n', 'Int'])
      expect(faultOf(at)).toBeUndefined();
    expect(faultOf('I.i', { assumedSize: 2 })).toBeUndefined();
  });

  it('also in a directive of the schema', () => {
    const sdl = 'type Query { a: Int @cost(weight: "heavy") }';
    expect(costFault(schemaOf(sdl), {})).toBe('Query.a has a weight that is no number.');
  });
});

describe('the operations of one document', () => {
  const costsOf = (sdl: string, query: string) => {
    const [schema, document] = [schemaOf(sdl), parse(query)];
    expect(validate(schema, document)).toEqual([]);
    const costs = staticCosts({ schema, document, rules: costRules(schema, {}) });
    const called = (name: string, variables: Record<string, unknown>) => {
      const operation = getOperationAST(document, name);
      if (!operation) throw new Error(`There is no operation ${name}.`);
      const cost = costs.of(operation);
      return typeof cost === 'function' ? cost(variables) : cost;
    };
    return { called, looks: costs.looks };
  };

  it('look at the fragments that they share once', () => {
    const query = `${Array.from({ length: 50 }, (_, at) => `query Q${at}($max: Int) { ...F }`).join(' ')}
      fragment F on Query { ${Array.from({ length: 100 }, (_, at) => `a${at}: users(max: $max) { name }`).join(' ')} }`;
    const { called, looks } = costsOf(USERS, query);
    for (let at = 0; at < 50; at += 1)
      expect(called(`Q${at}`, { max: at })).toEqual({ fieldCost: 100, typeCost: 1 + 100 * at });
    expect(looks()).toBe(200);
  });

  it('look at what is behind an interface once, though each of its objects leads there', () => {
    const [objects, levels] = [20, 30];
    const sdl = `interface N { x: ID n: N } type Query { n: N }
      ${Array.from({ length: objects }, (_, at) => `type O${at} implements N { x: ID n: N }`).join(' ')}`;
    const [schema, document] = [
      schemaOf(sdl),
      parse(`query A { ${'n { x '.repeat(levels)} ${'}'.repeat(levels)} }`),
    ];
    const possible = vi.spyOn(schema, 'getPossibleTypes');
    const costs = staticCosts({ schema, document, rules: costRules(schema, {}) });
    const operation = getOperationAST(document, 'A');
    expect(operation && costs.of(operation)).toEqual({ fieldCost: levels, typeCost: 1 + levels });
    expect(possible).toHaveBeenCalledTimes(levels);
    // Each object has two fields at each level but the last, and is a quarter of a look itself.
    expect(costs.looks()).toBe(1 + levels * (objects / 4) + (levels - 1) * objects * 2 + objects);
  });

  it('have each their own variables and defaults', () => {
    const { called } = costsOf(
      USERS,
      `query A($max: Int = 3) { ...F } query B($max: Int = 5) { ...F } query C { users(max: 1) { name } }
      fragment F on Query { users(max: $max) { name } }`,
    );
    expect(called('A', {}).typeCost).toBe(4);
    expect(called('B', {}).typeCost).toBe(6);
    expect(called('B', { max: 2 }).typeCost).toBe(3);
    // What is wrong for another operation is not asked for here.
    expect(called('C', { max: -1 }).typeCost).toBe(2);
    expect(refusalOf(() => called('A', { max: -1 }))).toEqual([
      'GRAPHQL_VALIDATION_FAILED',
      'Give max as a whole number of at least 0: it says how long the list may be.',
    ]);
  });

  it('say how long lists are by numbers, also of lists that nobody selects', () => {
    const sdl = `type Page { total: Int items: [Int] }
      type Query { page(max: Int): Page @listSize(slicingArguments: ["max"], sizedFields: ["items"]) }`;
    const { called } = costsOf(sdl, 'query A($max: Int) { page(max: $max) { total } }');
    expect(called('A', { max: 1 })).toEqual({ fieldCost: 1, typeCost: 2 });
    expect(refusalOf(() => called('A', { max: -1 }))?.[0]).toBe('GRAPHQL_VALIDATION_FAILED');
  });

  it('are refused where their fields would have to be looked at too often', () => {
    const sdl = `type Page { total: Int items: [Int] }
      type Query { page(max: Int): Page @listSize(slicingArguments: ["max"], sizedFields: ["items"]) }`;
    const pages = Array.from({ length: 300 }, (_, at) => `a${at}: page(max: ${at}) { ...F }`);
    const query = `query A { ${pages.join(' ')} } fragment F on Page { ${'total '.repeat(300)} }`;
    expect(refusalOf(() => costsOf(sdl, query).called('A', {}))).toEqual([
      'GRAPHQL_VALIDATION_FAILED',
      'The document has too many fields to tell what they cost, those of a fragment wherever it is spread: spread fragments in fewer places.',
    ]);
  });
});
