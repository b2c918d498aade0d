import { refuse } from '../../errors.ts';
import type { Standing } from '../../limits/rate-limits.ts';
import type { ActiveSubscription } from '../../snapshot/snapshot.ts';
import { secondsUntilReset } from '../limit-headers.ts';
import type { Step } from './step.ts';

/**
 * Counts the call against the plan of its subscription: one counter for all APIs and operations of the plan.
 * (spec.md, Limits)
 *
 * @throws RATE_LIMIT_EXCEEDED with Retry-After
 */
export const rateLimit: Step = (call, { limits }) => {
  const { subscription } = call;
  if (!subscription || subscription.plan.limit === null) return;
  const { limit, windowSeconds } = subscription.plan;
  return limits.consume(subscription.limitKey, { limit, windowSeconds }).then((standing) => {
    call.standing = standing;
    if (!standing.admitted) refuseExceeded(standing, subscription.plan);
  });
};

function refuseExceeded(standing: Standing, { title, windowSeconds }: ActiveSubscription['plan']): never {
  const seconds = secondsUntilReset(standing);
  return refuse('RATE_LIMIT_EXCEEDED', {
    detail: `${title} allows ${standing.limit} calls in ${windowSeconds} seconds: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}
