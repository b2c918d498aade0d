import { LRUCache } from 'lru-cache';
import type { Clock } from '../../foundation/clock.ts';

/** The count of a key within its minute, and the seconds left of it. */
export type MinuteCount = { readonly count: number; readonly secondsLeft: number };

/** Counts by key within a minute, in this process alone. The minute begins with the first count. */
export type MinuteCounts = {
  of(key: string): MinuteCount;
  add(key: string): MinuteCount;
};

const MINUTE_MS = 60_000;

/** @param keysMax keys that are remembered, the latest ones, so that new ones take no more memory */
export function createMinuteCounts(clock: Clock, keysMax: number): MinuteCounts {
  const minutes = new LRUCache<string, { count: number; readonly endsAt: number }>({ max: keysMax });

  function minuteOf(key: string, now: number) {
    const known = minutes.get(key);
    return known && known.endsAt > now ? known : { count: 0, endsAt: now + MINUTE_MS };
  }
  const current = ({ count, endsAt }: { count: number; endsAt: number }, now: number) => ({
    count,
    secondsLeft: Math.ceil((endsAt - now) / 1000),
  });
  return {
    of(key) {
      const now = clock().getTime();
      return current(minuteOf(key, now), now);
    },
    add(key) {
      const now = clock().getTime();
      const minute = minuteOf(key, now);
      minute.count += 1;
      minutes.set(key, minute);
      return current(minute, now);
    },
  };
}
