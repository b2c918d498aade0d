import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';
import { SCHEMA } from '../parts/schema-query.ts';
import { PLAN } from '../products/product-query.ts';

export const API_SCHEMA = graphql(
  `
    query ApiSchemaPage(
      $org: String!, $api: VersionedName!, $subject: String!, $from: DateTime!, $search: String!, $type: String!
      $first: Int!, $offset: Int!, $memberFirst: Int!, $memberOffset: Int!
    ) {
      api(org: $org, api: $api) {
        name version schemaRefreshMinutes
        schemaRefresh { triedAt failure held { at breakingChanges { operation message phrase } } }
        schema { ...PageSchema }
        products(first: 50) { name version title plans(first: 200) { ...PagePlan } }
      }
      usage(org: $org, from: $from, by: [OPERATION], filter: { api: $api }, first: 100) { nodes { operation calls } }
      auditEvents(org: $org, exactSubject: $subject, action: "GraphQLSchema", first: 10) {
        nodes { id at actor action subject detail }
      }
    }
  `,
  [SCHEMA, PLAN],
);

export const API_PLANS = graphql(
  `
    query ApiPlans($org: String!, $api: VersionedName!) {
      api(org: $org, api: $api) { products(first: 50) { name version plans(first: 200) { ...PagePlan } } }
    }
  `,
  [PLAN],
);

export const REFRESH_SCHEMA = graphql(`
  mutation RefreshGraphQLSchema($input: RefreshGraphQLSchemaInput!) { refreshGraphQLSchema(input: $input) { outcome } }
`);
export const ACCEPT_SCHEMA = graphql(`
  mutation AcceptHeldGraphQLSchema($input: ApiInput!) { acceptHeldGraphQLSchema(input: $input) { name } }
`);
export const DISMISS_SCHEMA = graphql(`
  mutation DismissHeldGraphQLSchema($input: ApiInput!) { dismissHeldGraphQLSchema(input: $input) { name } }
`);

export type ApiSchemaPage = ResultOf<typeof API_SCHEMA>;
export type ApiOfSchema = NonNullable<ApiSchemaPage['api']>;
export type ProductOfSchema = ApiOfSchema['products'][number];
