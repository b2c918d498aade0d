import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

/** The types of a schema that a search finds, and one with its members. */
export const SCHEMA = graphql(`
  fragment PageSchema on GraphQLSchema @_unmask {
    typeCount(search: $search)
    types(search: $search, first: $first, offset: $offset) { name kind memberCount }
    type(name: $type) {
      name kind description memberCount
      members(first: $memberFirst, offset: $memberOffset) {
        name coordinate type namedType description deprecationReason weight listSize slicingArguments usedBy
        arguments { name type defaultValue description }
      }
    }
  }
`);

export type SchemaTypes = ResultOf<typeof SCHEMA>;
export type SchemaType = NonNullable<SchemaTypes['type']>;
export type Member = SchemaType['members'][number];
