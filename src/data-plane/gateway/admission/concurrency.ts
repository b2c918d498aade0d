import { refuse } from '../../../foundation/errors.ts';
import type { Call } from '../call.ts';
import { CallerGone } from '../graphql/read-body.ts';
import { countedNetworkOf } from './counted-network.ts';
import type { AdmissionDeps, Step } from './step.ts';

/**
 * Has the caller few enough calls under way? Those of a subscription are counted together, as its plan says; of APIs that
 * are open to everybody those of an address, for each org by itself. The count is this process's own: what it bounds,
 * connections and memory, is the process's own, too.
 *
 * Before the body is read, because a slow one counts as well.
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
