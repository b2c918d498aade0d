import type { RateLimitResult } from '../../../infrastructure/limits/calls/rate-limits.ts';
import { costLimitExceeded } from '../accounting/charges.ts';
import type { Step } from './step.ts';

/**
 * Counts what the document costs at most against what the plan allows together; what the answer then cost less is given
 * back. A refused document is no call either: that is given back as well.
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
