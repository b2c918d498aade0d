import {
  type ASTNode,
  type DocumentNode,
  GraphQLError,
  type GraphQLObjectType,
  type GraphQLOutputType,
  type GraphQLSchema,
  isLeafType,
  isListType,
  isNonNullType,
  OverlappingFieldsCanBeMergedRule,
  type ValidationRule,
} from 'graphql';
import { atOnce } from '../../foundation/event-loop-turns.ts';
import { type Field, type SelectionFields, Selections, TooManySteps } from './selections.ts';

/**
 * Requires fields of one response name to be the same, or on different objects. (GraphQL, "Field Selection Merging")
 *
 * It replaces the rule of GraphQL.js, which compares fields in pairs, so that its time grows with the square of the
 * fragments. This rule checks each selection set by itself. Then it checks the sets that meet at one place of the
 * answer as one set: all fields of a response name are compared with the first, and their selections make the next set.
 * No set is checked twice.
 */
export const overlappingFields: ValidationRule = (context) => ({
  Document: {
    leave(document) {
      const conflicts = new FieldMerging(context.getSchema(), document).conflicts();
      for (const error of atOnce(conflicts)) context.reportError(error);
    },
  },
});

/** Replaces the rule of GraphQL.js with this one. */
export const withLinearMerging = (rules: readonly ValidationRule[]): ValidationRule[] =>
  rules.map((rule) => (rule === OverlappingFieldsCanBeMergedRule ? overlappingFields : rule));

const TOO_MANY_WAYS =
  'Fields of the same names meet in too many ways to be checked: spread fragments in fewer places.';

type Conflict = {
  readonly responseName: string;
  readonly reason: string;
  readonly nodes: readonly ASTNode[];
};

/** The agreement that fields of one response name need. On different objects, only the kind of value has to agree. */
type ComparisonMode = 'SAME' | 'SAME_SHAPE';

