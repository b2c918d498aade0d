import { refuse } from '../../../foundation/errors.ts';
import { quantity } from '../../../foundation/text/listed.ts';
import { refusing, tightest } from '../accounting/counted-limit.ts';
import { secondsUntilReset } from '../accounting/limit-headers.ts';
import { meterCall } from '../accounting/usage-reservation.ts';
import type { Call } from '../call.ts';
import type { Step, StepFacts } from './step.ts';

/**
 * Reserves what the call may use of the plan's limits on usage. They are on the units of meters, and on kilobytes. What
 * it used more or less is settled when it has ended.
 *
 * @throws USAGE_LIMIT_EXCEEDED with Retry-After
 */
export const usageLimit: Step = (call, deps) => meterCall(call, deps)?.then(() => checkReserved(call));

function checkReserved({ metering, subscription }: Call): void {
  const refused = metering && refusing(metering.reserved);
  if (!refused) return;
  const { window, result } = refused;
  const seconds = secondsUntilReset(result);
  const of = window.operations ? ` of ${[...window.operations].join(', ')}` : '';
  refuse('USAGE_LIMIT_EXCEEDED', {
    detail: `${subscription?.plan.title} allows ${result.limit} ${window.unit}${of} in ${window.words}, and all are used: try again in ${quantity(seconds, 'second')}.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}

/** The limit that refused the call, else the one with least left. */
export const usageLimitFacts: StepFacts = ({ metering, subscription }) => {
  const limit = metering && tightest(metering.reserved);
  if (!limit || !subscription) return {};
  const { window, key, result } = limit;
  return {
    plan: subscription.plan.name,
    unit: window.unit,
    limit: result.limit,
    windowSeconds: window.windowSeconds,
    remaining: result.remaining,
    resetsInSeconds: secondsUntilReset(result),
    counter: key,
  };
};
