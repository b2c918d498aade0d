import type { LRUCache } from 'lru-cache';
import type { Clock } from '../../foundation/clock.ts';
import { growingCache } from '../../foundation/growing-cache.ts';

/** The count of a key within its period, and the seconds left of it. */
export type PeriodCount = { readonly count: number; readonly secondsLeft: number };

const MINUTE_MS = 60_000;
export const DAY_MS = 24 * 3_600_000;

type Period = { count: number; readonly endsAt: number };

/** Counts by key within a period, in this process alone. The period begins with the first count. */
export class PeriodCounts {
  readonly #clock: Clock;
  readonly #periodMs: number;
  readonly #periods: LRUCache<string, Period>;

  /**
   * @param keysMax keys that are remembered, the latest ones, so that new ones take no more memory
   * @param periodMs a minute unless given
   */
  constructor(clock: Clock, keysMax: number, periodMs = MINUTE_MS) {
    this.#clock = clock;
    this.#periodMs = periodMs;
    this.#periods = growingCache(keysMax);
  }

  of(key: string): PeriodCount {
    const now = this.#clock().getTime();
    return countAt(this.#periodOf(key, now), now);
  }

  add(key: string): PeriodCount {
    const now = this.#clock().getTime();
    const period = this.#periodOf(key, now);
    period.count += 1;
    this.#periods.set(key, period);
    return countAt(period, now);
  }

  #periodOf(key: string, now: number): Period {
    const known = this.#periods.get(key);
    return known && known.endsAt > now ? known : { count: 0, endsAt: now + this.#periodMs };
  }
}

const countAt = ({ count, endsAt }: Period, now: number): PeriodCount => ({
  count,
  secondsLeft: Math.ceil((endsAt - now) / 1000),
});
