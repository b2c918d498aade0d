import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

/** The rows of a page of changes, and of one of products. */
export const ROWS = 25;

export const HISTORY_SINCE = graphql(`
  query HistorySince($org: String!, $catalog: String!) {
    org(name: $org) { historySince }
    catalog(org: $org, name: $catalog) { title }
  }
`);

export const HISTORY = graphql(`
  query History(
    $org: String! $catalog: String! $at: DateTime! $until: DateTime $first: Int! $after: String $offset: Int!
  ) {
    catalog(org: $org, name: $catalog) {
      changesBetween(since: $at, until: $until, first: $first, after: $after) {
        nodes { kind noun name at fields { field from to } audit { actor action subject } }
        pageInfo { hasNextPage endCursor }
      }
      asOf(instant: $at) {
        definition
        productCount
        products(first: $first, offset: $offset) {
          product title state subscriptionCount
          apis(first: 10) { name version online }
          plans(first: 10) { title }
        }
      }
    }
  }
`);

type Catalog = NonNullable<ResultOf<typeof HISTORY>['catalog']>;
export type CatalogThen = NonNullable<Catalog['asOf']>;
export type Changes = Catalog['changesBetween'];
