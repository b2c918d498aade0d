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
  /** Tells whether its API waits for answers for less time than the default. */
  readonly isEarly: boolean;
  /** The probe that the call is. */
  readonly probe: Probe | undefined;
};

/** The half-open probe of a back-end, which is one call. */
export type Probe = {
  readonly key: string;
  /** Tells whether the breaker knows how it went. */
  hasTold: boolean;
};

/** The calls of one window, which begins with a failure. */
type BreakerWindow = {
  readonly endsAt: number;
  calls: number;
  failures: number;
  /** Timeouts of APIs that wait for less time than the default. */
  earlyTimeouts: number;
  /** End of the open state; undefined while the breaker is closed. */
  openUntil: number | undefined;
  isTried: boolean;
};

type BreakersDeps = { readonly clock: Clock; readonly onFault: (error: unknown) => void };

/**
 * Circuit breakers by API of a catalog and origin of the back-end, by {@link Upstream.key}.
 *
 * Failures of one API's calls shut out those of no other. A back-end that answers has no breaker, and costs a call
 * nothing. A breaker opens for ten seconds where half of the calls fail, at least twenty of them in ten seconds. Then
 * one call probes the back-end for all.
 *
 * Decision: no connection, and no answer in time, are failures. An answer of 500 is an answer, and so is one that
 * breaks off or is no HTTP: it shows that somebody is there. A caller who leaves says nothing about the back-end. An
 * answer that is late under a limit shorter than the default depends on the request more than on the back-end: such
 * calls open a breaker only where nothing at all is answered.
 *
 * cockatiel's SamplingBreaker would cost each call a promise, and a window also where nothing fails.
 */
export class Breakers {
  readonly #clock: Clock;
  readonly #onFault: (error: unknown) => void;
  readonly #failing = new Map<string, BreakerWindow>();

  constructor({ clock, onFault }: BreakersDeps) {
    this.#clock = clock;
    this.#onFault = onFault;
  }

  /**
   * Asks whether a back-end may be called.
   *
   * @returns the probe that this call is, where it is the one that tries whether the back-end is there again
   * @throws BACKEND_UNAVAILABLE while the breaker is open
   */
  admit(key: string): Probe | undefined {
    const window = this.#failing.size === 0 ? undefined : this.#failing.get(key);
    if (window?.openUntil === undefined) return undefined;
    const leftMs = window.openUntil - this.#now();
    if (leftMs > 0 || window.isTried)
      refuse('BACKEND_UNAVAILABLE', {
        facts: {
          failures: window.failures + window.earlyTimeouts,
          triedAgainAt: new Date(window.openUntil).toISOString(),
        },
        headers: { 'Retry-After': `${Math.max(1, Math.ceil(leftMs / 1000))}` },
      });
    window.isTried = true;
    return { key, hasTold: false };
  }

  /** Tells whether a breaker is open, and no probe is due. */
  isOpen(key: string): boolean {
    const window = this.#failing.size === 0 ? undefined : this.#failing.get(key);
    if (window?.openUntil === undefined) return false;
    return window.isTried || window.openUntil > this.#now();
  }

  /** Records any answer of a back-end. */
  answered(key: string, probe: Probe | undefined): void {
    const isProbe = tells(probe);
    const window = this.#windowOf(key);
    if (!window) return;
    if (isProbe) this.#failing.delete(key);
    else window.calls += 1;
  }

  /** Records that a back-end was out of reach, or did not answer in time. */
  failed(key: string, { cause, isEarly, probe }: Failure): void {
    const isProbe = tells(probe);
    const known = this.#windowOf(key);
    if (known && isProbe) {
      this.#open(known);
      return;
    }
    // Sent before the others were kept away: what it tells is known.
    if (known?.openUntil !== undefined) return;
    const window = known ?? this.#begin(key);
    window.calls += 1;
    if (isEarly) window.earlyTimeouts += 1;
    else window.failures += 1;
    // Once in a window, not for each call: the log of an outage stays readable.
    if (window.calls === 1) this.#onFault(new Error(`${key} fails: ${cause.message}`, { cause }));
    if (!isDown(window)) return;
    this.#open(window);
    this.#onFault(new Error(`${key} is left alone`, { cause }));
  }

  /** Lets another call probe the back-end, where this one has ended without telling. */
  release({ key, hasTold }: Probe): void {
    const window = hasTold ? undefined : this.#failing.get(key);
    if (window) window.isTried = false;
  }

  /** Number of open breakers. */
  open(): number {
    return [...this.#failing.values()].filter(({ openUntil }) => openUntil !== undefined).length;
  }

  #windowOf(key: string): BreakerWindow | undefined {
    const window = this.#failing.size === 0 ? undefined : this.#failing.get(key);
    if (!window || window.openUntil !== undefined || this.#now() < window.endsAt) return window;
    this.#failing.delete(key);
    return undefined;
  }

  #begin(key: string): BreakerWindow {
    if (this.#failing.size >= APIS_MAX) this.#failing.delete(this.#failing.keys().next().value ?? '');
    const endsAt = this.#now() + WINDOW_MS;
    const window = { endsAt, calls: 0, failures: 0, earlyTimeouts: 0, openUntil: undefined, isTried: false };
    this.#failing.set(key, window);
    return window;
  }

  #open(window: BreakerWindow): void {
    window.openUntil = this.#now() + OPEN_MS;
    window.isTried = false;
  }

  #now(): number {
    return this.#clock().getTime();
  }
}

/** Notes that a probe has told. Returns false where it has before, or the call is none. */
function tells(probe: Probe | undefined): boolean {
  if (!probe || probe.hasTold) return false;
  probe.hasTold = true;
  return true;
}

function isDown({ calls, failures, earlyTimeouts }: BreakerWindow): boolean {
  if (calls < CALLS_MIN) return false;
  return failures >= calls * FAILED_SHARE || failures + earlyTimeouts === calls;
}
