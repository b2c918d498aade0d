import type { RateLimitResult } from '../../../infrastructure/limits/calls/rate-limits.ts';
import type { LimitWindow } from '../../snapshot/limit-window.ts';

/** A limit that a call was counted under, and its state then. */
export type CountedLimit = {
  readonly window: LimitWindow;
  readonly key: string;
  /** The points that the call holds. None where the limit refused it, or they were given back. */
  readonly points: number;
  readonly result: RateLimitResult;
};

/** The counts of a call without limits. */
export const uncounted: readonly CountedLimit[] = [];

/** Returns the limit that refuses a call: the last that it was counted under. */
export function refusing(counted: readonly CountedLimit[]): CountedLimit | undefined {
  const last = counted[counted.length - 1];
  return last && !last.result.admitted && !last.window.isMeasured ? last : undefined;
}

/** Returns the limit that refuses the call, else the one with least left. Callers are not told of measured ones. */
export function tightest(counted: readonly CountedLimit[]): CountedLimit | undefined {
  let least: CountedLimit | undefined;
  for (const each of counted)
    if (
      !each.window.isMeasured &&
      (!least || !each.result.admitted || each.result.remaining < least.result.remaining)
    )
      least = each;
  return least;
}

/** Tells whether a limit would have refused the call if it were enforced. */
export function exceedsMeasured(counted: readonly CountedLimit[]): boolean {
  for (const { window, result } of counted) if (window.isMeasured && !result.admitted) return true;
  return false;
}
