/** What a counter is held against: points per window; the window opens with the first call counted in it. */
export type Limit = { readonly limit: number; readonly windowSeconds: number };

/** A counter as it stands. A denial is a value, not an error. */
export type RateLimitResult = {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole milliseconds until the window closes, at least one. */
  readonly resetsInMs: number;
  /** Which window of this process it is of. */
  readonly turn: number;
};

/**
 * Counts calls, or what they cost, against plan limits. At most `limit` points are handed out in a window; the window is
 * fixed and opens with the first call counted in it. (architecture.md, "Limits are per subscription")
 */
export type RateLimits = {
  /**
   * Counts a call under a key: one key a subscription and plan, never one a token. A refused call counts nothing.
   *
   * @param points whole, at least 1; one unless given
   * @returns a promise only when there is something to wait for
   */
  consume(key: string, limit: Limit, points?: number): RateLimitResult | Promise<RateLimitResult>;
  /**
   * Gives back points that {@link consume} handed out and that were not needed, once. Where their window has closed they
   * are gone: no other one gets them.
   *
   * @param turn of the standing that `consume` gave
   */
  refund(key: string, limit: Limit, given: { readonly points: number; readonly turn: number }): void;
  /** The counter without counting. What other processes have taken and not yet handed out is told as used. */
  peek(key: string, limit: Limit): Promise<RateLimitResult>;
  status(): LimitsStatus;
  close(): Promise<void>;
};

/** How the counting goes. */
export type LimitsStatus = {
  /** ALONE: in this process, as it is set up. LOST: in this process, until Redis is back. */
  readonly counting: 'ALONE' | 'SHARED' | 'LOST';
  readonly timesLost: number;
  /** Questions to Redis so far. */
  readonly roundTrips: number;
  /** Calls that were decided here while Redis was lost. */
  readonly decidedAlone: number;
  /** Windows that are kept in this process. */
  readonly windows: number;
};
