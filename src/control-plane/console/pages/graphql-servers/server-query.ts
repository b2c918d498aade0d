import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';
import { SCHEMA } from '../parts/schema-query.ts';

export const SERVER = graphql(`
  query ServerPage($org: String!, $name: String!) {
    graphqlServer(org: $org, name: $name) {
      name title url exposed state failure policies sdl
      sources { name url headers timeoutMs operations }
      report {
        operations { source operation method path outcome field reason }
        notes breakingChanges { operation message phrase }
      }
    }
  }
`);

export const SERVER_SDL = graphql(`
  query ServerSdl($org: String!, $name: String!) { graphqlServer(org: $org, name: $name) { sdl } }
`);

export const SERVER_SCHEMA = graphql(
  `
    query ServerSchema(
      $org: String!, $name: String!, $search: String!, $type: String!
      $first: Int!, $offset: Int!, $memberFirst: Int!, $memberOffset: Int!
    ) {
      graphqlServer(org: $org, name: $name) { title schema { ...PageSchema } }
    }
  `,
  [SCHEMA],
);

const WORDS_OF_TYPE = graphql(`
  fragment WordsOfType on GraphQLSchemaType @_unmask { members(first: $first) { name arguments { name } } }
`);

export const POLICY_FIELDS = graphql(
  `
    query PolicyFields($org: String!, $name: String!, $first: Int!) {
      graphqlServer(org: $org, name: $name) {
        schema {
          query: type(name: "Query") { ...WordsOfType }
          mutation: type(name: "Mutation") { ...WordsOfType }
          subscription: type(name: "Subscription") { ...WordsOfType }
        }
      }
    }
  `,
  [WORDS_OF_TYPE],
);

export const EXPLAIN = graphql(`
  query ExplainAccess($org: String!, $name: String!, $query: String!, $claims: JSON, $headers: JSON, $policies: JSON) {
    graphqlServer(org: $org, name: $name) {
      explain(query: $query, claims: $claims, headers: $headers, policies: $policies) {
        path field allowed decidedBy rule condition failure
      }
    }
  }
`);

/** Title and back-end of a document. */
export const READ_DOCUMENT = graphql(`
  query ReadDocument($input: PreviewApiInput!) { previewApi(input: $input) { title targetUrl } }
`);

export const CREATE_SERVER = graphql(`
  mutation CreateGraphQLServer($input: CreateGraphQLServerInput!) {
    createGraphQLServer(input: $input) { name state }
  }
`);

export const UPDATE_SERVER = graphql(`
  mutation UpdateGraphQLServer($input: UpdateGraphQLServerInput!) {
    updateGraphQLServer(input: $input) { name state }
  }
`);

export type Server = NonNullable<ResultOf<typeof SERVER>['graphqlServer']>;
export type PolicyFields = NonNullable<
  NonNullable<ResultOf<typeof POLICY_FIELDS>['graphqlServer']>['schema']
>;
export type Explained = NonNullable<ResultOf<typeof EXPLAIN>['graphqlServer']>['explain'];
