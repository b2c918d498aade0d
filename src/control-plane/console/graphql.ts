import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './schema.types.ts';

/** GraphQL documents of the pages, typed by the management API's schema. */
export const graphql = initGraphQLTada<{
  introspection: introspection;
  scalars: { DateTime: string; JSON: unknown; Version: string; VersionedName: string; URL: string };
  disableMasking: true;
}>();
