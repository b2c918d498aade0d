import { LRUCache } from 'lru-cache';
import type { Clock } from '../../foundation/clock.ts';

/** How often a key was counted within its minute, and the seconds until that minute is over. */
export type MinuteCount = { readonly count: number; readonly secondsLeft: number };

/** Counts by key within a minute that begins with the first one, in this process alone. */
export type MinuteCounts = {
  of(key: string): MinuteCount;
  add(key: string): MinuteCount;
};

const MINUTE_MS = 60_000;

/** @param keysMax how many keys are remembered: those that were counted last, so that ever new ones take no more memory */
export function createMinuteCounts(clock: Clock, keysMax: number): MinuteCounts {
  const minutes = new LRUCache<string, { count: number; readonly endsAt: number }>({ max: keysMax });

  function minuteOf(key: string, now: number) {
    const known = minutes.get(key);
    return known && known.endsAt > now ? known : { count: 0, endsAt: now + MINUTE_MS };
  }
  const told = ({ count, endsAt }: { count: number; endsAt: number }, now: number) => ({
    count,
    secondsLeft: Math.ceil((endsAt - now) / 1000),
  });
  return {
    of(key) {
      const now = clock().getTime();
      return told(minuteOf(key, now), now);
    },
    add(key) {
      const now = clock().getTime();
      const minute = minuteOf(key, now);
      minute.count += 1;
      minutes.set(key, minute);
      return told(minute, now);
    },
  };
}
