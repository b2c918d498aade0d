import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf, operationsOf } from '../validation/definitions.ts';

/** The size of a document, whatever it costs. Fragments count once per spread. */
export type DocumentSize = {
  /** The number of nested fields: `{ a { b } }` is 2. */
  readonly depth: number;
  readonly fields: number;
  readonly aliases: number;
  readonly directives: number;
  readonly rootFields: number;
};

export type MeasuredOperation = DocumentSize & { readonly operation: OperationDefinitionNode };

/**
 * Measures each operation of a valid document by name. `undefined` is the unnamed one. Fragments count once per spread.
 */
export function measureOperations(
  document: DocumentNode,
): ReadonlyMap<string | undefined, MeasuredOperation> {
  const sizeOf = measurer(fragmentsOf(document));
  return new Map(
    operationsOf(document).map((operation) => {
      const size = sizeOf(operation.selectionSet);
      const directives = size.directives + (operation.directives?.length ?? 0);
      return [operation.name?.value, { ...size, directives, operation }];
    }),
  );
}

/** Measures a fragment once, however often it is spread. Nested spreads would otherwise take exponential time. */
function measurer(
  fragments: ReadonlyMap<string, FragmentDefinitionNode>,
): (set: SelectionSetNode) => DocumentSize {
  const known = new Map<string, DocumentSize>();

  function ofFragment(name: string): DocumentSize {
    const fragment = fragments.get(name);
    const size = known.get(name) ?? (fragment ? of(fragment.selectionSet) : NOTHING);
    known.set(name, size);
    return size;
  }
  function ofSelection(selection: SelectionNode): DocumentSize {
    const own = selection.directives?.length ?? 0;
    if (selection.kind !== Kind.FIELD) {
      const inner =
        selection.kind === Kind.FRAGMENT_SPREAD
          ? ofFragment(selection.name.value)
          : of(selection.selectionSet);
      return { ...inner, directives: inner.directives + own };
    }
    const inner = selection.selectionSet ? of(selection.selectionSet) : NOTHING;
    return {
      depth: 1 + inner.depth,
      fields: 1 + inner.fields,
      aliases: inner.aliases + (selection.alias ? 1 : 0),
      directives: inner.directives + own,
      rootFields: 1,
    };
  }
  const of = ({ selections }: SelectionSetNode) =>
    selections.map(ofSelection).reduce(
      (sum, size) => ({
        depth: Math.max(sum.depth, size.depth),
        fields: added(sum.fields, size.fields),
        aliases: added(sum.aliases, size.aliases),
        directives: added(sum.directives, size.directives),
        rootFields: added(sum.rootFields, size.rootFields),
      }),
      NOTHING,
    );
  return of;
}

const NOTHING: DocumentSize = { depth: 0, fields: 0, aliases: 0, directives: 0, rootFields: 0 };
/** Adds numbers up to the largest safe integer. The result is never infinite. */
const added = (a: number, b: number) => Math.min(Number.MAX_SAFE_INTEGER, a + b);
