import { LRUCache } from 'lru-cache';

/**
 * A cache of the latest used entries that takes memory as it fills.
 *
 * The library's `max` takes the memory of all entries at once: 30 bytes each, of caches that mostly stay empty. For a
 * hundred thousand entries that takes longer than most of the work that is then done with them.
 */
export const growingCache = <Value extends {}>(entriesMax: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: entriesMax, sizeCalculation: () => 1 });
