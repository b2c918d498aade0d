import fc from 'fast-check';
import {
  buildSchema,
  type ExecutionResult,
  execute,
  type GraphQLFieldResolver,
  type GraphQLResolveInfo,
  parse,
  validate,
} from 'graphql';
import { expect, it } from 'vitest';
import { costRules } from '../../../src/graphql/cost/cost-rules.ts';
import { responseCost } from '../../../src/graphql/cost/response-cost.ts';
import { staticCosts } from '../../../src/graphql/cost/static-cost.ts';
import { runs } from '../../support/runs.ts';

// A world of two object types behind an interface and a union; what varies is the weights, the sizes, what is asked,
// and the data: which object an abstract field gives, how long each list is up to its bound, and what is null.

const weight = fc.integer({ min: -3, max: 5 });
const FIELDS = ['leaf', 'one', 'many', 'page', 'any'] as const;
const TYPES = ['A', 'B', 'Query'] as const;

type Weights = Record<(typeof TYPES)[number], Record<(typeof FIELDS)[number] | 'own' | 'first', number>>;
const weightsOf = fc.record({
  own: weight,
  first: weight,
  leaf: weight,
  one: weight,
  many: weight,
  page: weight,
  any: weight,
});
const weights: fc.Arbitrary<Weights> = fc.record({ A: weightsOf, B: weightsOf, Query: weightsOf });

function sdlOf(weights: Weights, assumed: number): string {
  const type = (name: (typeof TYPES)[number], is: string) => {
    const of = weights[name];
    const cost = (field: keyof typeof of) => `@cost(weight: "${of[field]}")`;
    return `type ${name} ${is} ${cost('own')} {
      leaf: Int ${cost('leaf')} one: I ${cost('one')}
      many(first: Int ${cost('first')}): [I] ${cost('many')}
        @listSize(slicingArguments: ["first"], requireOneSlicingArgument: false, assumedSize: ${assumed})
      page(first: Int): Page ${cost('page')} @listSize(slicingArguments: ["first"], sizedFields: ["items"])
      any: [U] ${cost('any')} }`;
  };
  const fields = 'leaf: Int one: I many(first: Int): [I] page(first: Int): Page any: [U]';
  return `interface I { ${fields} } union U = A | B type Page { items: [I] total: Int }
    ${type('A', 'implements I')} ${type('B', 'implements I')} ${type('Query', 'implements I')}`;
}

const size = fc.integer({ min: 0, max: 3 });
const { set } = fc.letrec<{ set: string; field: string }>((tie) => ({
  set: fc
    .array(tie('field'), { minLength: 1, maxLength: 3, depthIdentifier: 'document' })
    .map((all) => `{ __typename ${all.join(' ')} }`),
  field: fc.oneof(
    { depthSize: 'small', withCrossShrink: true, depthIdentifier: 'document' },
    fc.constant('leaf'),
    tie('set').map((inner) => `one ${inner}`),
    fc
      .tuple(fc.option(size), tie('set'))
      .map(([n, inner]) => `many${n === null ? '' : `(first: ${n})`} ${inner}`),
    tie('set').map((inner) => `many(first: $n) ${inner}`),
    fc.tuple(size, tie('set')).map(([n, inner]) => `page(first: ${n}) { total items ${inner} }`),
    fc.tuple(tie('set'), tie('set')).map(([a, b]) => `any { __typename ... on A ${a} ... on I ${b} }`),
    fc.tuple(fc.boolean(), tie('set')).map(([yes, inner]) => `... on I @include(if: ${yes}) ${inner}`),
    tie('set').map((inner) => `... on I { ... on B ${inner} }`),
  ),
}));

/** Each field under an alias of its own, so that none are united: selections of one name may have other arguments. */
function aliased(text: string): string {
  let count = 0;
  return text.replace(/\b(leaf|one|many|page|any|items|total)\b/g, (name) => {
    count += 1;
    return `f${count}: ${name}`;
  });
}

