import type { Calendar } from '../../domain/plan/calendar.ts';

/** A limit of a plan, as calls are counted under it. */
export type LimitWindow = {
  readonly name: string;
  readonly limit: number;
  /** The most at once; undefined where a window admits no more than its limit. */
  readonly burst: number | undefined;
  readonly windowSeconds: number;
  /** Undefined where the first call opens the window. */
  readonly calendar: Calendar | undefined;
  /** The window in words, for refusals: `60 seconds`. */
  readonly words: string;
  /** Ends the keys of its counters: see limitKeySuffix of domain/plan/limit-keys.ts. */
  readonly keySuffix: string;
  /** Its name in RateLimit headers, in quotes. */
  readonly policy: string;
  /** The unit of what it counts, for example `calls` or `tokens`. */
  readonly unit: string;
  /** The meter whose units it counts; undefined for other amounts. */
  readonly meter: string | undefined;
  /** The operations that it counts; undefined means all. */
  readonly operations: ReadonlySet<string> | undefined;
  /** Is true where it refuses nothing, and only counts what exceeds it. */
  readonly isMeasured: boolean;
};

/** A limit of a plan on calls at the same time. */
export type ConcurrencyLimit = Pick<LimitWindow, 'limit' | 'keySuffix' | 'operations' | 'isMeasured'>;
