import type { Clock } from '../../clock.ts';
import { refuse } from '../../errors.ts';

const FAILURES_MAX = 10;
const OPEN_SECONDS = 10;

/** One breaker for each back-end, by its origin. A back-end that answers has none, and costs a call nothing. */
export type Breakers = {
  /**
   * Asks whether a back-end may be called.
   *
   * @returns whether this call is the one that tries whether a back-end left alone is there again
   * @throws BACKEND_UNAVAILABLE while it is left alone
   */
  enter(origin: string): boolean;
  /** It answered, whatever it was. */
  answered(origin: string): void;
  /** It could not be reached, or did not begin its answer in time. */
  failed(origin: string, cause: Error): void;
  /** The call that was to try it has ended without telling. */
  untried(origin: string): void;
  /** How many back-ends are left alone now. */
  open(): number;
};

/** What is known of a back-end since its last answer. */
type Failing = { failures: number; openUntil: number; isTried: boolean };

/**
 * After ten failures with no answer in between nobody calls a back-end for ten seconds; then one call tries it for all.
 *
 * Decision: no connection, and no answer in time, are failures; an answer of 500 is an answer, and so is one that breaks
 * off or is no HTTP: it shows that somebody is there, and what one call does to a back-end must not shut out all others.
 * A caller who leaves says nothing about the back-end.
 */
export function createBreakers({
  clock,
  onFault,
}: {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}): Breakers {
  const failing = new Map<string, Failing>();
  const isOpen = ({ failures }: Failing) => failures >= FAILURES_MAX;

  return {
    enter(origin) {
      const state = failing.size === 0 ? undefined : failing.get(origin);
      if (!state || !isOpen(state)) return false;
      const leftMs = state.openUntil - clock().getTime();
      if (leftMs > 0 || state.isTried)
        refuse('BACKEND_UNAVAILABLE', {
          facts: { failures: state.failures, triedAgainAt: new Date(state.openUntil).toISOString() },
          headers: { 'Retry-After': `${Math.max(1, Math.ceil(leftMs / 1000))}` },
        });
      state.isTried = true;
      return true;
    },
    answered(origin) {
      if (failing.size > 0) failing.delete(origin);
    },
    failed(origin, cause) {
      const state = failing.get(origin) ?? { failures: 0, openUntil: 0, isTried: false };
      failing.set(origin, state);
      state.failures += 1;
      state.isTried = false;
      state.openUntil = clock().getTime() + OPEN_SECONDS * 1000;
      // Once for each time that it fails, not for each call: the log of an outage stays readable.
      if (state.failures === 1) onFault(new Error(`${origin} fails: ${cause.message}`, { cause }));
      if (state.failures === FAILURES_MAX) onFault(new Error(`${origin} is left alone`, { cause }));
    },
    untried(origin) {
      const state = failing.get(origin);
      if (state) state.isTried = false;
    },
    open: () => [...failing.values()].filter(isOpen).length,
  };
}
