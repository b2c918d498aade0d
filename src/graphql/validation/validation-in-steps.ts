import {
  type ASTNode,
  type ASTVisitFn,
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  TypeInfo,
  ValidationContext,
  visitInParallel,
  visitWithTypeInfo,
} from 'graphql';
import { QueryDocumentKeys } from 'graphql/language/ast.js';
import { rulesBesidesMerging } from './known-operation-types.ts';
import { FieldMerging } from './overlapping-fields.ts';

/** Nodes per step. A node takes some 2 µs. */
const NODES_PER_STEP = 100;

type ValidationInSteps = {
  readonly maxErrors: number;
  /** Reports the steps that merging fields took. */
  readonly onSteps: (steps: number) => void;
};

/**
 * Validates a document by every rule of the specification, step by step. `validate` of GraphQL.js does the same at
 * once; it takes some milliseconds, and calls would wait. Errors suggest no names.
 *
 * It walks the document with the visitors of GraphQL.js, because `visit` does not pause. A test compares the errors
 * with those of `validate`.
 */
export function* validationInSteps(
  schema: GraphQLSchema,
  document: DocumentNode,
  { maxErrors, onSteps }: ValidationInSteps,
): Generator<void, readonly GraphQLError[]> {
  const errors: GraphQLError[] = [];
  const report = (error: GraphQLError) => {
    if (errors.length >= maxErrors) throw new TooManyErrors();
    errors.push(error);
  };
  const types = new TypeInfo(schema);
  const context = new ValidationContext(schema, document, types, report, true);
  const visitors = visitInParallel(rulesBesidesMerging.map((rule) => rule(context)));
  try {
    yield* walk(document, visitWithTypeInfo(types, visitors) as Visitor);
    const merging = new FieldMerging(schema, document);
    const conflicts = yield* merging.conflicts();
    onSteps(merging.steps);
    for (const each of conflicts) report(each);
  } catch (error) {
    if (!(error instanceof TooManyErrors)) throw error;
    errors.push(new GraphQLError('Too many validation errors, error limit reached. Validation aborted.'));
  }
  return errors;
}

class TooManyErrors extends Error {}

type Visitor = { readonly enter: ASTVisitFn<ASTNode>; readonly leave: ASTVisitFn<ASTNode> };
type NodeOrList = ASTNode | readonly ASTNode[];

/** A part of a document that was entered, and the progress through its own parts. */
type Entered = {
  readonly part: NodeOrList;
  readonly key: string | number | undefined;
  readonly keys: readonly string[];
  next: number;
};

/** Enters and leaves each node, as `visit` of GraphQL.js does. The visitors change nothing and skip nothing. */
function* walk(document: DocumentNode, { enter, leave }: Visitor): Generator<void, void> {
  const entered: Entered[] = [];
  const ancestors: NodeOrList[] = [];
  let parent: NodeOrList | undefined;
  let nodes = 0;
  const into = (part: NodeOrList, key: Entered['key']) => {
    if (!isList(part)) {
      enter(part, key, parent, NO_PATH, ancestors);
      nodes += 1;
    }
    if (parent) ancestors.push(parent);
    parent = part;
    entered.push({ part, key, keys: isList(part) ? [] : (KEYS[part.kind] ?? []), next: 0 });
  };
  const outOf = ({ part, key }: Entered) => {
    entered.pop();
    parent = ancestors.pop();
    if (!isList(part)) leave(part, key, parent, NO_PATH, ancestors);
  };
  into(document, undefined);
  for (let last = entered.at(-1); last; last = entered.at(-1)) {
    const { part, keys, next } = last;
    if (next === (isList(part) ? part : keys).length) outOf(last);
    else {
      last.next += 1;
      const key = isList(part) ? next : (keys[next] ?? '');
      const inner = (part as unknown as Readonly<Record<string | number, NodeOrList | undefined>>)[key];
      if (inner) into(inner, key);
    }
    if (nodes >= NODES_PER_STEP) {
      nodes = 0;
      yield;
    }
  }
}

/** An empty path. No rule reads it. */
const NO_PATH: readonly (string | number)[] = [];
/** The keys of nodes to visit. Descriptions are left out, because no rule reads them. */
const KEYS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(QueryDocumentKeys).map(([kind, keys]) => [
    kind,
    keys.filter((key) => key !== 'description'),
  ]),
);

const isList = (part: NodeOrList): part is readonly ASTNode[] => Array.isArray(part);
