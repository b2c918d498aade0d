import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

export type MeasuredOperation = {
  readonly operation: OperationDefinitionNode;
  /** How many fields are nested in one another: `{ a { b } }` is 2. */
  readonly depth: number;
};

/**
 * Measures each operation of a valid document, by its name; `undefined` is the one without. Fragments count wherever
 * they are spread.
 */
export function measureOperations(
  document: DocumentNode,
): ReadonlyMap<string | undefined, MeasuredOperation> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  const depthOf = measurer(fragments);
  return new Map(
    operationsOf(document).map((operation) => [
      operation.name?.value,
      { operation, depth: depthOf(operation.selectionSet) },
    ]),
  );
}

/** The operations of a document, in its order. */
export function operationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
}

/** A fragment is measured once, however often it is spread: nested spreads would cost exponential time. */
function measurer(fragments: ReadonlyMap<string, FragmentDefinitionNode>): (set: SelectionSetNode) => number {
  const known = new Map<string, number>();

  function ofFragment(name: string): number {
    const fragment = fragments.get(name);
    const depth = known.get(name) ?? (fragment ? of(fragment.selectionSet) : 0);
    known.set(name, depth);
    return depth;
  }
  function ofSelection(selection: SelectionSetNode['selections'][number]): number {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) return of(selection.selectionSet);
    return 1 + (selection.selectionSet ? of(selection.selectionSet) : 0);
  }
  const of = ({ selections }: SelectionSetNode) => Math.max(0, ...selections.map(ofSelection));
  return of;
}
