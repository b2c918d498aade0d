import type { Clock } from '../../../foundation/clock.ts';
import { refuse } from '../../../foundation/errors.ts';

const WINDOW_MS = 10_000;
const OPEN_MS = 10_000;
/** Fewer calls in a window tell nothing. */
const CALLS_MIN = 20;
const FAILED_SHARE = 0.5;
/** APIs that fail at the same time. The one that has failed for longest is forgotten first. */
const APIS_MAX = 10_000;

/** The failure of a call. */
export type Failure = {
  readonly cause: Error;
  /** Tells whether its answer was late under a limit shorter than the default. */
  readonly isImpatient: boolean;
  /** Tells whether it was the half-open probe of the back-end. */
  readonly isTrial: boolean;
};

/**
 * Circuit breakers by API of a catalog and origin of the back-end, by {@link Upstream.key}.
 *
 * Failures of one API's calls shut out those of no other. A back-end that answers has no breaker, and costs a call
 * nothing.
 */
export type Breakers = {
  /**
   * Asks whether a back-end may be called.
   *
   * @returns whether this call is the one that tries whether a back-end left alone is there again
   * @throws BACKEND_UNAVAILABLE while it is left alone
   */
  admit(key: string): boolean;
  /** Records any answer of a back-end. */
  answered(key: string, isTrial: boolean): void;
  /** Records that a back-end was out of reach, or did not answer in time. */
  failed(key: string, failure: Failure): void;
  /** The call that was to try it has ended without telling. */
  releaseProbe(key: string): void;
  /** Number of open breakers. */
  open(): number;
};

/** The calls of one window, which begins with a failure. */
type BreakerWindow = {
  readonly endsAt: number;
  calls: number;
  failures: number;
  /** Late under a limit shorter than the default. */
  impatient: number;
  /** End of the open state; undefined while the breaker is closed. */
  openUntil: number | undefined;
  isTried: boolean;
};

/**
 * Opens a breaker for ten seconds where half of the calls fail.
 *
 * It takes at least twenty calls in ten seconds. Then one call probes the back-end for all.
 *
 * Decision: no connection, and no answer in time, are failures. An answer of 500 is an answer, and so is one that
 * breaks off or is no HTTP: it shows that somebody is there. A caller who leaves says nothing about the back-end. An
 * answer that is late under a limit shorter than the default depends on the request more than on the back-end: such
 * calls open a breaker only where nothing at all is answered.
 *
 * cockatiel's SamplingBreaker would cost each call a promise, and a window also where nothing fails.
 */
export function createBreakers({
  clock,
  onFault,
}: {
  readonly clock: Clock;
  readonly onFault: (error: unknown) => void;
}): Breakers {
  const failing = new Map<string, BreakerWindow>();
  const now = () => clock().getTime();

  function windowOf(key: string): BreakerWindow | undefined {
    const window = failing.size === 0 ? undefined : failing.get(key);
    if (!window || window.openUntil !== undefined || now() < window.endsAt) return window;
    failing.delete(key);
    return undefined;
  }
  function begin(key: string): BreakerWindow {
    if (failing.size >= APIS_MAX) failing.delete(failing.keys().next().value ?? '');
    const endsAt = now() + WINDOW_MS;
    const window = { endsAt, calls: 0, failures: 0, impatient: 0, openUntil: undefined, isTried: false };
    failing.set(key, window);
    return window;
  }
  function open(window: BreakerWindow): void {
    window.openUntil = now() + OPEN_MS;
    window.isTried = false;
  }

  return {
    admit(key) {
      const window = failing.size === 0 ? undefined : failing.get(key);
      if (window?.openUntil === undefined) return false;
      const leftMs = window.openUntil - now();
      if (leftMs > 0 || window.isTried)
        refuse('BACKEND_UNAVAILABLE', {
          facts: {
            failures: window.failures + window.impatient,
            triedAgainAt: new Date(window.openUntil).toISOString(),
          },
          headers: { 'Retry-After': `${Math.max(1, Math.ceil(leftMs / 1000))}` },
        });
      window.isTried = true;
      return true;
    },
    answered(key, isTrial) {
      const window = windowOf(key);
      if (!window) return;
      if (isTrial) failing.delete(key);
      else window.calls += 1;
    },
    failed(key, { cause, isImpatient, isTrial }) {
      const known = windowOf(key);
      if (known && isTrial) return open(known);
      // Sent before the others were kept away: what it tells is known.
      if (known?.openUntil !== undefined) return;
      const window = known ?? begin(key);
      window.calls += 1;
      if (isImpatient) window.impatient += 1;
      else window.failures += 1;
      // Once in a window, not for each call: the log of an outage stays readable.
      if (window.calls === 1) onFault(new Error(`${key} fails: ${cause.message}`, { cause }));
      if (!isDown(window)) return;
      open(window);
      onFault(new Error(`${key} is left alone`, { cause }));
    },
    releaseProbe(key) {
      const window = failing.get(key);
      if (window) window.isTried = false;
    },
    open: () => [...failing.values()].filter(({ openUntil }) => openUntil !== undefined).length,
  };
}

function isDown({ calls, failures, impatient }: BreakerWindow): boolean {
  if (calls < CALLS_MIN) return false;
  return failures >= calls * FAILED_SHARE || failures + impatient === calls;
}
