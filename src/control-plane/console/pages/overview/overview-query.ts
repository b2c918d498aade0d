import type { ResultOf } from 'gql.tada';
import { graphql } from '../../graphql.ts';

export const OVERVIEW = graphql(`
  query Overview($org: String!, $first: Int!) {
    org(name: $org) {
      catalogs(first: 200) { name title gatewayUrl portalUrl productCount }
      graphqlServers(first: 200) { name title state failure url exposed }
    }
    pendingSubscriptions(org: $org, first: $first) {
      id
      application { name consumerOrg { name } }
      product { name version catalog { name } }
      plan { title }
    }
    overdueSunsets(org: $org, first: $first) {
      name version state sunsetAt subscriptionCount allowedActions
      catalog { name }
      plans { name }
    }
    suspendedApplications(org: $org, first: $first) { name title consumerOrg { name catalog { name } } }
    failingDeliveries(org: $org) {
      id state attempts lastError
      webhook { name active catalog { name } }
      event { type subject }
    }
    unsettledGraphQLSchemas(org: $org, first: 200) { name version schemaRefresh { failure held { breaks at } } }
    auditEvents(org: $org, first: 20) { nodes { at actor action subject } }
  }
`);

/** Rows of each list. The rest has a page of its own, or follows when these are done. */
export const ROWS = 50;

export type Overview = ResultOf<typeof OVERVIEW>;
