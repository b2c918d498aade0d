import { createLeases } from './leases.ts';
import { openSharedStore } from './redis.ts';
import { openSharedWindows } from './shared-windows.ts';
import { closedWindow, countAlone, keepWindows, readAlone, type Window } from './windows.ts';

/** What a counter is held against: calls per window; the window opens with the first call counted in it. */
export type Limit = { readonly limit: number; readonly windowSeconds: number };

/** A counter as it stands. A denial is a value, not an error. */
export type Standing = {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Whole milliseconds until the window closes, at least one. */
  readonly resetsInMs: number;
};

/**
 * Counts calls against plan limits. At most `limit` calls are admitted in a window; the window is fixed and opens
 * with the first call counted in it. (architecture.md, "Limits are per subscription")
 */
export type RateLimits = {
  /**
   * Counts one call under a key: one key a subscription and plan, never one a token. A refused call counts nothing.
   *
   * @returns a promise only when there is something to wait for
   */
  consume(key: string, limit: Limit): Standing | Promise<Standing>;
  /** The counter without counting. What other processes have taken and not yet handed out is told as used. */
  peek(key: string, limit: Limit): Promise<Standing>;
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

export type RateLimitsOptions = {
  /** Without it, counters are in this process alone. */
  readonly redisUrl?: string | undefined;
  /** Told once when Redis is lost, not at each call. */
  readonly onFault?: (error: unknown) => void;
};

/** Counters in this process, or in Redis where several gateways share them. */
export function createRateLimits({ redisUrl, onFault }: RateLimitsOptions = {}): RateLimits {
  if (redisUrl === undefined) return countingAlone();
  const store = openSharedStore({ redisUrl, onFault });
  const leases = createLeases({ shared: openSharedWindows(store), countAlone, now });
  return {
    ...leases,
    status: () => ({
      counting: store.isLost() ? 'LOST' : 'SHARED',
      timesLost: store.timesLost(),
      ...leases.status(),
    }),
    async close() {
      await leases.close();
      store.close();
    },
  };
}

const now = () => performance.now();

function countingAlone(): RateLimits {
  const windows = keepWindows<Window>(closedWindow);
  return {
    consume(key, limit) {
      const at = now();
      return countAlone(windows.of(key, limit.windowSeconds, at), limit, at);
    },
    peek: async (key, limit) => readAlone(windows.find(key, limit.windowSeconds), limit, now()),
    status: () => ({
      counting: 'ALONE',
      timesLost: 0,
      roundTrips: 0,
      decidedAlone: 0,
      windows: windows.size(),
    }),
    close: async () => {},
  };
}
