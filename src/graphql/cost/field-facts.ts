import {
  type GraphQLCompositeType,
  type GraphQLField,
  type GraphQLObjectType,
  getNamedType,
  isCompositeType,
} from 'graphql';
import type { CostRule } from '../../domain/api/graphql-costs.ts';
import type { CostRules } from './cost-rules.ts';
import { fieldOf, fieldWeight } from './field-cost.ts';
import { areFree } from './input-cost.ts';
import { listDepth } from './list-size.ts';

/** The cost of a field on its object, whatever its arguments. */
export type FieldFacts = {
  readonly field: GraphQLField<unknown, unknown>;
  readonly weight: number;
  /** Is true when no arguments cost anything. */
  readonly isFree: boolean;
  /** Undefined for a field without selections. */
  readonly composite: GraphQLCompositeType | undefined;
  /** The weight of a value in place of an object. */
  readonly valueWeight: number;
  /** The number of nested lists. Those of introspection do not count. */
  readonly lists: number;
  /** The rule for its lists, or for lists in the object it returns. */
  readonly rule: CostRule | undefined;
};

/** The facts of a schema's fields, computed when they are first needed. */
export class FieldsOfSchema {
  readonly #rules: CostRules;
  readonly #known = new Map<GraphQLObjectType, Map<string, FieldFacts>>();

  constructor(rules: CostRules) {
    this.#rules = rules;
  }

  of(type: GraphQLObjectType, name: string): FieldFacts | undefined {
    const known = this.#known.get(type)?.get(name);
    return known ?? this.#find(type, name);
  }

  #find(type: GraphQLObjectType, name: string): FieldFacts | undefined {
    const field = fieldOf(type, name);
    if (!field) return undefined;
    const facts = this.#factsOf(type, field);
    const byName = this.#known.get(type) ?? new Map<string, FieldFacts>();
    this.#known.set(type, byName.set(name, facts));
    return facts;
  }

  #factsOf(type: GraphQLObjectType, field: FieldFacts['field']): FieldFacts {
    const named = getNamedType(field.type);
    const coordinate = `${type.name}.${field.name}`;
    return {
      field,
      weight: fieldWeight(type, field, this.#rules),
      isFree: areFree({ of: coordinate, known: field.args }, this.#rules),
      composite: isCompositeType(named) ? named : undefined,
      valueWeight: Math.max(0, this.#rules.at.get(named.name)?.weight ?? 0),
      lists: type.name.startsWith('__') ? 0 : listDepth(field.type),
      rule: this.#listRule(type, field.name),
    };
  }

  /** Returns the field's own rule, else that of an interface that its object implements. */
  #listRule(type: GraphQLObjectType, field: string): CostRule | undefined {
    for (const each of [type, ...type.getInterfaces()]) {
      const rule = this.#rules.at.get(`${each.name}.${field}`);
      if (rule && (rule.assumedSize !== undefined || rule.slicingArguments)) return rule;
    }
    return undefined;
  }
}
