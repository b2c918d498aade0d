import { type DocumentNode, Kind, type SelectionSetNode } from 'graphql';
import { type MemberNames, undescribed } from '../../domain/rehearsal/answer-shape.ts';

/** A field of an answer, with its name in the schema and its selections. */
type AnsweredField = { readonly name: string; readonly selections: SelectionSetNode[] };

/**
 * Names the members of a GraphQL answer by the fields of its document. An alias is the caller's, and becomes its field.
 *
 * Errors and extensions are looked at no further.
 *
 * @param operationName empty where the document has one operation
 */
export function responseNames(document: DocumentNode, operationName = ''): MemberNames {
  const operation = document.definitions.find(
    (each) =>
      each.kind === Kind.OPERATION_DEFINITION && (operationName === '' || each.name?.value === operationName),
  );
  const fragments = new Map(
    document.definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each.selectionSet] as const] : [],
    ),
  );
  const selections = operation?.kind === Kind.OPERATION_DEFINITION ? [operation.selectionSet] : [];
  const data = new SelectedNames(selections, fragments);
  return {
    of: () => (name) => (name === 'data' || name === 'errors' || name === 'extensions' ? name : undefined),
    within: (name) => (name === 'data' ? data : null),
  };
}

type Fragments = ReadonlyMap<string, SelectionSetNode>;

/** Names what selections ask of an object, whatever its type. They are read when an answer has it. */
class SelectedNames implements MemberNames {
  readonly #selections: readonly SelectionSetNode[];
  readonly #fragments: Fragments;
  readonly #within = new Map<string, MemberNames>();
  #fields: ReadonlyMap<string, AnsweredField> | undefined;

  constructor(selections: readonly SelectionSetNode[], fragments: Fragments) {
    this.#selections = selections;
    this.#fragments = fragments;
  }

  of(): (name: string) => string | undefined {
    return (key) => this.#field(key)?.name;
  }

  within(key: string): MemberNames {
    const known = this.#within.get(key);
    if (known) return known;
    const { selections } = this.#field(key) ?? { selections: [] };
    // What is not selected is within a scalar of its own form.
    const names = selections.length === 0 ? undescribed : new SelectedNames(selections, this.#fragments);
    this.#within.set(key, names);
    return names;
  }

  #field(key: string): AnsweredField | undefined {
    this.#fields ??= this.#read();
    return this.#fields.get(key);
  }

  #read(): ReadonlyMap<string, AnsweredField> {
    const fields = new Map<string, AnsweredField>();
    const waiting = [...this.#selections];
    const seen = new Set(waiting);
    for (let set = waiting.pop(); set; set = waiting.pop())
      for (const selection of set.selections) {
        if (selection.kind === Kind.FIELD) {
          const key = selection.alias?.value ?? selection.name.value;
          const field = fields.get(key) ?? { name: selection.name.value, selections: [] };
          fields.set(key, field);
          if (selection.selectionSet) field.selections.push(selection.selectionSet);
          continue;
        }
        const inner =
          selection.kind === Kind.INLINE_FRAGMENT
            ? selection.selectionSet
            : this.#fragments.get(selection.name.value);
        if (inner && !seen.has(inner)) {
          seen.add(inner);
          waiting.push(inner);
        }
      }
    return fields;
  }
}
