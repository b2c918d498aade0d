import type { LRUCache } from 'lru-cache';
import type { Clock } from '../../foundation/clock.ts';
import { growingCache } from '../../foundation/growing-cache.ts';

/** The count of a key within its minute, and the seconds left of it. */
export type MinuteCount = { readonly count: number; readonly secondsLeft: number };

const MINUTE_MS = 60_000;

type Minute = { count: number; readonly endsAt: number };

/** Counts by key within a minute, in this process alone. The minute begins with the first count. */
export class MinuteCounts {
  readonly #clock: Clock;
  readonly #minutes: LRUCache<string, Minute>;

  /** @param keysMax keys that are remembered, the latest ones, so that new ones take no more memory */
  constructor(clock: Clock, keysMax: number) {
    this.#clock = clock;
    this.#minutes = growingCache(keysMax);
  }

  of(key: string): MinuteCount {
    const now = this.#clock().getTime();
    return countAt(this.#minuteOf(key, now), now);
  }

  add(key: string): MinuteCount {
    const now = this.#clock().getTime();
    const minute = this.#minuteOf(key, now);
    minute.count += 1;
    this.#minutes.set(key, minute);
    return countAt(minute, now);
  }

  #minuteOf(key: string, now: number): Minute {
    const known = this.#minutes.get(key);
    return known && known.endsAt > now ? known : { count: 0, endsAt: now + MINUTE_MS };
  }
}

const countAt = ({ count, endsAt }: Minute, now: number): MinuteCount => ({
  count,
  secondsLeft: Math.ceil((endsAt - now) / 1000),
});
