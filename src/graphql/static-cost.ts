import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { refuse } from '../errors.ts';
import { type Amount, largest, Program, product, sum, type Variables } from './amounts.ts';
import type { CostRules } from './cost-rules.ts';
import { fragmentsOf } from './definitions.ts';
import { applies, fieldCost, fieldOf } from './field-cost.ts';
import { defaultsOf, hasVariables } from './given-values.ts';
import { listDepth, slicedSize } from './list-size.ts';

/** What an operation costs at most. (Cost directives specification, "Costs") */
export type Cost = {
  /** The weights of the fields that are worked out, as often as they are. */
  readonly fieldCost: number;
  /** The weights of the objects and values that are in the answer. */
  readonly typeCost: number;
};

/** With variables that say how long a list is, or that are given for what has a weight, it is another for each call. */
export type OperationCost = Cost | ((variables: Variables) => Cost);

type Costs = { readonly field: Amount; readonly type: Amount };

/** Where selections stand: the sizes that the field above gave to lists, and what was worked out there before. */
type Scope = {
  readonly sized: ReadonlyMap<string, Amount>;
  /** What it sizes lists by: it has to be right even where no such list is selected. */
  readonly size: Amount;
  readonly known: Map<SelectionSetNode, Map<GraphQLObjectType, Costs>>;
  /** Of the dearest object that a selection set may be of, by its type. */
  readonly dearest: Map<SelectionSetNode, Map<GraphQLCompositeType, Costs>>;
};

const NOTHING: Costs = { field: 0, type: 0 };

/** Fields of one document, each as often as it has to be looked at: some 2 µs each. */
const LOOKS_MAX = 25_000;
/** Of an abstract type each object is asked for what is known of it, also where that has no field of its own. */
const OBJECTS_PER_LOOK = 4;

/**
 * The static cost of the operations of a valid document: at least what their answers cost, as long as lists are no longer
 * than assumed. Skipped selections count; of abstract types, the dearest object. Its time grows with the document and
 * the number of objects behind its abstract types, however often fragments are spread, in one operation or in many.
 *
 * Decision: introspection counts without the sizes of its lists, because the schema bounds them.
 */
export function staticCosts(world: {
  readonly schema: GraphQLSchema;
  readonly rules: CostRules;
  readonly document: DocumentNode;
}): StaticCosts {
  const analysis = new StaticAnalysis(world);
  return {
    of(operation) {
      const { field, type } = analysis.total(operation);
      const run = runOf(analysis.program, [field, type], defaultsOf(operation));
      return typeof field === 'number' && typeof type === 'number' ? run({}) : run;
    },
    looks: () => analysis.looks,
    steps: () => analysis.program.length,
  };
}

/** Holds on to the calculation alone: documents are remembered for long, what was found out about their parts is not. */
function runOf(program: Program, wanted: readonly Amount[], defaults: Variables) {
  return (variables: Variables): Cost => {
    const [fieldCost = 0, typeCost = 0] = program.run({ ...defaults, ...variables }, wanted);
    return { fieldCost: told(fieldCost), typeCost: told(typeCost) };
  };
}

export type StaticCosts = {
  /** @throws GRAPHQL_VALIDATION_FAILED for a document whose fields would have to be looked at too often */
  of(operation: OperationDefinitionNode): OperationCost;
  /** How many fields were looked at so far, each as often as it was. */
  looks(): number;
  /** How many steps it takes for the variables of a call, wherever a cost depends on them. */
  steps(): number;
};

/** As people and JSON write it: without the noise of adding fractions, and never infinite. */
export const told = (cost: number) => Math.min(Number.MAX_SAFE_INTEGER, Math.round(cost * 1e6) / 1e6);

class StaticAnalysis {
  readonly program = new Program();
  readonly #schema: GraphQLSchema;
  readonly #rules: CostRules;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #scope: Scope = { sized: new Map(), size: 0, known: new Map(), dearest: new Map() };
  /** One for each field that sizes lists and rule for it: of one for each visit there could be exponentially many. */
  readonly #scopes = new Map<FieldNode, Map<CostRuleAt, Scope>>();

  looks = 0;

  constructor({ schema, rules, document }: Parameters<typeof staticCosts>[0]) {
    this.#schema = schema;
    this.#rules = rules;
    this.#fragments = fragmentsOf(document);
  }

  total({ operation, selectionSet }: OperationDefinitionNode): Costs {
    const root = this.#schema.getRootType(operation);
    return root ? this.#ofObject(root, selectionSet, this.#scope) : NOTHING;
  }

  /** One object of a type, with what is selected of it. */
  #ofObject(type: GraphQLObjectType, set: SelectionSetNode, scope: Scope): Costs {
    const inner = this.#ofSet(type, set, scope);
    return {
      field: inner.field,
      type: this.program.fold([Math.max(0, this.#weight(type.name, 1)), inner.type], sum),
    };
  }

  #ofSet(type: GraphQLObjectType, set: SelectionSetNode, scope: Scope): Costs {
    const byType = scope.known.get(set) ?? new Map<GraphQLObjectType, Costs>();
    scope.known.set(set, byType);
    const known = byType.get(type);
    if (known) return known;
    const costs = this.#all(
      set.selections.map((selection) => this.#ofSelection(type, selection, scope)),
      sum,
    );
    byType.set(type, costs);
    return costs;
  }

  #all(costs: readonly Costs[], fold: (numbers: number[]) => number): Costs {
    return {
      field: this.program.fold(
        costs.map(({ field }) => field),
        fold,
      ),
      type: this.program.fold(
        costs.map(({ type }) => type),
        fold,
      ),
    };
  }

