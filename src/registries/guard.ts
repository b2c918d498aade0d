import {
  BrokenCircuitError,
  BulkheadRejectedError,
  bulkhead,
  ConsecutiveBreaker,
  circuitBreaker,
  handleWhenResult,
  wrap,
} from 'cockatiel';
import type { Verdict } from './registry.ts';

const AT_ONCE_MAX = 32;
const WAITING_MAX = 256;
const FAILURES_MAX = 10;
const OPEN_SECONDS = 10;
const BUSY_SECONDS = 1;

/** Stands before one registry: it is asked so often at once and no more, and not at all while it fails. */
export type Guard = (ask: () => Promise<Verdict>) => Promise<Verdict>;

/**
 * After ten failures with no answer in between nobody is asked for ten seconds; then one asks for all. What holds up or
 * breaks one registry thus holds up nobody who waits for another, and nobody for long.
 */
export function createGuard(): Guard {
  const breaker = circuitBreaker(handleWhenResult(isFailure), {
    halfOpenAfter: OPEN_SECONDS * 1000,
    breaker: new ConsecutiveBreaker(FAILURES_MAX),
  });
  const policy = wrap(bulkhead(AT_ONCE_MAX, WAITING_MAX), breaker);
  return async (ask) => {
    try {
      return await policy.execute(ask);
    } catch (error) {
      if (error instanceof BrokenCircuitError)
        return unasked('The registry failed repeatedly, and is left alone for a moment.', OPEN_SECONDS);
      if (error instanceof BulkheadRejectedError)
        return unasked('The registry has more to answer than it may be asked at once.', BUSY_SECONDS);
      throw error;
    }
  };
}

/**
 * No answer, or one that says that the registry itself failed. Any other answer shows that it is there, so that names that
 * it answers strangely cannot shut out everybody.
 */
function isFailure(result: unknown): boolean {
  const { answer, httpStatus } = result as Verdict;
  return answer === 'UNAVAILABLE' && (httpStatus === undefined || httpStatus >= 500);
}

const unasked = (message: string, retryAfterSeconds: number): Verdict => ({
  answer: 'UNAVAILABLE',
  message,
  retryAfterSeconds,
  durationMs: 0,
});
