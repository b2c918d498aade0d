import { refuse } from '../../../foundation/errors.ts';
import type { RateLimitResult } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { ActiveSubscription } from '../../snapshot/snapshot.ts';
import { countCall } from '../accounting/charges.ts';
import { secondsUntilReset } from '../accounting/limit-headers.ts';
import type { Call } from '../call.ts';
import type { Step, StepFacts } from './step.ts';

/**
 * Counts the call against its plan's rate limit, one counter for all APIs and operations.
 *
 * Each document of a batch is a call. (spec.md, Limits)
 *
 * @throws RATE_LIMIT_EXCEEDED with Retry-After
 */
export const rateLimit: Step = (call, { limits }) => {
  const counted = countCall(call, limits);
  return counted instanceof Promise
    ? counted.then((result) => checkCounted(result, call))
    : checkCounted(counted, call);
};

function checkCounted(result: RateLimitResult | undefined, { subscription }: Call): void {
  if (result && subscription && !result.admitted) refuseExceeded(result, subscription.plan);
}

function refuseExceeded(
  result: RateLimitResult,
  { title, windowSeconds }: ActiveSubscription['plan'],
): never {
  const seconds = secondsUntilReset(result);
  return refuse('RATE_LIMIT_EXCEEDED', {
    detail: `${title} allows ${result.limit} calls in ${windowSeconds} seconds: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}

/** The limit of the plan, and what is left of its window. */
export const rateLimitFacts: StepFacts = ({ rateLimit, subscription }) => {
  if (!rateLimit || !subscription) return {};
  const { plan, limitKey } = subscription;
  return {
    plan: plan.name,
    limit: rateLimit.limit,
    windowSeconds: plan.windowSeconds,
    remaining: rateLimit.remaining,
    resetsInSeconds: secondsUntilReset(rateLimit),
    counter: limitKey,
  };
};
