import {
  type DocumentNode,
  type FieldNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';

/** What an operation asks for: the schema (`__schema`, `__type`), data, or both. `__typename` alone is data. */
export type Asked = 'SCHEMA' | 'DATA' | 'BOTH';

/**
 * Skipped fields count; fragments are looked into wherever they are spread. The schema can be asked for below a field of
 * data, too, where that gives the type of the root: `{ viewer { query { __schema … } } }`.
 */
export function askedFor(operation: OperationDefinitionNode, document: DocumentNode): Asked {
  const asked = new Set<Asked>();
  const fragments = fragmentsOf(document);
  const spread = new Set<string>();
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const selection of selections)
      if (selection.kind === Kind.FIELD) collectField(selection);
      else if (selection.kind === Kind.INLINE_FRAGMENT) collect(selection.selectionSet);
      else if (!spread.has(selection.name.value)) {
        spread.add(selection.name.value);
        const set = fragments.get(selection.name.value);
        if (set) collect(set);
      }
  };
  function collectField({ name: { value: name }, selectionSet }: FieldNode): void {
    if (name === '__schema' || name === '__type') asked.add('SCHEMA');
    else if (name !== '__typename') {
      asked.add('DATA');
      if (selectionSet) collect(selectionSet);
    }
  }
  collect(operation.selectionSet);
  if (!asked.has('SCHEMA')) return 'DATA';
  return asked.has('DATA') ? 'BOTH' : 'SCHEMA';
}

/** The selections of the fragments of a document, by their names. */
export function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, SelectionSetNode> {
  return new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [],
    ),
  );
}
