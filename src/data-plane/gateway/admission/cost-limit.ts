import type { RateLimitResult } from '../../../infrastructure/limits/calls/rate-limits.ts';
import { costLimitExceeded } from '../accounting/charges.ts';
import type { Step } from './step.ts';

/**
 * Charges the document's highest cost to the cost limit of the plan.
 *
 * The difference to the answer's actual cost is refunded. A refused document is no call, and its cost is refunded as
 * well.
 *
 * @throws GRAPHQL_COST_LIMIT_EXCEEDED with Retry-After
 */
export const costLimit: Step = (call, { limits }) => {
  const { document, subscription } = call;
  const limit = subscription?.plan.costLimit;
  if (!document || !subscription || !limit) return;
  const points = Math.ceil(document.measure.cost);
  if (points === 0) return;
  const admit = (standing: RateLimitResult) => {
    call.charge = { standing, points: standing.admitted ? points : 0 };
    if (standing.admitted) return;
    throw costLimitExceeded(call, standing, `The document costs ${document.measure.cost}`);
  };
  const counted = limits.consume(subscription.costKey, limit, points);
  return counted instanceof Promise ? counted.then(admit) : admit(counted);
};
