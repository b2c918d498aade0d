import type { TypedDocumentNode } from '@graphql-typed-document-node/core';
import { type DocumentNode, Kind, parse } from 'graphql';

/**
 * The `graphql()` function of an API's pages. It takes the text of a document, and the fragments that the text uses.
 *
 * `Documents` are types by text, which `npm run generate` makes.
 */
type TypedDocuments<Documents> = <Text extends keyof Documents>(
  text: Text,
  fragments?: readonly TypedDocumentNode<unknown, unknown>[],
) => Documents[Text];

/** Returns the `graphql()` function that parses documents, adds their fragments and types them. */
export const typedDocuments = <Documents>() => documentOf as TypedDocuments<Documents>;

function documentOf(text: string, fragments: readonly DocumentNode[] = []): DocumentNode {
  const parts = [parse(text, { noLocation: true }), ...fragments];
  return { kind: Kind.DOCUMENT, definitions: [...new Set(parts.flatMap(({ definitions }) => definitions))] };
}
