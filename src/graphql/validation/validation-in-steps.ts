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

/** Of nodes, some 2 µs each. */
const NODES_PER_STEP = 100;

type ValidationInSteps = {
  readonly maxErrors: number;
  /** Is told how much was looked at to merge fields. */
  readonly onSteps: (steps: number) => void;
};

/**
 * Validates a document by every rule of the specification, as `validate` of GraphQL.js does, but step by step: it takes some
 * milliseconds, for which calls would wait. Suggests no names.
 *
 * It takes the visitors of GraphQL.js through the document itself, because `visit` goes through all at once; a test holds
 * the errors to those of `validate`.
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
type Part = ASTNode | readonly ASTNode[];

/** A part of a document that was entered, and how far its own parts were. */
type Entered = {
  readonly part: Part;
  readonly key: string | number | undefined;
  readonly keys: readonly string[];
  next: number;
};

/** Enters and leaves each node, as `visit` of GraphQL.js does for visitors that change nothing and leave out nothing. */
function* walk(document: DocumentNode, { enter, leave }: Visitor): Generator<void, void> {
  const entered: Entered[] = [];
  const ancestors: Part[] = [];
  let parent: Part | undefined;
  let nodes = 0;
  const into = (part: Part, key: Entered['key']) => {
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
      const inner = (part as unknown as Readonly<Record<string | number, Part | undefined>>)[key];
      if (inner) into(inner, key);
    }
    if (nodes >= NODES_PER_STEP) {
      nodes = 0;
      yield;
    }
  }
}

/** No rule asks for it. */
const NO_PATH: readonly (string | number)[] = [];
/** Descriptions say nothing about a document. */
const KEYS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(QueryDocumentKeys).map(([kind, keys]) => [
    kind,
    keys.filter((key) => key !== 'description'),
  ]),
);

const isList = (part: Part): part is readonly ASTNode[] => Array.isArray(part);
