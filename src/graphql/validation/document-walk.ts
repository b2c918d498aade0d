import type { ASTNode, ASTVisitFn, DocumentNode } from 'graphql';
import { QueryDocumentKeys } from 'graphql/language/ast.js';

/** Nodes per step. A node takes some 2 µs where a document is validated. */
const NODES_PER_STEP = 100;

/** The work on each node of a document. */
export type Visitor = { readonly enter: ASTVisitFn<ASTNode>; readonly leave: ASTVisitFn<ASTNode> };
type NodeOrList = ASTNode | readonly ASTNode[];

/** A part of a document that was entered, and the progress through its own parts. */
type Entered = {
  readonly part: NodeOrList;
  readonly key: string | number | undefined;
  readonly keys: readonly string[];
  next: number;
};

/**
 * Enters and leaves each node as `visit` of GraphQL.js does, which does not pause. The visitors change nothing and skip
 * nothing.
 */
export function* walkInSteps(document: DocumentNode, { enter, leave }: Visitor): Generator<void, void> {
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

/** An empty path. No visitor reads it. */
const NO_PATH: readonly (string | number)[] = [];
/** The keys of nodes to visit. Descriptions are left out, because no visitor reads them. */
const KEYS: Readonly<Record<string, readonly string[]>> = Object.fromEntries(
  Object.entries(QueryDocumentKeys).map(([kind, keys]) => [
    kind,
    keys.filter((key) => key !== 'description'),
  ]),
);

const isList = (part: NodeOrList): part is readonly ASTNode[] => Array.isArray(part);
