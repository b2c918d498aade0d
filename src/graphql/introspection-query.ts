import { type DocumentNode, Kind, type OperationDefinitionNode, type SelectionSetNode } from 'graphql';

/** What an operation asks for: the schema (`__schema`, `__type`), data, or both. `__typename` alone is data. */
export type Asked = 'SCHEMA' | 'DATA' | 'BOTH';

/** Skipped fields count; fragments are looked into wherever they are spread. */
export function askedFor(operation: OperationDefinitionNode, document: DocumentNode): Asked {
  const roots = new Set<string>();
  const fragments = fragmentsOf(document);
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections)
      if (selection.kind === Kind.FIELD) roots.add(selection.name.value);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const set = fragments.get(selection.name.value);
        if (set) collect(set);
      }
  };
  collect(operation.selectionSet);
  const isOfSchema = roots.delete('__schema') || roots.delete('__type');
  roots.delete('__type');
  if (!isOfSchema) return 'DATA';
  roots.delete('__typename');
  return roots.size > 0 ? 'BOTH' : 'SCHEMA';
}

/** The selections of the fragments of a document, by their names. */
export function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, SelectionSetNode> {
  return new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [],
    ),
  );
}