/** The merging of one document's fields. */
export class FieldMerging {
  readonly #selections: Selections;
  readonly #known: Readonly<Record<ComparisonMode, Map<string, Conflict | undefined>>> = {
    SAME: new Map(),
    SAME_SHAPE: new Map(),
  };
  /** Sets that were checked as part of a larger one. */
  readonly #covered = new Set<SelectionFields>();

  constructor(schema: GraphQLSchema, document: DocumentNode) {
    this.#selections = new Selections(schema, document);
  }

  get steps(): number {
    return this.#selections.steps;
  }

  /** Finds conflicts step by step. */
  *conflicts(): Generator<void, readonly GraphQLError[]> {
    try {
      const found: Conflict[] = [];
      for (const each of this.#selections.definitions()) found.push(...(yield* this.#conflictsWithin(each)));
      // A conflict in a fragment is found wherever it is spread.
      return [...new Map(found.map((each) => [each.nodes.at(-1), each])).values()].map(errorOf);
    } catch (error) {
      if (!(error instanceof TooManySteps)) throw error;
      return [new GraphQLError(TOO_MANY_WAYS)];
    }
  }

  /** Finds conflicts in a selection set and in those below it, each by itself. */
  *#conflictsWithin(selected: SelectionFields): Generator<void, readonly Conflict[]> {
    const found: (Conflict | undefined)[] = [];
    const waiting = [selected];
    for (const each of waiting) {
      for (const fields of each.fields.values()) {
        if (fields.length > 1) found.push(this.#difference(fields));
        waiting.push(...this.#selections.below(fields));
      }
      if (!this.#covered.has(each)) found.push(this.#conflictAmong([each], 'SAME'));
      yield;
    }
    return found.filter((each) => each !== undefined);
  }

  /** Finds a conflict between selection sets that meet, and the fragments in them. */
  #conflictAmong(sets: readonly SelectionFields[], way: ComparisonMode): Conflict | undefined {
    const all = this.#selections.withFragments(sets);
    if (way === 'SAME') for (const each of all) this.#covered.add(each);
    if (all.length < 2) return undefined;
    const key = all
      .map(({ id }) => id)
      .sort()
      .join();
    const known = this.#known[way];
    if (known.has(key)) return known.get(key);
    // Fragments that spread each other lead back here. Another rule reports them.
    known.set(key, undefined);
    const conflict = this.#conflictOf(this.#shared(all), way);
    known.set(key, conflict);
    return conflict;
  }

  #conflictOf(all: Iterable<readonly Field[]>, way: ComparisonMode): Conflict | undefined {
    for (const fields of all) {
      const conflict = way === 'SAME' ? this.#difference(fields) : this.#differenceOfShape(fields);
      if (conflict) return conflict;
    }
    return undefined;
  }

  /** Yields the fields of each response name that several sets share. The largest set is not walked through. */
  *#shared(sets: readonly SelectionFields[]): Iterable<readonly Field[]> {
    const largest = sets.reduce((most, each) => (each.fields.size > most.fields.size ? each : most));
    const byName = new Map<string, Field[]>();
    const shared = new Set<string>();
    for (const { fields } of sets.filter((each) => each !== largest))
      for (const [name, own] of fields) {
        this.#selections.step(own.length);
        const others = byName.get(name);
        if (others) {
          others.push(...own);
          shared.add(name);
        } else {
          const too = largest.fields.get(name);
          byName.set(name, [...(too ?? []), ...own]);
          if (too) shared.add(name);
        }
      }
    for (const name of shared) yield byName.get(name) ?? [];
  }

  /** @param fields of one response name, at one place of the answer */
  #difference(fields: readonly Field[]): Conflict | undefined {
    const parents = new Set(fields.map(({ parent }) => parent));
    parents.delete(undefined);
    if (parents.size <= 1) return this.#differenceOfOne(fields);
    const conflict = this.#differenceOfShape(fields);
    if (conflict) return conflict;
    const shared = fields.filter(({ parent }) => parent === undefined);
    const byParent = new Map<GraphQLObjectType, Field[]>();
    for (const field of fields) {
      if (!field.parent) continue;
      const others = byParent.get(field.parent);
      if (others) others.push(field);
      else byParent.set(field.parent, [...shared, field]);
    }
    for (const each of byParent.values()) {
      const found = this.#differenceOfOne(each);
      if (found) return found;
    }
    return undefined;
  }

  /** Compares fields that can all be on the same object. */
  #differenceOfOne(fields: readonly Field[]): Conflict | undefined {
    return (
      this.#compareAll(fields, (one, other) => this.#whyNotSame(one, other)) ??
      this.#compareTypes(fields) ??
      this.#conflictBelow(fields, 'SAME')
    );
  }

  #differenceOfShape(fields: readonly Field[]): Conflict | undefined {
    return this.#compareTypes(fields) ?? this.#conflictBelow(fields, 'SAME_SHAPE');
  }

  #compareTypes(fields: readonly Field[]): Conflict | undefined {
    return this.#compareAll(
      fields.filter(({ type }) => type),
      ({ type: one }, { type: other }) =>
        one && other && differ(one, other)
          ? `they return conflicting types "${one}" and "${other}"`
          : undefined,
    );
  }

  /** Compares each field with the first. One that agrees with the first agrees with all. */
  #compareAll(
    fields: readonly Field[],
    reasonOf: (one: Field, other: Field) => string | undefined,
  ): Conflict | undefined {
    const [first, ...others] = fields;
    if (!first) return undefined;
    for (const other of others) {
      this.#selections.step();
      const reason = reasonOf(first, other);
      if (reason) return { responseName: first.responseName, reason, nodes: [first.node, other.node] };
    }
    return undefined;
  }

  #conflictBelow(fields: readonly Field[], way: ComparisonMode): Conflict | undefined {
    const sets = this.#selections.below(fields);
    const conflict = sets.length > 1 ? this.#conflictAmong(sets, way) : undefined;
    const [first] = fields;
    return (
      conflict &&
      first && {
        responseName: first.responseName,
        reason: `subfields "${conflict.responseName}" conflict because ${conflict.reason}`,
        nodes: conflict.nodes,
      }
    );
  }

  #whyNotSame({ node: one }: Field, { node: other }: Field): string | undefined {
    if (one.name.value !== other.name.value)
      return `"${one.name.value}" and "${other.name.value}" are different fields`;
    return this.#selections.argumentsOf(one) === this.#selections.argumentsOf(other)
      ? undefined
      : 'they have differing arguments';
  }
}

function errorOf({ responseName, reason, nodes }: Conflict): GraphQLError {
  return new GraphQLError(
    `Fields "${responseName}" conflict because ${reason}. Use different aliases on the fields to fetch both if this was intentional.`,
    { nodes },
  );
}

/** Is true when no value can be of both types. Selections of objects are compared separately. */
function differ(one: GraphQLOutputType, other: GraphQLOutputType): boolean {
  if (one === other) return false;
  if (isListType(one) || isListType(other))
    return !(isListType(one) && isListType(other)) || differ(one.ofType, other.ofType);
  if (isNonNullType(one) || isNonNullType(other))
    return !(isNonNullType(one) && isNonNullType(other)) || differ(one.ofType, other.ofType);
  return isLeafType(one) || isLeafType(other);
}
