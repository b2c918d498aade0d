import { refuse } from '../../../foundation/errors.ts';
import { quantity } from '../../../foundation/text/listed.ts';
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
  const taken = countCall(call, limits);
  return taken instanceof Promise ? taken.then((taken) => checkTaken(taken, call)) : checkTaken(taken, call);
};

function checkTaken(taken: readonly CountedLimit[], { subscription }: Call): void {
  const refused = refusing(taken);
  if (!refused) return;
  const { window, result } = refused;
  const seconds = secondsUntilReset(result);
  const of = window.operations ? ` of ${[...window.operations].join(', ')}` : '';
  refuse('RATE_LIMIT_EXCEEDED', {
    detail: `${subscription?.plan.title} allows ${quantity(window.limit, 'call')}${of} in ${window.words}: try again in ${quantity(seconds, 'second')}.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}

/** The limit that refused the call, else the one with least left. */
export const rateLimitFacts: StepFacts = ({ counted: taken, subscription }) => {
  const limit = tightest(taken);
  if (!limit || !subscription) return {};
  const { window, key, result } = limit;
  return {
    plan: subscription.plan.name,
    limit: window.limit,
    windowSeconds: window.windowSeconds,
    remaining: result.remaining,
    resetsInSeconds: secondsUntilReset(result),
    counter: key,
  };
};
