import type { ResultOf } from '@graphql-typed-document-node/core';
import { graphql } from '../../graphql.ts';

export const REQUEST = graphql(`
  query ChangeRequestPage($org: String!, $number: Int!) {
    changeRequest(org: $org, number: $number) {
      number title state mutation subject input hash own approvalsLacking
      proposedBy proposedAt expiresAt scheduledAt timeZone missed closedAt closedBy
      reason
      failure { code message }
      moved { item kind members }
      approvals { approvedBy at }
      comments(first: 200) { writtenBy text at }
      stepCount
      steps(first: 200) { action kind name diff }
      transitions { product from to }
      apis { api product from to }
      subscriptionCount
      subscriptions(first: 50) { consumerOrg application kind fromProduct fromPlan toProduct toPlan }
      warnings { code subject message facts breaks { operation message phrase } affectedCount unaffectedCount
        affected { application consumerOrg operation field certain calls lastCallAt } }
      change { id catalog }
      haltIf { serverErrors clientErrors refused p95 minimumCalls budget withoutCalls }
      halt { cause message wave takenBack restored }
      waves {
        number percent minutes state moved startedAt endsAt endedAt waitsFor
        subscriptions applications consumerOrgs groups
        figures {
          moved { calls serverErrors clientErrors refused p95Ms }
          rest { calls serverErrors clientErrors refused p95Ms }
          before { calls serverErrors clientErrors refused p95Ms }
        }
      }
    }
  }
`);

/** A change request as its page shows it. */
export type ShownRequest = NonNullable<ResultOf<typeof REQUEST>['changeRequest']>;
