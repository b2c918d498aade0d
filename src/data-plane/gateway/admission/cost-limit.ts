import { type Refusal, refusal } from '../../../foundation/errors.ts';
import type { RateLimitResult, RateLimits } from '../../../infrastructure/limits/calls/rate-limits.ts';
import { secondsUntilReset } from '../accounting/limit-headers.ts';
import type { Call } from '../call.ts';
import type { Step } from './step.ts';

/**
 * Counts what the document costs at most against what the plan allows together; what the answer then cost less is given
 * back. A refused document is no call either: that is given back as well.
 *
 * @throws GRAPHQL_COST_LIMIT_EXCEEDED with Retry-After
 */
export const costLimit: Step = (call, { limits }) => {
  const { document, subscription } = call;
  const limit = subscription?.plan.costLimit;
  if (!document || !subscription || !limit) return;
  const points = Math.ceil(document.measure.cost);
  if (points === 0) return;
  const admit = (standing: RateLimitResult) => {
    call.charge = { standing, points: standing.admitted ? points : 0 };
    if (standing.admitted) return;
    throw exceeded(call, standing, `The document costs ${document.measure.cost}`);
  };
  const counted = limits.consume(subscription.costKey, limit, points);
  return counted instanceof Promise ? counted.then(admit) : admit(counted);
};

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

/** Is it a subscription that each event of is charged by itself? */
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
    return exceeded(call, standing, `The next event costs ${cost}`);
  };
  const counted = limits.consume(subscription.costKey, limit, points);
  return counted instanceof Promise ? counted.then(admit) : admit(counted);
}

function exceeded({ subscription }: Call, standing: RateLimitResult, costs: string): Refusal {
  const { title, costLimit } = subscription?.plan ?? {};
  const seconds = secondsUntilReset(standing);
  return refusal('GRAPHQL_COST_LIMIT_EXCEEDED', {
    detail: `${costs}, and of the ${standing.limit} that ${title} allows in ${costLimit?.windowSeconds} seconds ${standing.remaining} are left: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}
