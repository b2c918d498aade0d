import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

export const DRAFTS = graphql(`
  query Drafts($org: String!, $search: String!, $first: Int!, $apiOffset: Int!, $productOffset: Int!) {
    viewer { orgs(first: 200) { name title } }
    org(name: $org) {
      catalogs(first: 200) { name title }
      apiCount(search: $search)
      apis(search: $search, first: $first, offset: $apiOffset) {
        name version title kind basePath targetUrl graphqlUrl
        backend { name }
        security { all { definition scopes } condition }
        operationSecurity { operation }
        securityWarnings
      }
      productCount(search: $search)
      products(search: $search, first: $first, offset: $productOffset) {
        name version title
        apis { name version }
        plans { title }
        catalogProducts { state catalog { name title } }
      }
    }
  }
`);

export type Drafts = NonNullable<ResultOf<typeof DRAFTS>['org']>;
