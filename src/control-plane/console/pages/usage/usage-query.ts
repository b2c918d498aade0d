import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';
import { FIGURES } from './figures.ts';

export const USAGE = graphql(
  `query Usage(
    $org: String! $from: DateTime! $to: DateTime! $before: DateTime! $beforeTo: DateTime!
    $filter: UsageFilter!
  ) {
    org(name: $org) { title catalogs(first: 200) { name title } }
    total: usage(org: $org, from: $from, to: $to, filter: $filter) {
      nodes { ...Figures meters { name units faults } }
    }
    past: usage(org: $org, from: $before, to: $beforeTo, filter: $filter) { nodes { ...Figures } }
    plans: usage(org: $org, from: $from, to: $to, filter: $filter, by: [PRODUCT, PLAN], first: 20) {
      nodes { product productTitle plan planTitle ...Figures } pageInfo { hasNextPage }
    }
    applications: usage(org: $org, from: $from, to: $to, filter: $filter, by: [CONSUMER_ORG, APPLICATION], first: 20) {
      nodes { consumerOrg consumerOrgTitle application applicationTitle ...Figures } pageInfo { hasNextPage }
    }
    operations: usage(org: $org, from: $from, to: $to, filter: $filter, by: [API, OPERATION], first: 20) {
      nodes { api apiTitle operation ...Figures } pageInfo { hasNextPage }
    }
    codes: usage(org: $org, from: $from, to: $to, filter: $filter, by: [CODE], first: 200) { nodes { code calls } }
  }`,
  [FIGURES],
);

export type UsageResult = ResultOf<typeof USAGE>;

/** Filters of calls; each is a value of the address. */
export const filters = ['catalog', 'product', 'consumerOrg', 'application'] as const;

export type Filter = Partial<Record<(typeof filters)[number], string>>;
