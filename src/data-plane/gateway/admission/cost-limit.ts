import { chargeDocument, costLimitExceeded } from '../accounting/charges.ts';
import { type CountedLimit, refusing, tightest } from '../accounting/counted-limit.ts';
import { secondsUntilReset } from '../accounting/limit-headers.ts';
import type { Call } from '../call.ts';
import type { Step, StepFacts } from './step.ts';

/**
 * Charges the document's highest cost to the cost limits of the plan.
 *
 * The difference to the answer's actual cost is refunded. A refused document is no call, and its cost is refunded as
 * well.
 *
 * @throws GRAPHQL_COST_LIMIT_EXCEEDED with Retry-After
 */
export const costLimit: Step = (call, { limits }) => {
  const charged = chargeDocument(call, limits);
  return charged instanceof Promise
    ? charged.then((charged) => checkCharged(charged, call))
    : checkCharged(charged, call);
};

function checkCharged(charged: readonly CountedLimit[], call: Call): void {
  const refused = refusing(charged);
  if (refused) throw costLimitExceeded(call, refused, `The document costs ${call.document?.measure.cost}`);
}

/** The cost of the document, the plan's limit, and what its window has left. */
export const costLimitFacts: StepFacts = ({ charged, subscription, document }) => {
  const limit = tightest(charged);
  if (!limit || !subscription) return {};
  const { window, key, result } = limit;
  return {
    plan: subscription.plan.name,
    cost: document?.measure.cost,
    limit: window.limit,
    windowSeconds: window.windowSeconds,
    remaining: result.remaining,
    resetsInSeconds: secondsUntilReset(result),
    counter: key,
  };
};
