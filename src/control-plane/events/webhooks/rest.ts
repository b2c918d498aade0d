const SECOND = 1_000;
const MINUTE = 60 * SECOND;

/** Failures in a row, of whichever deliveries, after which a webhook rests. */
export const FAILURES_BEFORE_REST = 3;
const REST_MS = 10 * SECOND;
const REST_MAX_MS = 10 * MINUTE;

/**
 * End of a webhook's rest. It doubles with each further failure, up to ten minutes. Null before it has failed three
 * times in a row.
 */
export function restAfter(failures: number, now: Date): Date | null {
  if (failures < FAILURES_BEFORE_REST) return null;
  return new Date(now.getTime() + Math.min(REST_MS * 2 ** (failures - FAILURES_BEFORE_REST), REST_MAX_MS));
}
