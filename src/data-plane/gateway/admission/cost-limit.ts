import type { RateLimitResult } from '../../../infrastructure/limits/calls/rate-limits.ts';
import { chargeDocument, costLimitExceeded } from '../accounting/charges.ts';
import { secondsUntilReset } from '../accounting/limit-headers.ts';
import type { Call } from '../call.ts';
import type { Step, StepFacts } from './step.ts';

/**
 * Charges the document's highest cost to the cost limit of the plan.
 *
 * The difference to the answer's actual cost is refunded. A refused document is no call, and its cost is refunded as
 * well.
 *
 * @throws GRAPHQL_COST_LIMIT_EXCEEDED with Retry-After
 */
export const costLimit: Step = (call, { limits }) => {
  const charged = chargeDocument(call, limits);
  return charged instanceof Promise
    ? charged.then((result) => checkCharged(result, call))
    : checkCharged(charged, call);
};

function checkCharged(result: RateLimitResult | undefined, call: Call): void {
  if (result && !result.admitted)
    throw costLimitExceeded(call, result, `The document costs ${call.document?.measure.cost}`);
}

/** The cost of the document, the plan's limit, and what its window has left. */
export const costLimitFacts: StepFacts = ({ charge, subscription, document }) =>
  charge && subscription?.plan.costLimit
    ? {
        plan: subscription.plan.name,
        cost: document?.measure.cost,
        ...subscription.plan.costLimit,
        remaining: charge.result.remaining,
        resetsInSeconds: secondsUntilReset(charge.result),
        counter: subscription.costKey,
      }
    : {};
