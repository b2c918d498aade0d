import { typedDocuments } from '../../../../graphql/server/typed-documents.ts';
import type { Documents } from '../generated/documents.ts';

/** GraphQL documents of the pages, typed by the portal API's schema. */
export const graphql = typedDocuments<Documents>();
