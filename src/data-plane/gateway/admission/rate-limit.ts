import { refuse } from '../../../foundation/errors.ts';
import type { RateLimitResult } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { ActiveSubscription } from '../../snapshot/snapshot.ts';
import { secondsUntilReset } from '../accounting/limit-headers.ts';
import type { Call } from '../call.ts';
import type { Step } from './step.ts';

/**
 * Counts the call against its plan's rate limit, one counter for all APIs and operations.
 *
 * Each document of a batch is a call. (spec.md, Limits)
 *
 * @throws RATE_LIMIT_EXCEEDED with Retry-After
 */
export const rateLimit: Step = (call, { limits }) => {
  const { subscription, document } = call;
  if (!subscription || subscription.plan.limit === null) return;
  const { limit, windowSeconds } = subscription.plan;
  const counted = limits.consume(subscription.limitKey, { limit, windowSeconds }, document?.count);
  if (counted instanceof Promise) return counted.then((standing) => note(call, standing, subscription.plan));
  return note(call, counted, subscription.plan);
};

function note(call: Call, standing: RateLimitResult, plan: ActiveSubscription['plan']): void {
  call.standing = standing;
  if (!standing.admitted) refuseExceeded(standing, plan);
}

function refuseExceeded(
  standing: RateLimitResult,
  { title, windowSeconds }: ActiveSubscription['plan'],
): never {
  const seconds = secondsUntilReset(standing);
  return refuse('RATE_LIMIT_EXCEEDED', {
    detail: `${title} allows ${standing.limit} calls in ${windowSeconds} seconds: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}