  #ofSelection(type: GraphQLObjectType, selection: SelectionNode, scope: Scope): Costs {
    if (selection.kind === Kind.FIELD) return this.#ofField(type, selection, scope);
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
    if (!fragment || !applies(this.#schema, fragment.typeCondition?.name.value, type)) return NOTHING;
    return this.#ofSet(type, fragment.selectionSet, scope);
  }

  #ofField(type: GraphQLObjectType, node: FieldNode, scope: Scope): Costs {
    const field = fieldOf(type, node.name.value);
    if (!field) return NOTHING;
    this.#look();
    const named = getNamedType(field.type);
    const own = fieldCost({ type, field, node }, this.#world);
    const size = this.#size(type, { field, node }, scope);
    const below = this.#below(type, { field, node });
    const inner =
      isCompositeType(named) && node.selectionSet
        ? this.#dearest(named, node.selectionSet, below)
        : { field: 0, type: Math.max(0, this.#weight(named.name, 0)) };
    const checked = this.program.fold([below.size], () => 0);
    return {
      field: this.program.fold([own, this.program.fold([size, inner.field], product), checked], sum),
      type: this.program.fold([size, inner.type], product),
    };
  }

  #look(count = 1): void {
    this.looks += count;
    if (this.looks > LOOKS_MAX)
      refuse('GRAPHQL_VALIDATION_FAILED', {
        detail:
          'The document has too many fields to tell what they cost, those of a fragment wherever it is spread: spread fragments in fewer places.',
      });
  }

  get #world() {
    return { schema: this.#schema, program: this.program, rules: this.#rules };
  }

  /** Once, though each of the objects that have the field asks for it. */
  #dearest(type: GraphQLCompositeType, set: SelectionSetNode, scope: Scope): Costs {
    if (isObjectType(type)) return this.#ofObject(type, set, scope);
    const byType = scope.dearest.get(set) ?? new Map<GraphQLCompositeType, Costs>();
    scope.dearest.set(set, byType);
    const known = byType.get(type);
    if (known) return known;
    const objects = this.#schema.getPossibleTypes(type);
    this.#look(Math.ceil(objects.length / OBJECTS_PER_LOOK));
    const costs = this.#all(
      objects.map((each) => this.#ofObject(each, set, scope)),
      largest,
    );
    byType.set(type, costs);
    return costs;
  }

  /** How many of what the field gives there are: 1 unless it is a list. */
  #size(type: GraphQLObjectType, { field, node }: Sized, scope: Scope): Amount {
    const depth = listDepth(field.type);
    if (depth === 0 || type.name.startsWith('__')) return 1;
    const rule = this.#listRule(type, field.name);
    const own = rule?.sizedFields?.length ? undefined : this.#sizeBy(rule, { field, node });
    const outer = scope.sized.get(field.name) ?? own ?? this.#rules.assumedListSize;
    return this.program.fold([outer, this.#rules.assumedListSize ** (depth - 1)], product);
  }

  /** The scope of what is selected of a field: a new one where it says how long the lists in its object are. */
  #below(type: GraphQLObjectType, { field, node }: Sized): Scope {
    const rule = this.#listRule(type, field.name);
    const byRule = this.#scopes.get(node) ?? new Map<CostRuleAt, Scope>();
    this.#scopes.set(node, byRule);
    const known = byRule.get(rule);
    if (known) return known;
    const size = rule?.sizedFields?.length ? this.#sizeBy(rule, { field, node }) : undefined;
    const scope =
      size === undefined
        ? this.#scope
        : {
            ...this.#scope,
            sized: new Map(rule?.sizedFields?.map((name) => [name, size])),
            size,
            known: new Map(),
            dearest: new Map(),
          };
    byRule.set(rule, scope);
    return scope;
  }

  #sizeBy(rule: CostRuleAt, { field, node }: Sized): Amount | undefined {
    if (!rule) return undefined;
    const otherwise = rule.assumedSize ?? this.#rules.assumedListSize;
    if (!rule.slicingArguments?.length) return rule.assumedSize;
    const most = this.#rules.largestListSize ?? Number.POSITIVE_INFINITY;
    const sizeFor = (variables: Variables) =>
      Math.min(most, slicedSize({ field, node }, rule, variables) ?? otherwise);
    return (node.arguments ?? []).some(({ value }) => hasVariables(value))
      ? this.program.read(sizeFor)
      : sizeFor({});
  }

  /** The field's own, else that of an interface that its object implements. */
  #listRule(type: GraphQLObjectType, field: string): CostRuleAt {
    for (const each of [type, ...type.getInterfaces()]) {
      const rule = this.#rules.at.get(`${each.name}.${field}`);
      if (rule && (rule.assumedSize !== undefined || rule.slicingArguments)) return rule;
    }
    return undefined;
  }

  #weight(coordinate: string, byDefault: number): number {
    return this.#rules.at.get(coordinate)?.weight ?? byDefault;
  }
}

type Sized = { readonly field: GraphQLField<unknown, unknown>; readonly node: FieldNode };
type CostRuleAt = ReturnType<CostRules['at']['get']>;