/** Executes, and adds up what was worked out: the dynamic analysis of the specification. */
function actualCost(sdl: string, { query, variables, weights, assumed, choose }: Run) {
  const schema = buildSchema(sdl);
  let [fieldCost, typeCost] = [0, 0];
  const give = (...names: ('A' | 'B' | 'Query')[]) => {
    const name = names[choose(names.length)] ?? 'A';
    typeCost += Math.max(0, weights[name].own);
    return { __typename: name };
  };
  const list = <T>(most: number, of: () => T) => Array.from({ length: choose(most + 1) }, of);
  const maybe = <T>(of: () => T) => (choose(5) === 0 ? null : of());
  const fieldResolver: GraphQLFieldResolver<unknown, unknown, { first?: number }> = (...[, args, , info]) => {
    const { fieldName, parentType } = info;
    const bound = args.first ?? assumed;
    if (parentType.name === 'Page') {
      if (fieldName === 'total') return 1;
      fieldCost += 1;
      return list((info.path.prev && sizes.get(pathOf(info.path.prev))) ?? 0, () => give('A', 'B', 'Query'));
    }
    const of = weights[parentType.name as (typeof TYPES)[number]];
    const own = of[fieldName as (typeof FIELDS)[number]];
    fieldCost += Math.max(0, own + (fieldName === 'many' && 'first' in args ? of.first : 0));
    if (fieldName === 'leaf') return 1;
    if (fieldName === 'one') return maybe(() => give('A', 'B', 'Query'));
    if (fieldName === 'many') return maybe(() => list(bound, () => give('A', 'B', 'Query')));
    if (fieldName === 'any') return maybe(() => list(assumed, () => give('A', 'B')));
    typeCost += 1;
    sizes.set(pathOf(info.path), bound);
    return {};
  };
  const sizes = new Map<string, number>();
  give('Query');
  const document = parse(query);
  const result = execute({ schema, document, rootValue: {}, variableValues: variables, fieldResolver });
  expect(result).not.toHaveProperty('errors');
  return { fieldCost, typeCost, data: (result as ExecutionResult).data };
}

type Run = {
  readonly query: string;
  readonly variables: Record<string, unknown>;
  readonly weights: Weights;
  readonly assumed: number;
  readonly choose: (count: number) => number;
};

function pathOf(path: GraphQLResolveInfo['path']): string {
  return `${path.prev ? pathOf(path.prev) : ''}/${path.key}`;
}

it('the static cost is never below what executing costs, which is what the answer tells, whatever the schema, the query and the data', () => {
  const worlds = fc.record({
    weights,
    assumed: size,
    selected: set,
    n: size,
    numbers: fc.infiniteStream(fc.nat(1_000)),
  });
  fc.assert(
    fc.property(worlds, ({ weights, assumed, selected, n, numbers }) => {
      const sdl = sdlOf(weights, assumed);
      const usesN = selected.includes('$n');
      const query = `query ${usesN ? '($n: Int)' : ''} ${aliased(selected)}`;
      const [schema, document] = [buildSchema(sdl, { assumeValidSDL: true }), parse(query)];
      expect(validate(schema, document)).toEqual([]);
      const [operation] = document.definitions;
      if (operation?.kind !== 'OperationDefinition') throw new Error('It is no operation.');
      const rules = costRules(schema, { assumedListSize: assumed });
      const cost = staticCosts({ schema, document, rules }).of(operation);
      const variables = usesN ? { n } : {};
      const bound = typeof cost === 'function' ? cost(variables) : cost;
      const choose = (count: number) => (numbers.next().value as number) % count;
      const actual = actualCost(sdlWithoutCosts(sdl), { query, variables, weights, assumed, choose });
      expect(bound.fieldCost).toBeGreaterThanOrEqual(actual.fieldCost);
      expect(bound.typeCost).toBeGreaterThanOrEqual(actual.typeCost);
      const { data, ...worked } = actual;
      expect(responseCost(operation, { schema, document, rules }, { data, variables })).toEqual(worked);
    }),
    { numRuns: runs(200) },
  );
});

/** What the executor has no use for. */
const sdlWithoutCosts = (sdl: string) => sdl.replaceAll(/@(cost|listSize)\([^)]*\)/g, '');
