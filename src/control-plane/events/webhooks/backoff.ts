const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Delays after each failed attempt: two days in all. */
const DELAYS_MS = [
  10 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
  24 * HOUR,
];

/**
 * Time of the next attempt; null when the delivery is given up.
 *
 * @param attempts how many have failed, from 1
 */
export function nextAttempt(attempts: number, now: Date): Date | null {
  const delay = DELAYS_MS[attempts - 1];
  return delay === undefined ? null : new Date(now.getTime() + delay);
}

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
