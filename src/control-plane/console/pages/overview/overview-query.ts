import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';
import { FIGURES } from '../usage/figures.ts';

/** Rows of each list of what waits. The rest follows when these are done. */
export const ROWS = 50;
/** Catalogs and products that the overview has beside the figures. */
const BESIDE = 6;
const CHANGES = 8;

/** The values that {@link OVERVIEW} takes beside its org. */
export const overviewRows = { rows: ROWS, beside: BESIDE, changes: CHANGES } as const;

export const OVERVIEW = graphql(
  `query Overview(
    $org: String! $rows: Int! $beside: Int! $changes: Int!
    $from: DateTime! $to: DateTime! $before: DateTime! $beforeTo: DateTime!
    $lately: DateTime!
  ) {
    org(name: $org) {
      title apiCount productCount
      catalogs(first: $beside) { name title gatewayUrl portalUrl productCount }
    }
    now: usage(org: $org, from: $from, to: $to) { nodes { ...Figures } }
    past: usage(org: $org, from: $before, to: $beforeTo) { nodes { ...Figures } }
    busiest: usage(org: $org, from: $from, to: $to, by: [CATALOG, PRODUCT], first: $beside) {
      nodes { catalog catalogTitle product productTitle ...Figures }
    }
    backends: usage(org: $org, from: $lately, by: [CATALOG, API], first: 100) {
      nodes { catalog catalogTitle api apiTitle calls serverErrors }
    }
    platformHealth { databaseMs limits }
    pendingSubscriptions(org: $org, first: $rows) {
      id
      application { name title consumerOrg { name title } }
      product { name version title catalog { name title } }
      plan { title }
      planRequest { plan { title } rejectedAt }
    }
    overdueSunsets(org: $org, first: $rows) {
      name version title state sunsetAt subscriptionCount allowedActions
      catalog { name title }
    }
    suspendedApplications(org: $org, first: $rows) {
      name title consumerOrg { name title catalog { name title } }
    }
    failingWebhooks(org: $org, first: $rows) {
      name active waitingCount
      catalog { name title }
      deliveries(first: 1, failing: true) { id lastError event { type subject } }
    }
    unsettledGraphQLSchemas(org: $org, first: $rows) {
      name version title schemaRefresh { failure held { at breakingChanges { message phrase } } }
    }
    auditEvents(org: $org, first: $changes) { nodes { at actor action subject subjectTitle detail } }
    undoableChanges(org: $org, first: $changes) { nodes { id catalog action subject at } }
  }`,
  [FIGURES],
);

export type Overview = ResultOf<typeof OVERVIEW>;
