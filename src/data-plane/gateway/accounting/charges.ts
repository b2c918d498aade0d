import { type Refusal, refusal } from '../../../foundation/errors.ts';
import { quantity } from '../../../foundation/text/listed.ts';
import type { Counters, RateLimits } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { LimitWindow } from '../../snapshot/limit-window.ts';
import type { Call } from '../call.ts';
import { type CountedLimit, refusing, uncounted } from './counted-limit.ts';
import { secondsUntilReset } from './limit-headers.ts';

type Counted = readonly CountedLimit[] | Promise<readonly CountedLimit[]>;

/**
 * Counts a call under its plan's limits on calls. Each document of a batch is a call.
 *
 * @returns the limits up to the first that refuses it
 */
export function countCall(call: Call, limits: Pick<RateLimits, 'consume' | 'prepare'>): Counted {
  const { subscription, document } = call;
  if (!subscription || subscription.plan.callLimits.length === 0) return uncounted;
  const counted = count(
    {
      windows: subscription.plan.callLimits,
      limitKey: subscription.limitKey,
      operation: call.operation,
      points: document?.count ?? 1,
      counted: [],
      from: 0,
    },
    limits,
  );
  if (counted instanceof Promise)
    return counted.then((limits) => {
      call.counted = limits;
      return limits;
    });
  call.counted = counted;
  return counted;
}

/**
 * Charges a document's highest cost to the cost limits of the plan.
 *
 * @returns the limits up to the first that refuses it; none where the document costs nothing
 */
export function chargeDocument(call: Call, limits: Pick<RateLimits, 'consume' | 'prepare'>): Counted {
  const { document, subscription } = call;
  if (!document || !subscription) return uncounted;
  const points = Math.ceil(document.measure.cost);
  if (points === 0 || subscription.plan.costLimits.length === 0) return uncounted;
  const note = (charged: readonly CountedLimit[]) => {
    call.charged = charged;
    return charged;
  };
  const charged = chargePoints(call, limits, points);
  return charged instanceof Promise ? charged.then(note) : note(charged);
}

function chargePoints(
  { subscription, operation }: Call,
  limits: Pick<RateLimits, 'consume' | 'prepare'>,
  points: number,
): Counted {
  if (!subscription) return uncounted;
  const { plan, limitKey } = subscription;
  return count({ windows: plan.costLimits, limitKey, operation, points, counted: [], from: 0 }, limits);
}

type CountInput = {
  readonly windows: readonly LimitWindow[];
  readonly limitKey: string;
  readonly operation: string | undefined;
  readonly points: number;
  /** The limits that have been counted. */
  readonly counted: CountedLimit[];
  /** The position of the next limit. */
  readonly from: number;
};

/** Takes points of one limit after another, until one refuses. Where one has to ask, the others ask with it. */
function count(
  input: CountInput,
  limits: Pick<RateLimits, 'consume' | 'prepare'>,
): CountedLimit[] | Promise<CountedLimit[]> {
  const { windows, limitKey, operation, points, counted, from } = input;
  for (let at = from; at < windows.length; at += 1) {
    const window = windows[at] as LimitWindow;
    if (!counts(window, operation)) continue;
    const key = limitKey + window.keySuffix;
    const result = limits.consume(key, window, points);
    if (result instanceof Promise) {
      for (const other of windows)
        if (other !== window && counts(other, operation))
          limits.prepare(limitKey + other.keySuffix, other, points);
      return result.then((result) => {
        counted.push({ window, key, points: result.admitted ? points : 0, result });
        return result.admitted || window.isMeasured ? count({ ...input, from: at + 1 }, limits) : counted;
      });
    }
    counted.push({ window, key, points: result.admitted ? points : 0, result });
    if (!result.admitted && !window.isMeasured) break;
  }
  return counted;
}

const counts = ({ operations }: LimitWindow, operation: string | undefined): boolean =>
  operations?.has(operation ?? '') ?? true;

/** Refunds the counts and charges of a call that did not reach its back-end. It does so once. */
export function refundCall(call: Call, limits: Pick<RateLimits, 'refund'>): void {
  if (call.counted.length > 0) call.counted = call.counted.map((each) => refunded(each, limits, 0));
  uncharge(call, limits);
}

/** Gives back what a document was charged for beyond what it cost. */
export function uncharge(call: Call, limits: Pick<RateLimits, 'refund'>, cost = 0): void {
  const held = Math.ceil(cost);
  if (call.charged.length > 0) call.charged = call.charged.map((each) => refunded(each, limits, held));
}

/** Gives back the points of a limit beyond those that a call holds. */
export function refunded(
  counted: CountedLimit,
  limits: Pick<RateLimits, 'refund'>,
  held: number,
): CountedLimit {
  const { window, key, result } = counted;
  const points = counted.points - held;
  if (points <= 0) return counted;
  limits.refund(key, window, { points, turn: result.turn });
  return { window, key, points: held, result: { ...result, remaining: result.remaining + points } };
}

/** Tells whether a document is a subscription that is charged by event. */
export function isChargedByEvent({ document, charged }: Pick<Call, 'document' | 'charged'>): boolean {
  return document?.measure.type === 'subscription' && charged.length > 0;
}

/**
 * Counts what an event of a subscription cost, behind the first.
 *
 * @returns the refusal where a window has no room for it
 */
export function chargeEvent(
  call: Call,
  limits: Counters,
  cost: number,
): Refusal | undefined | Promise<Refusal | undefined> {
  const { subscription } = call;
  const points = Math.ceil(cost);
  if (!subscription || points === 0) return undefined;
  const admit = (charged: readonly CountedLimit[]) => {
    const refused = refusing(charged);
    if (!refused) return undefined;
    for (const each of charged) refunded(each, limits, 0);
    return costLimitExceeded(call, refused, `The next event costs ${cost}`);
  };
  const charged = chargePoints(call, limits, points);
  return charged instanceof Promise ? charged.then(admit) : admit(charged);
}

/** The refusal of what costs more than a window of costs has left. */
export function costLimitExceeded(
  { subscription }: Call,
  { window, result }: CountedLimit,
  costs: string,
): Refusal {
  const seconds = secondsUntilReset(result);
  return refusal('GRAPHQL_COST_LIMIT_EXCEEDED', {
    detail: `${costs}, and of the ${window.limit} that ${subscription?.plan.title} allows in ${window.words} ${result.remaining} are left: try again in ${quantity(seconds, 'second')}.`,
    headers: { 'Retry-After': `${seconds}` },
  });
}
