import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type OperationTypeNode,
  type SelectionSetNode,
} from 'graphql';

/** What a plan's limits are compared with. */
export type Measure = {
  readonly type: OperationTypeNode;
  /** How many fields are nested in one another: `{ a { b } }` is 2. */
  readonly depth: number;
  /** How many fields with a selection of their own are selected, each as often as it is. */
  readonly cost: number;
};

type Size = Pick<Measure, 'depth' | 'cost'>;

/**
 * Measures each operation of a valid document, by its name; `undefined` is the one without. Fragments count wherever
 * they are spread.
 *
 * Decision: the cost is the number of fields with a selection set; the size of lists is not in it. Introspection is
 * measured like everything else.
 */
export function measureOperations(document: DocumentNode): ReadonlyMap<string | undefined, Measure> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  const operations: OperationDefinitionNode[] = [];
  for (const definition of document.definitions)
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
    else if (definition.kind === Kind.OPERATION_DEFINITION) operations.push(definition);
  const sizeOf = measurer(fragments);
  return new Map(
    operations.map(({ name, operation, selectionSet }) => [
      name?.value,
      { type: operation, ...sizeOf(selectionSet) },
    ]),
  );
}

/** A fragment is measured once, however often it is spread: nested spreads would cost exponential time. */
function measurer(fragments: ReadonlyMap<string, FragmentDefinitionNode>): (set: SelectionSetNode) => Size {
  const known = new Map<string, Size>();

  function ofFragment(name: string): Size {
    const fragment = fragments.get(name);
    const size = known.get(name) ?? (fragment ? of(fragment.selectionSet) : { depth: 0, cost: 0 });
    known.set(name, size);
    return size;
  }
  function ofSelection(selection: SelectionSetNode['selections'][number]): Size {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) return of(selection.selectionSet);
    if (!selection.selectionSet) return { depth: 1, cost: 0 };
    const inner = of(selection.selectionSet);
    return { depth: inner.depth + 1, cost: inner.cost + 1 };
  }
  function of({ selections }: SelectionSetNode): Size {
    let [depth, cost] = [0, 0];
    for (const selection of selections) {
      const size = ofSelection(selection);
      depth = Math.max(depth, size.depth);
      cost += size.cost;
    }
    return { depth, cost };
  }
  return of;
}
