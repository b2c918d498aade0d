import { refuse } from '../../../foundation/errors.ts';
import { quantity } from '../../../foundation/text/listed.ts';
import type { ConcurrencyLimit } from '../../snapshot/limit-window.ts';
import { type Call, CallerGone } from '../call.ts';
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
  // Its end would never be counted.
  if (call.response.destroyed) throw new CallerGone();
  if (!subscription) return countAnonymous(call, deps);
  const { title, maxConcurrentCalls: max, concurrencyLimits } = subscription.plan;
  if (!deps.concurrentCalls.take(call, subscription.limitKey, max))
    refuseMore(`${title} allows ${quantity(max, 'call')} at the same time`, max);
  for (const limit of concurrencyLimits) if (!limit.operations) countUnder(limit, call, deps);
};

/**
 * Bounds the concurrent calls of some operations, as the plan says. A GraphQL API knows the operation once the document
 * was read.
 *
 * @throws CONCURRENCY_EXCEEDED with Retry-After
 */
export const operationConcurrency: Step = (call, deps) => {
  if (!call.subscription) return;
  for (const limit of call.subscription.plan.concurrencyLimits)
    if (limit.operations?.has(call.operation ?? '')) countUnder(limit, call, deps);
};

function countUnder(
  { limit: max, keySuffix, operations, isMeasured }: ConcurrencyLimit,
  call: Call,
  { concurrentCalls }: AdmissionDeps,
): void {
  const { limitKey = '', plan } = call.subscription ?? {};
  if (concurrentCalls.take(call, limitKey + keySuffix, max)) return;
  if (isMeasured) {
    call.exceedsConcurrency = true;
    return;
  }
  // A call that a limit refuses costs nothing in the others.
  concurrentCalls.leave(call);
  const of = operations ? ` of ${[...operations].join(', ')}` : '';
  refuseMore(`${plan?.title} allows ${quantity(max, 'call')} at the same time${of}`, max);
}

function countAnonymous(call: Call, { concurrentCalls, anonymousCallsMax: max }: AdmissionDeps): void {
  const network = countedNetworkOf(call);
  if (network === undefined || concurrentCalls.take(call, `${call.catalog.orgId} ${network}`, max)) return;
  refuseMore(`One address may have ${max} calls of open APIs at the same time`, max);
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
