import { typedDocuments } from '../../../../graphql/server/typed-documents.ts';
import type { introspection } from '../../api/generated/schema.ts';

/** GraphQL documents of the pages, typed by the portal API's schema. */
export const graphql = typedDocuments<introspection>();
