import type { ResultOf } from 'gql.tada';
import { graphql } from '../../graphql.ts';

/** Figures of a group of calls. */
export const FIGURES = graphql(`
  fragment Figures on UsageGroup @_unmask {
    calls answered clientErrors limited refused serverErrors p50Ms p95Ms p99Ms
  }
`);

export const USAGE = graphql(
  `query Usage($org: String!, $from: DateTime!, $interval: UsageInterval!, $filter: UsageFilter!) {
    viewer { orgs(first: 200) { name title } }
    org(name: $org) { catalogs(first: 200) { name title } }
    total: usage(org: $org, from: $from, filter: $filter) { nodes { ...Figures } }
    inTime: usage(org: $org, from: $from, filter: $filter, interval: $interval, first: 200) {
      nodes { from answered clientErrors limited refused serverErrors }
    }
    plans: usage(org: $org, from: $from, filter: $filter, by: [PRODUCT, PLAN], first: 20) {
      nodes { product plan ...Figures } pageInfo { hasNextPage }
    }
    applications: usage(org: $org, from: $from, filter: $filter, by: [CONSUMER_ORG, APPLICATION], first: 20) {
      nodes { consumerOrg application ...Figures } pageInfo { hasNextPage }
    }
    operations: usage(org: $org, from: $from, filter: $filter, by: [API, OPERATION], first: 20) {
      nodes { api operation ...Figures } pageInfo { hasNextPage }
    }
    codes: usage(org: $org, from: $from, filter: $filter, by: [CODE], first: 200) { nodes { code calls } }
  }`,
  [FIGURES],
);

export type UsageResult = ResultOf<typeof USAGE>;

/** Filters of calls; each is a value of the address. */
export const filters = {
  catalog: 'catalog',
  product: 'product',
  consumerOrg: 'consumer org',
  application: 'application',
};

export type Filter = Partial<Record<keyof typeof filters, string>>;
