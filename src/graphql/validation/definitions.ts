import {
  type DocumentNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  visit,
} from 'graphql';
import type { DefinedParts } from '../../domain/api/document-bounds.ts';

/** Lists the operations of a document, in its order. */
export function operationsOf({ definitions }: DocumentNode): OperationDefinitionNode[] {
  return definitions.filter((each) => each.kind === Kind.OPERATION_DEFINITION);
}

/** Returns the fragments of a document by name. */
export function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  return new Map(
    definitions.flatMap((each) =>
      each.kind === Kind.FRAGMENT_DEFINITION ? [[each.name.value, each] as const] : [],
    ),
  );
}

/** Counts the operations and fragments of a document. Fragments are definitions and spreads, inline ones too. */
export function definedIn(document: DocumentNode): DefinedParts {
  let fragments = 0;
  const add = () => {
    fragments += 1;
  };
  visit(document, { FragmentDefinition: add, FragmentSpread: add, InlineFragment: add });
  return { operations: operationsOf(document).length, fragments };
}
