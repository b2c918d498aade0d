import type { AbstractSetupSchema, initGraphQLTada } from 'gql.tada';
import { type DocumentNode, Kind, parse } from 'graphql';

/** The `graphql()` function of an API's pages. Its types are gql.tada's, which nothing needs at run time. */
type TypedDocuments<Introspection extends AbstractSetupSchema['introspection']> = initGraphQLTada<{
  introspection: Introspection;
  scalars: { DateTime: string; JSON: unknown; Version: string; VersionedName: string; URL: string };
  disableMasking: true;
}>;

/** Returns the `graphql()` function that parses documents, adds their fragments and types them. */
export const typedDocuments = <Introspection extends AbstractSetupSchema['introspection']>() =>
  documentOf as TypedDocuments<Introspection>;

function documentOf(text: string, fragments: readonly DocumentNode[] = []): DocumentNode {
  const parts = [parse(text, { noLocation: true }), ...fragments];
  return { kind: Kind.DOCUMENT, definitions: [...new Set(parts.flatMap(({ definitions }) => definitions))] };
}
