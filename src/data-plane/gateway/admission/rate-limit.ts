import { refuse } from '../../../foundation/errors.ts';
import { countCall } from '../accounting/charges.ts';
import { type CountedLimit, refusing, tightest } from '../accounting/counted-limit.ts';
import { secondsUntilReset } from '../accounting/limit-headers.ts';
import type { Call } from '../call.ts';
import type { Step, StepFacts } from './step.ts';

/**
 * Counts the call against its plan's limits on calls. A limit has one counter for all APIs and operations that it
 * counts.
 *
 * Each document of a batch is a call. (spec.md, Limits)
 *
 * @throws RATE_LIMIT_EXCEEDED with Retry-After
 */
export const rateLimit: Step = (call, { limits }) => {
  const counted = countCall(call, limits);
  return counted instanceof Promise
    ? counted.then((counted) => checkCounted(counted, call))
    : checkCounted(counted, call);
};

function checkCounted(counted: readonly CountedLimit[], { subscription }: Call): void {
  const refused = refusing(counted);
  if (!refused) return;
  const { window, result } = refused;
  const seconds = secondsUntilReset(result);
  const of = window.operations ? ` of ${[...window.operations].join(', ')}` : '';
  refuse('RATE_LIMIT_EXCEEDED', {
    detail: `${subscription?.plan.title} allows ${result.limit} calls${of} in ${window.windowSeconds} seconds: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}

/** The limit that refused the call, else the one with least left. */
export const rateLimitFacts: StepFacts = ({ counted, subscription }) => {
  const limit = tightest(counted);
  if (!limit || !subscription) return {};
  const { window, key, result } = limit;
  return {
    plan: subscription.plan.name,
    limit: result.limit,
    windowSeconds: window.windowSeconds,
    remaining: result.remaining,
    resetsInSeconds: secondsUntilReset(result),
    counter: key,
  };
};
