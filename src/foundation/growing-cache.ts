import { LRUCache } from 'lru-cache';

/**
 * A cache of the latest used entries that takes memory as it fills.
 *
 * By `max` alone the library takes the memory of all entries at once, which for a hundred thousand is longer than most
 * of what is then done with them.
 */
export const growingCache = <Value extends {}>(entriesMax: number): LRUCache<string, Value> =>
  new LRUCache({ maxSize: entriesMax, sizeCalculation: () => 1 });
