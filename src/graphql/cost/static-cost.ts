import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  type GraphQLSchema,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { CostRule } from '../../domain/api/graphql-costs.ts';
import { refuse } from '../../foundation/errors.ts';
import { fragmentsOf } from '../validation/definitions.ts';
import { type Amount, Folded, larger, Program, plus, times, type Variables } from './amounts.ts';
import type { CostRules } from './cost-rules.ts';
import { applies, fieldCost } from './field-cost.ts';
import { type FieldFacts, FieldsOfSchema } from './field-facts.ts';
import { slicedSize } from './list-size.ts';
import { defaultsOf, hasVariables } from './variable-values.ts';

/** The largest possible cost of an operation. (Cost directives specification, "Costs") */
export type Cost = {
  /** The weights of the resolved fields, once per resolution. */
  readonly fieldCost: number;
  /** The weights of the objects and values in the answer. */
  readonly typeCost: number;
};

/** A cost, or a function of the variables. Variables can set the length of a list or be values with a weight. */
export type OperationCost = Cost | ((variables: Variables) => Cost);

type Costs = { readonly field: Amount; readonly type: Amount };

/** The context of selections: list sizes set by the field above, and costs computed there. */
type Scope = {
  readonly sized: ReadonlyMap<string, Amount>;
  /** The size of its lists. It has to be valid even where no such list is selected. */
  readonly size: Amount;
  readonly known: Map<SelectionSetNode, Map<GraphQLObjectType, Costs>>;
  /** The costliest object of each selection set, by type. */
  readonly dearest: Map<SelectionSetNode, Map<GraphQLCompositeType, Costs>>;
};

const NOTHING: Costs = { field: 0, type: 0 };

/** Visits of fields in one document. A visit takes some 0.2 µs. */
const LOOKS_MAX = 25_000;
/** Objects of an abstract type that count as one visit. Each is looked up, even when it does not have the field. */
const OBJECTS_PER_LOOK = 4;

/**
 * Computes the static costs of a valid document's operations. An answer costs no more while lists are no longer than
 * assumed. Skipped selections count, and so does the costliest object of an abstract type. Its time grows with the
 * document and the number of objects behind its abstract types. It does not grow with the number of spreads of a
 * fragment.
 *
 * Decision: introspection counts without the sizes of its lists, because the schema bounds them.
 */
