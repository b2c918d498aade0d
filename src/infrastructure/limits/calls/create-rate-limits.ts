import { SharedStore } from '../redis/redis.ts';
import { Leases } from './leases.ts';
import { closedWindow, countAlone, LocalWindows, readAlone, reclaim, type Window } from './local-windows.ts';
import type { RateLimits } from './rate-limits.ts';
import { RedisWindows } from './shared-windows.ts';

export type RateLimitsOptions = {
  /** The Redis to share. Without it, counters are in this process alone. */
  readonly redisUrl?: string | undefined;
  /** Called once when Redis is lost, not at each call. */
  readonly onFault?: (error: unknown) => void;
};

/** Creates counters in this process, or in Redis where several gateways share them. */
export function createRateLimits({ redisUrl, onFault }: RateLimitsOptions = {}): RateLimits {
  if (redisUrl === undefined) return countingAlone();
  const shared = new RedisWindows(new SharedStore({ redisUrl, onFault }));
  return new Leases({ shared, countAlone, now });
}

const now = () => performance.now();

function countingAlone(): RateLimits {
  const windows = new LocalWindows<Window>(closedWindow);
  return {
    consume(key, limit, points = 1) {
      const at = now();
      return countAlone(windows.of(key, limit.windowSeconds, at), limit, { now: at, points });
    },
    refund(key, { windowSeconds }, charge) {
      const window = windows.find(key, windowSeconds);
      if (window) reclaim(window, charge);
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
