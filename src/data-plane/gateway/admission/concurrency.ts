import { refuse } from '../../../foundation/errors.ts';
import type { Call } from '../call.ts';
import { CallerGone } from '../graphql/read-body.ts';
import { countedNetworkOf } from './counted-network.ts';
import type { AdmissionDeps, Step, StepFacts } from './step.ts';

/**
 * Bounds the concurrent calls of a caller.
 *
 * Calls of a subscription are counted together, as its plan says. Calls of APIs that are open to everybody are counted
 * by address, for each org by itself. The count is this process's own, as are the connections and memory that it
 * bounds. It is taken before the body is read, because a slow body counts as well.
 *
 * @throws CONCURRENCY_EXCEEDED with Retry-After
 */
export const concurrency: Step = (call, deps) => {
  const { subscription } = call;
  // It would never give its seat back.
  if (call.response.destroyed) throw new CallerGone();
  if (!subscription) return seatAnonymous(call, deps);
  const { title, maxConcurrentCalls: max } = subscription.plan;
  call.seats = deps.seats.take(subscription.limitKey, max);
  if (!call.seats) refuseMore(`${title} allows ${max} calls at the same time`, max);
};

function seatAnonymous(call: Call, { seats, anonymousCallsMax: max }: AdmissionDeps): void {
  const network = countedNetworkOf(call);
  if (network === undefined) return;
  call.seats = seats.take(`${call.catalog.orgId} ${network}`, max);
  if (!call.seats) refuseMore(`One address may have ${max} calls of open APIs at the same time`, max);
}

function refuseMore(bound: string, max: number): never {
  return refuse('CONCURRENCY_EXCEEDED', {
    detail: `${bound}: wait until one of them has ended.`,
    facts: { max },
    headers: { 'Retry-After': '1' },
  });
}

/** The bound of the plan. */
export const concurrencyFacts: StepFacts = ({ subscription }) =>
  subscription ? { max: subscription.plan.maxConcurrentCalls } : {};
