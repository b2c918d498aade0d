import { type Refusal, refusal } from '../../../foundation/errors.ts';
import type { RateLimitResult, RateLimits } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { Call } from '../call.ts';
import { secondsUntilReset } from './limit-headers.ts';

/** Refunds the count of a call that is refused before it reached its back-end. It does so once. */
export function uncount(call: Call, limits: Pick<RateLimits, 'refund'>): void {
  const { standing, subscription, document } = call;
  if (!standing?.admitted || !subscription || subscription.plan.limit === null) return;
  const { limit, windowSeconds } = subscription.plan;
  const points = document?.count ?? 1;
  limits.refund(subscription.limitKey, { limit, windowSeconds }, { points, turn: standing.turn });
  call.standing = { ...standing, admitted: false, remaining: standing.remaining + points };
}

/** Gives back what a document was charged for beyond what it cost. */
export function uncharge(call: Call, limits: Pick<RateLimits, 'refund'>, cost = 0): void {
  const { charge, subscription } = call;
  const limit = subscription?.plan.costLimit;
  const points = charge ? charge.points - Math.ceil(cost) : 0;
  if (!charge || !subscription || !limit || points <= 0) return;
  const { standing } = charge;
  limits.refund(subscription.costKey, limit, { points, turn: standing.turn });
  call.charge = {
    points: charge.points - points,
    standing: { ...standing, remaining: standing.remaining + points },
  };
}

/** Tells whether a document is a subscription that is charged by event. */
export function isChargedByEvent({ document, charge }: Pick<Call, 'document' | 'charge'>): boolean {
  return document?.measure.type === 'subscription' && charge !== undefined;
}

/**
 * Counts what an event of a subscription cost, behind the first.
 *
 * @returns the refusal where the window has no room for it
 */
export function chargeEvent(
  call: Call,
  limits: Pick<RateLimits, 'consume'>,
  cost: number,
): Refusal | undefined | Promise<Refusal | undefined> {
  const { subscription } = call;
  const limit = subscription?.plan.costLimit;
  const points = Math.ceil(cost);
  if (!subscription || !limit || points === 0) return undefined;
  const admit = (standing: RateLimitResult) => {
    if (standing.admitted) return undefined;
    call.refusedWith = 'GRAPHQL_COST_LIMIT_EXCEEDED';
    return costLimitExceeded(call, standing, `The next event costs ${cost}`);
  };
  const counted = limits.consume(subscription.costKey, limit, points);
  return counted instanceof Promise ? counted.then(admit) : admit(counted);
}

/** The refusal of what costs more than the plan's window of costs has left. */
export function costLimitExceeded({ subscription }: Call, standing: RateLimitResult, costs: string): Refusal {
  const { title, costLimit } = subscription?.plan ?? {};
  const seconds = secondsUntilReset(standing);
  return refusal('GRAPHQL_COST_LIMIT_EXCEEDED', {
    detail: `${costs}, and of the ${standing.limit} that ${title} allows in ${costLimit?.windowSeconds} seconds ${standing.remaining} are left: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}
