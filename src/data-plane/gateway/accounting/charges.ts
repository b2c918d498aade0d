import { type Refusal, refusal } from '../../../foundation/errors.ts';
import type { RateLimitResult, RateLimits } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { Call } from '../call.ts';
import { secondsUntilReset } from './limit-headers.ts';

/**
 * Counts a call against its plan's rate limit. Each document of a batch is a call.
 *
 * @returns the limit's state; undefined where the plan has no rate limit
 */
export function countCall(call: Call, limits: Pick<RateLimits, 'consume'>): Counted | undefined {
  const { subscription, document } = call;
  if (!subscription || subscription.plan.limit === null) return undefined;
  const { limit, windowSeconds } = subscription.plan;
  const counted = limits.consume(subscription.limitKey, { limit, windowSeconds }, document?.count);
  return counted instanceof Promise
    ? counted.then((result) => noteCount(call, result))
    : noteCount(call, counted);
}

type Counted = RateLimitResult | Promise<RateLimitResult>;

function noteCount(call: Call, result: RateLimitResult): RateLimitResult {
  call.rateLimit = result;
  return result;
}

/**
 * Charges a document's highest cost to the cost limit of the plan.
 *
 * @returns the limit's state; undefined where the plan has no cost limit, or the document costs nothing
 */
export function chargeDocument(call: Call, limits: Pick<RateLimits, 'consume'>): Counted | undefined {
  const { document, subscription } = call;
  const limit = subscription?.plan.costLimit;
  if (!document || !subscription || !limit) return undefined;
  const points = Math.ceil(document.measure.cost);
  if (points === 0) return undefined;
  const note = (result: RateLimitResult) => {
    call.charge = { result, points: result.admitted ? points : 0 };
    return result;
  };
  const counted = limits.consume(subscription.costKey, limit, points);
  return counted instanceof Promise ? counted.then(note) : note(counted);
}

/** Refunds the count of a call that is refused before it reached its back-end. It does so once. */
export function uncount(call: Call, limits: Pick<RateLimits, 'refund'>): void {
  const { rateLimit, subscription, document } = call;
  if (!rateLimit?.admitted || !subscription || subscription.plan.limit === null) return;
  const { limit, windowSeconds } = subscription.plan;
  const points = document?.count ?? 1;
  limits.refund(subscription.limitKey, { limit, windowSeconds }, { points, turn: rateLimit.turn });
  call.rateLimit = { ...rateLimit, admitted: false, remaining: rateLimit.remaining + points };
}

/** Gives back what a document was charged for beyond what it cost. */
export function uncharge(call: Call, limits: Pick<RateLimits, 'refund'>, cost = 0): void {
  const { charge, subscription } = call;
  const limit = subscription?.plan.costLimit;
  const points = charge ? charge.points - Math.ceil(cost) : 0;
  if (!charge || !subscription || !limit || points <= 0) return;
  const { result } = charge;
  limits.refund(subscription.costKey, limit, { points, turn: result.turn });
  call.charge = {
    points: charge.points - points,
    result: { ...result, remaining: result.remaining + points },
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
  const admit = (result: RateLimitResult) => {
    if (result.admitted) return undefined;
    return costLimitExceeded(call, result, `The next event costs ${cost}`);
  };
  const counted = limits.consume(subscription.costKey, limit, points);
  return counted instanceof Promise ? counted.then(admit) : admit(counted);
}

/** The refusal of what costs more than the plan's window of costs has left. */
export function costLimitExceeded({ subscription }: Call, result: RateLimitResult, costs: string): Refusal {
  const { title, costLimit } = subscription?.plan ?? {};
  const seconds = secondsUntilReset(result);
  return refusal('GRAPHQL_COST_LIMIT_EXCEEDED', {
    detail: `${costs}, and of the ${result.limit} that ${title} allows in ${costLimit?.windowSeconds} seconds ${result.remaining} are left: try again in ${seconds} seconds.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}
