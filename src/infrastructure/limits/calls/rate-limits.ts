import type { Calendar } from '../../../domain/plan/calendar.ts';
import type { LimitCount } from './count-keeper.ts';

/** A limit in points per window. The window opens with the first call counted in it, unless it is a calendar's. */
export type Limit = {
  readonly limit: number;
  /** The most points at once, of those that were left over in earlier windows. Undefined is the limit. */
  readonly burst?: number | undefined;
  /** The length of the window, or of the longest of a calendar. */
  readonly windowSeconds: number;
  readonly calendar?: Calendar | undefined;
  /** The count of a calendar's window. CalendarLimits gives it to what counts. */
  readonly count?: LimitCount | undefined;
};

/** The result of a check. A denial is a value, not an error. */
export type RateLimitResult = {
  readonly admitted: boolean;
  /** The points that the window admits: its limit, and what earlier ones have left over. */
  readonly limit: number;
  readonly remaining: number;
  /** Whole milliseconds until the window closes, at least one. */
  readonly resetsInMs: number;
  /** The number of the window in this process. */
  readonly turn: number;
};

/**
 * Counts calls, or their cost, against plan limits. At most `limit` points are handed out in a window. The window is
 * fixed: it opens with the first call counted in it, or follows a calendar. (architecture.md, "Limits are per
 * subscription")
 *
 * A limit with a burst hands out what earlier windows have left over as well, up to `burst` points in a window. From
 * the opening of any window on, it hands out at most `burst` points, and `limit` for each whole window passed since.
 */
export type RateLimits = {
  /**
   * Counts a call under a key: one key per subscription and plan, never per token. A refused call counts nothing.
   *
   * @param points whole, at least 1; the default is one
   * @returns a promise only when there is something to wait for
   */
  consume(key: string, limit: Limit, points?: number): RateLimitResult | Promise<RateLimitResult>;
  /**
   * Takes points in advance where a call would have to wait for them. Windows of one call that ask at the same time
   * share a round trip.
   */
  prepare(key: string, limit: Limit, points: number): void;
  /**
   * Gives back points that {@link consume} handed out and that were not needed, once. When their window has closed,
   * they are lost.
   *
   * @param turn from the result of `consume`
   */
  refund(key: string, limit: Limit, charge: { readonly points: number; readonly turn: number }): void;
  /** Reads the counter without counting. Points that other processes hold in advance show as used. */
  peek(key: string, limit: Limit): Promise<RateLimitResult>;
  /** Reads several counters likewise, with one round trip to each store. */
  peekAll(asked: readonly AskedLimit[]): Promise<RateLimitResult[]>;
  status(): LimitsStatus;
  close(): Promise<void>;
};

/** A counter that is asked about. */
export type AskedLimit = { readonly key: string; readonly limit: Limit };

/** Counters in windows that a first call opens. Reads of the same moment share a round trip. */
export type OpenedWindows = Omit<RateLimits, 'peekAll'> & {
  /**
   * Tells windows that were lost with their server what was counted in them.
   *
   * It comes before counts are saved. Whoever opens a lost window anew begins with what is saved: what is saved after that,
   * and was not told, would be counted nowhere.
   */
  tellLost(): Promise<void>;
};

/** Counters of calls, for those who count. */
export type Counters = Pick<RateLimits, 'consume' | 'prepare' | 'refund'>;

/** The state of the counting. */
export type LimitsStatus = {
  /** ALONE: in this process, as configured. LOST: in this process, until Redis is back. */
  readonly counting: 'ALONE' | 'SHARED' | 'LOST';
  readonly timesLost: number;
  /** Round trips to Redis so far. Requests that are sent together share one. */
  readonly roundTrips: number;
  /** Calls that were decided here while Redis was lost. */
  readonly decidedAlone: number;
  /** Windows that are kept in this process. */
  readonly windows: number;
};
