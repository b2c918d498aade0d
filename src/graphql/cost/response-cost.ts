import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  getNamedType,
  isCompositeType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { isObject, type JsonObject } from '../../foundation/json.ts';
import { fragmentsOf } from '../validation/definitions.ts';
import { Program, type Variables } from './amounts.ts';
import type { CostRules } from './cost-rules.ts';
import { applies, fieldCost, fieldOf } from './field-cost.ts';
import { listDepth } from './list-size.ts';
import { type Cost, roundedCost } from './static-cost.ts';
import { defaultsOf } from './variable-values.ts';

type ResponseCostInput = {
  readonly schema: GraphQLSchema;
  readonly rules: CostRules;
  readonly document: DocumentNode;
};

/**
 * Computes the cost of an answer from its fields and objects. (Cost directives specification, "Query Response
 * Analysis")
 *
 * Decision: an object behind an abstract type without a `__typename` counts as the costliest type. Lists of
 * introspection count as one element, as in the static cost.
 *
 * @param operation of a valid document
 * @param answer the answer's `data`, and the variables of the call
 */
export function responseCost(
  operation: OperationDefinitionNode,
  input: ResponseCostInput,
  { data, variables }: { readonly data: unknown; readonly variables: Variables },
): Cost {
  const root = input.schema.getRootType(operation.operation);
  const analysis = new ResponseAnalysis(input, { ...defaultsOf(operation), ...variables });
  if (root && isObject(data)) analysis.add({ types: [root], sets: [operation.selectionSet] }, data);
  return { fieldCost: roundedCost(analysis.fieldCost), typeCost: roundedCost(analysis.typeCost) };
}

/** Objects with the same selections, and their possible types. */
type SelectionScope = {
  readonly types: readonly GraphQLObjectType[];
  readonly sets: readonly SelectionSetNode[];
};

/** A response name of an object, with the selections under it. */
type Member = {
  readonly cost: number;
  /** The cost of a value in place of an object. */
  readonly leafCost: number;
  readonly lists: number;
  readonly isTypeName: boolean;
  readonly scope: SelectionScope;
};

type Selected = { readonly node: FieldNode; readonly types: readonly GraphQLObjectType[] };

class ResponseAnalysis {
  fieldCost = 0;
  typeCost = 0;
  readonly #input: ResponseCostInput;
  readonly #variables: Variables;
  readonly #fragments: ReadonlyMap<string, FragmentDefinitionNode>;
  /** Members by scope, and by type name where an object includes it. */
  readonly #members = new Map<SelectionScope, Map<string, ReadonlyMap<string, Member>>>();

  constructor(input: ResponseCostInput, variables: Variables) {
    this.#input = input;
    this.#variables = variables;
    this.#fragments = fragmentsOf(input.document);
  }

  /** Adds an object and its contents. */
  add(scope: SelectionScope, object: JsonObject): void {
    const types = this.#typesOf(scope, object);
    const members = this.#membersOf(scope, types);
    this.typeCost += this.#dearest(types.map(({ name }) => this.#weight(name, 1)));
    for (const [name, value] of Object.entries(object)) {
      const member = members.get(name);
      if (!member) continue;
      this.fieldCost += member.cost;
      this.#addValue(member, value, member.lists);
    }
  }

  #addValue(member: Member, value: unknown, lists: number): void {
    if (value === null || value === undefined) return;
    if (lists > 0 && Array.isArray(value)) {
      const isIntrospection = member.scope.types[0]?.name.startsWith('__') ?? false;
      for (const each of isIntrospection ? value.slice(0, 1) : value) this.#addValue(member, each, lists - 1);
    } else if (member.scope.types.length === 0) this.typeCost += member.leafCost;
    else if (isObject(value)) this.add(member.scope, value);
  }

  /** Returns the type that the object names, else all possible ones. */
  #typesOf(scope: SelectionScope, object: JsonObject): readonly GraphQLObjectType[] {
    if (scope.types.length < 2) return scope.types;
    for (const [name, { isTypeName }] of this.#membersOf(scope, scope.types)) {
      const concreteType = isTypeName && scope.types.find((type) => type.name === object[name]);
      if (concreteType) return [concreteType];
    }
    return scope.types;
  }

  #membersOf(scope: SelectionScope, types: readonly GraphQLObjectType[]): ReadonlyMap<string, Member> {
    const known = this.#members.get(scope) ?? new Map<string, ReadonlyMap<string, Member>>();
    this.#members.set(scope, known);
    const key = types.length === 1 ? (types[0]?.name ?? '') : '';
    const members =
      known.get(key) ??
      new Map([...this.#select({ ...scope, types })].map(([name, all]) => [name, this.#memberOf(all)]));
    known.set(key, members);
    return members;
  }

  /** Collects the fields by their response names. (GraphQL, "CollectFields") */
  #select({ types, sets }: SelectionScope): Map<string, Selected[]> {
    const selected = new Map<string, Selected[]>();
    const seen = new Set<string>();
    const visit = (set: SelectionSetNode, among: readonly GraphQLObjectType[]): void => {
      for (const node of set.selections) {
        if (node.kind === Kind.FIELD) {
          const name = (node.alias ?? node.name).value;
          selected.set(name, [...(selected.get(name) ?? []), { node, types: among }]);
          continue;
        }
        const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : this.#fragments.get(node.name.value);
        const condition = fragment?.typeCondition?.name.value;
        const left = among.filter((type) => applies(this.#input.schema, condition, type));
        if (!fragment || left.length === 0) continue;
        const key = `${'name' in fragment ? fragment.name.value : ''}:${left.map(({ name }) => name).join()}`;
        if (node.kind === Kind.FRAGMENT_SPREAD && seen.has(key)) continue;
        if (node.kind === Kind.FRAGMENT_SPREAD) seen.add(key);
        visit(fragment.selectionSet, left);
      }
    };
    for (const set of sets) visit(set, types);
    return selected;
  }

  #memberOf(selected: readonly Selected[]): Member {
    const fields = selected.flatMap(({ node, types }) =>
      types.flatMap((type) => {
        const field = fieldOf(type, node.name.value);
        return field ? [{ type, field, node }] : [];
      }),
    );
    const named = fields.map(({ field }) => getNamedType(field.type));
    return {
      cost: this.#dearest(fields.map((each) => this.#costOf(each))),
      leafCost: this.#dearest(named.map(({ name }) => this.#weight(name, 0))),
      lists: Math.max(0, ...fields.map(({ field }) => listDepth(field.type))),
      // For one object type it may be an alias of a field that callers fill.
      isTypeName: selected.every(({ node }) => node.name.value === '__typename'),
      scope: {
        types: [
          ...new Set(
            named
              .filter(isCompositeType)
              .flatMap((type) => (isObjectType(type) ? [type] : this.#input.schema.getPossibleTypes(type))),
          ),
        ],
        sets: selected.flatMap(({ node }) => node.selectionSet ?? []),
      },
    };
  }

  #costOf(field: Parameters<typeof fieldCost>[0]): number {
    const program = new Program();
    const cost = fieldCost(field, { ...this.#input, program });
    return program.run(this.#variables, [cost])[0] ?? 0;
  }

  #dearest(costs: readonly number[]): number {
    return costs.reduce((most, cost) => Math.max(most, cost), 0);
  }

  #weight(coordinate: string, byDefault: number): number {
    return this.#input.rules.at.get(coordinate)?.weight ?? byDefault;
  }
}
