import { type GraphQLSchema, parse, TypeInfo, visit, visitWithTypeInfo } from 'graphql';
import { freshTurn, isTurnOver } from '../../foundation/event-loop-turns.ts';

type NamedDocument = { readonly id: string; readonly document: string };

/**
 * Finds the fields that documents select, by their schema coordinates. The documents are valid for the schema, but one
 * of a schema before may select what is gone: that is left out.
 *
 * @returns the ids of the documents by coordinate, in the order of the documents
 */
export async function fieldUse(
  schema: GraphQLSchema,
  documents: readonly NamedDocument[],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const use = new Map<string, Set<string>>();
  for (const { id, document } of documents) {
    for (const coordinate of coordinatesIn(schema, document)) {
      const ids = use.get(coordinate) ?? new Set();
      use.set(coordinate, ids.add(id));
    }
    if (isTurnOver()) await freshTurn();
  }
  return use;
}

function coordinatesIn(schema: GraphQLSchema, document: string): ReadonlySet<string> {
  const found = new Set<string>();
  const types = new TypeInfo(schema);
  const note = () => {
    const [type, field] = [types.getParentType(), types.getFieldDef()];
    if (type && field) found.add(`${type.name}.${field.name}`);
  };
  visit(parse(document, { noLocation: true }), visitWithTypeInfo(types, { Field: note }));
  return found;
}
