import { enforcedLimits, type PlanLimits, type PlanTerms } from './plan.ts';
import {
  atOnceOf,
  countsSame,
  isOfUsage,
  isWindowed,
  type LimitedAmount,
  type PlanLimit,
  windowSecondsOf,
} from './plan-limit.ts';

/**
 * Lists the limits of a plan that refuse what another plan admits. Windows are compared by what they admit in an hour,
 * and at once: a window admits its whole limit, or its burst, in any part of it.
 */
export function tighterLimits(after: PlanLimits, before: PlanLimits, counts: LimitedAmount): PlanLimit[] {
  const ofKind = (limits: PlanLimits) => enforcedLimits(limits).filter((each) => each.counts === counts);
  return tighterOf(ofKind(after), ofKind(before));
}

/** Lists the limits of a plan on usage. */
export const usageLimits = (limits: PlanLimits): PlanLimit[] => enforcedLimits(limits).filter(isOfUsage);

/** Tells whether a plan allows less usage than another one. */
export const isTighterUsage = (after: PlanLimits, before: PlanLimits): boolean =>
  tighterOf(usageLimits(after), usageLimits(before)).length > 0;

/** Tells whether a plan allows fewer calls at the same time than another one. */
export const isTighterConcurrency = (after: ConcurrencyTerms, before: ConcurrencyTerms): boolean =>
  tighterOf(concurrencyLimits(after), concurrencyLimits(before)).length > 0;

type ConcurrencyTerms = PlanLimits & Pick<PlanTerms, 'maxConcurrentCalls'>;

/** Lists the limits of a plan on calls at the same time. */
export function concurrencyLimits({ maxConcurrentCalls, ...limits }: ConcurrencyTerms): PlanLimit[] {
  const short = { name: 'maxConcurrentCalls', counts: 'CONCURRENT' as const, limit: maxConcurrentCalls };
  return [
    { ...short, per: null, every: 1, timeZone: null, operations: [] },
    ...enforcedLimits(limits).filter(({ counts }) => counts === 'CONCURRENT'),
  ];
}

function tighterOf(after: readonly PlanLimit[], had: readonly PlanLimit[]): PlanLimit[] {
  return after.filter((limit) => {
    const same = had.filter(
      (each) => countsSame(each, limit) && (each.operations.length === 0 || isWithin(limit, each)),
    );
    return perHour(limit) < least(same.map(perHour)) || atOnceOf(limit) < least(same.map(atOnceOf));
  });
}

const isWithin = ({ operations }: PlanLimit, other: PlanLimit) =>
  operations.length > 0 && operations.every((each) => other.operations.includes(each));
const perHour = (limit: PlanLimit) =>
  isWindowed(limit) ? (limit.limit * 3600) / windowSecondsOf(limit) : Number.POSITIVE_INFINITY;
const least = (numbers: readonly number[]) => Math.min(...numbers);
const ofAll = (limits: PlanLimits, counts: LimitedAmount) =>
  enforcedLimits(limits).filter((each) => each.counts === counts && each.operations.length === 0);

/** Returns the calls that a plan admits per hour, to compare different units. Unlimited is Infinity. */
export function callsPerHour(limits: PlanLimits): number {
  return least(ofAll(limits, 'CALLS').map(perHour));
}

/**
 * Returns the calls that may come at once. A window admits its whole limit in any part of it. Unlimited is Infinity.
 */
export function callsAtOnce(limits: PlanLimits): number {
  return least(ofAll(limits, 'CALLS').map(atOnceOf));
}