export function staticCosts(input: {
  readonly schema: GraphQLSchema;
  readonly rules: CostRules;
  readonly document: DocumentNode;
}): StaticCosts {
  const analysis = new StaticAnalysis(input);
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

/** Keeps only the calculation. Documents are remembered for long, and facts about their parts are not needed then. */
function runOf(program: Program, amounts: readonly Amount[], defaults: Variables) {
  return (variables: Variables): Cost => {
    const [fieldCost = 0, typeCost = 0] = program.run({ ...defaults, ...variables }, amounts);
    return { fieldCost: roundedCost(fieldCost), typeCost: roundedCost(typeCost) };
  };
}

export type StaticCosts = {
  /** @throws GRAPHQL_VALIDATION_FAILED for a document that needs too many visits of fields */
  of(operation: OperationDefinitionNode): OperationCost;
  /** The number of visits of fields so far. */
  looks(): number;
  /** The number of steps per call, where costs depend on its variables. */
  steps(): number;
};

/** Rounds a cost for messages: no noise of adding fractions, and never infinite. */
export const roundedCost = (cost: number) => Math.min(Number.MAX_SAFE_INTEGER, Math.round(cost * 1e6) / 1e6);

class StaticAnalysis {
  readonly program = new Program();
  readonly #schema: GraphQLSchema;
  readonly #rules: CostRules;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  readonly #fields: FieldsOfSchema;
  readonly #scope: Scope = { sized: new Map(), size: 0, known: new Map(), dearest: new Map() };
  /** Scopes by field and list rule. A scope per visit could be exponentially many. */
  readonly #scopes = new Map<FieldNode, Map<CostRule, Scope>>();

  looks = 0;

  constructor({ schema, rules, document }: Parameters<typeof staticCosts>[0]) {
    this.#schema = schema;
    this.#rules = rules;
    this.#fragments = fragmentsOf(document);
    this.#fields = new FieldsOfSchema(rules);
  }

  total({ operation, selectionSet }: OperationDefinitionNode): Costs {
    const root = this.#schema.getRootType(operation);
    return root ? this.#ofObject(root, selectionSet, this.#scope) : NOTHING;
  }

  /** Costs one object of a type with its selections. */
  #ofObject(type: GraphQLObjectType, set: SelectionSetNode, scope: Scope): Costs {
    const inner = this.#ofSet(type, set, scope);
    return {
      field: inner.field,
      type: this.program.foldBoth(this.#typeWeight(type), inner.type, plus),
    };
  }

  #ofSet(type: GraphQLObjectType, set: SelectionSetNode, scope: Scope): Costs {
    const byType = scope.known.get(set) ?? new Map<GraphQLObjectType, Costs>();
    if (byType.size === 0) scope.known.set(set, byType);
    const known = byType.get(type);
    if (known) return known;
    const [fields, types] = [new Folded(plus), new Folded(plus)];
    for (const selection of set.selections) {
      const costs = this.#ofSelection(type, selection, scope);
      fields.add(costs.field);
      types.add(costs.type);
    }
    const costs = { field: fields.total(this.program), type: types.total(this.program) };
    byType.set(type, costs);
    return costs;
  }

  #ofSelection(type: GraphQLObjectType, selection: SelectionNode, scope: Scope): Costs {
    if (selection.kind === Kind.FIELD) return this.#ofField(type, selection, scope);
    const fragment =
      selection.kind === Kind.INLINE_FRAGMENT ? selection : this.#fragments.get(selection.name.value);
    if (!fragment || !applies(this.#schema, fragment.typeCondition?.name.value, type)) return NOTHING;
    return this.#ofSet(type, fragment.selectionSet, scope);
  }

  #ofField(type: GraphQLObjectType, node: FieldNode, scope: Scope): Costs {
    const facts = this.#fields.of(type, node.name.value);
    if (!facts) return NOTHING;
    this.#look();
    const { program } = this;
    const own = this.#own(type, facts, node);
    const size = this.#size(facts, node, scope);
    const below = this.#below(facts, node);
    const inner =
      facts.composite && node.selectionSet
        ? this.#dearest(facts.composite, node.selectionSet, below)
        : undefined;
    const cost = program.foldBoth(own, program.foldBoth(size, inner?.field ?? 0, times), plus);
    return {
      // The size adds nothing here, but its faults have to be found.
      field: typeof below.size === 'number' ? cost : program.foldBoth(cost, below.size, (one) => one),
      type: program.foldBoth(size, inner?.type ?? facts.valueWeight, times),
    };
  }

  /** Returns the cost of the field itself. For most fields it is always the same. */
  #own(type: GraphQLObjectType, { field, weight, isFree }: FieldFacts, node: FieldNode): Amount {
    const isGiven = node.directives?.length || (!isFree && node.arguments?.length);
    return isGiven ? fieldCost({ type, field, node }, this.#context) : Math.max(0, weight);
  }

  #look(count = 1): void {
    this.looks += count;
    if (this.looks > LOOKS_MAX)
      refuse('GRAPHQL_VALIDATION_FAILED', {
        detail:
          'The document has too many fields to tell what they cost, those of a fragment wherever it is spread: spread fragments in fewer places.',
      });
  }

  get #context() {
    return { schema: this.#schema, program: this.program, rules: this.#rules };
  }

  /** Finds the costliest object once, though each object with the field needs it. */
  #dearest(type: GraphQLCompositeType, set: SelectionSetNode, scope: Scope): Costs {
    if (isObjectType(type)) return this.#ofObject(type, set, scope);
    const byType = scope.dearest.get(set) ?? new Map<GraphQLCompositeType, Costs>();
    scope.dearest.set(set, byType);
    const known = byType.get(type);
    if (known) return known;
    const objects = this.#schema.getPossibleTypes(type);
    this.#look(Math.ceil(objects.length / OBJECTS_PER_LOOK));
    const [field, each] = [new Folded(larger), new Folded(larger)];
    for (const object of objects) {
      const costs = this.#ofObject(object, set, scope);
      field.add(costs.field);
      each.add(costs.type);
    }
    const costs = { field: field.total(this.program), type: each.total(this.program) };
    byType.set(type, costs);
    return costs;
  }

  /** Returns the number of values that a field gives: 1 unless it is a list. */
  #size({ field, lists, rule }: FieldFacts, node: FieldNode, scope: Scope): Amount {
    if (lists === 0) return 1;
    const own = rule?.sizedFields?.length ? undefined : this.#sizeBy(rule, { field, node });
    const outer = scope.sized.get(field.name) ?? own ?? this.#rules.assumedListSize;
    return lists === 1
      ? outer
      : this.program.foldBoth(outer, this.#rules.assumedListSize ** (lists - 1), times);
  }

  /** Returns the scope of a field's selections. It is new where the field sizes lists of its object. */
  #below({ field, rule }: FieldFacts, node: FieldNode): Scope {
    if (!rule?.sizedFields?.length) return this.#scope;
    const byRule = this.#scopes.get(node) ?? new Map<CostRule, Scope>();
    this.#scopes.set(node, byRule);
    const known = byRule.get(rule);
    if (known) return known;
    const size = this.#sizeBy(rule, { field, node });
    const scope =
      size === undefined
        ? this.#scope
        : {
            sized: new Map(rule.sizedFields.map((name) => [name, size])),
            size,
            known: new Map(),
            dearest: new Map(),
          };
    byRule.set(rule, scope);
    return scope;
  }

  #sizeBy(rule: CostRule | undefined, { field, node }: SizedField): Amount | undefined {
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

  /** Returns the weight of an object itself. */
  #typeWeight({ name }: GraphQLObjectType): number {
    return Math.max(0, this.#rules.at.get(name)?.weight ?? 1);
  }
}

type SizedField = { readonly field: GraphQLField<unknown, unknown>; readonly node: FieldNode };
