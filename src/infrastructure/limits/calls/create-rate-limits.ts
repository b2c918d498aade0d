import type { Clock } from '../../../foundation/clock.ts';
import { SharedStore } from '../redis/redis.ts';
import { CalendarLimits } from './calendar-limits.ts';
import { CountKeeper } from './count-keeper.ts';
import { Leases } from './leases.ts';
import type { LimitCountStore } from './limit-count-store.ts';
import { closedWindow, countAlone, LocalWindows, readAlone, reclaim, type Window } from './local-windows.ts';
import type { Limit, LimitsStatus, OpenedWindows, RateLimitResult, RateLimits } from './rate-limits.ts';
import { RedisWindows } from './shared-windows.ts';

export type RateLimitsOptions = {
  /** The counts of windows that outlive this process. */
  readonly store: LimitCountStore;
  /** The clock of calendars. */
  readonly clock: Clock;
  /** The Redis to share. Without it, counters are in this process alone. */
  readonly redisUrl?: string | undefined;
  /** Called once when Redis or the store is lost, not at each call. */
  readonly onFault?: ((error: unknown) => void) | undefined;
};

/** Creates counters in this process, or in Redis where several gateways share them. */
export function createRateLimits({ store, clock, redisUrl, onFault }: RateLimitsOptions): RateLimits {
  const windows = createWindows({ redisUrl, onFault });
  const beforeSave = () => windows.tellLost();
  const counts = new CountKeeper({ store, clock, onFault, beforeSave });
  return new CalendarLimits({ windows, counts, clock });
}

function createWindows({
  redisUrl,
  onFault,
}: Pick<RateLimitsOptions, 'redisUrl' | 'onFault'>): OpenedWindows {
  if (redisUrl === undefined) return new LocalRateLimits();
  const shared = new RedisWindows(new SharedStore({ redisUrl, onFault }));
  return new Leases({ shared, countAlone, now });
}

const now = () => performance.now();

/** Counters in this process alone, as configured. */
class LocalRateLimits implements OpenedWindows {
  readonly #windows = new LocalWindows<Window>(closedWindow);

  consume(key: string, limit: Limit, points = 1): RateLimitResult {
    const at = now();
    const window = this.#windows.of(key, limit.windowSeconds, at);
    window.count = limit.count;
    return countAlone(window, limit, { now: at, points });
  }

  /** Nobody waits for a counter of this process. */
  prepare(): void {}

  refund(key: string, { windowSeconds }: Limit, charge: { points: number; turn: number }): void {
    const window = this.#windows.find(key, windowSeconds);
    if (window) reclaim(window, charge);
  }

  async peek(key: string, limit: Limit): Promise<RateLimitResult> {
    return readAlone(this.#windows.find(key, limit.windowSeconds), limit, now());
  }

  /** No window of this process is lost without it. */
  async tellLost(): Promise<void> {}

  status(): LimitsStatus {
    return {
      counting: 'ALONE',
      timesLost: 0,
      roundTrips: 0,
      decidedAlone: 0,
      windows: this.#windows.size(),
    };
  }

  async close(): Promise<void> {}
}
