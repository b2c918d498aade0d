import { typedDocuments } from '../../graphql/server/typed-documents.ts';
import type { introspection } from './generated/schema.ts';

/** GraphQL documents of the pages, typed by the management API's schema. */
export const graphql = typedDocuments<introspection>();
