import {
  type DocumentNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import { fragmentsOf } from './definitions.ts';

/** The content of an operation: the schema (`__schema`, `__type`), data, or both. `__typename` alone is data. */
type OperationContent = 'SCHEMA' | 'DATA' | 'BOTH';

/**
 * Classifies an operation. Skipped fields count, and fragments are read wherever they are spread. The schema can be
 * requested below a field of data too, where that returns the root type: `{ viewer { query { __schema … } } }`.
 */
export function operationContentIn(
  document: DocumentNode,
): (operation: OperationDefinitionNode) => OperationContent {
  const fragments = fragmentsOf(document);
  /** Fragments that were read, whatever operation spreads them. */
  const known = new Map<string, SelectionContent>();

  function ofFragment(name: string): SelectionContent {
    const parts = known.get(name);
    if (parts) return parts;
    known.set(name, NOTHING);
    const fragment = fragments.get(name);
    const found = fragment ? of(fragment.selectionSet) : NOTHING;
    known.set(name, found);
    return found;
  }
  function ofSelection(selection: SelectionNode): SelectionContent {
    if (selection.kind === Kind.FRAGMENT_SPREAD) return ofFragment(selection.name.value);
    if (selection.kind === Kind.INLINE_FRAGMENT) return of(selection.selectionSet);
    const { name, selectionSet } = selection;
    if (name.value === '__schema' || name.value === '__type') return { schema: true, data: false };
    if (name.value === '__typename') return NOTHING;
    return { schema: selectionSet ? of(selectionSet).schema : false, data: true };
  }
  function of({ selections }: SelectionSetNode): SelectionContent {
    const all = selections.map(ofSelection);
    return { schema: all.some(({ schema }) => schema), data: all.some(({ data }) => data) };
  }

  return ({ selectionSet }) => {
    const { schema, data } = of(selectionSet);
    if (!schema) return 'DATA';
    return data ? 'BOTH' : 'SCHEMA';
  };
}

type SelectionContent = { readonly schema: boolean; readonly data: boolean };
const NOTHING: SelectionContent = { schema: false, data: false };
