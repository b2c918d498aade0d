import { LRUCache } from 'lru-cache';

/** How much memory a cache may take: in all, and for each org. */
export type FairCacheBounds = { readonly bytesMax: number; readonly bytesMaxOfOrg: number };

/**
 * A cache in which no org displaces what is another's. An org that has its share loses what it asked for longest ago;
 * where all together have too much, the org that has most does.
 */
export type FairCache<Value extends object> = {
  /** Returns what is known by a key; else what `make` makes, once for all who ask meanwhile. */
  get(org: string, key: string, make: () => Promise<Value>): Promise<Value>;
  /** Returns what is known by a key at this moment. */
  known(org: string, key: string): Value | undefined;
  /** Keeps a value, or measures one again that has grown. */
  keep(org: string, key: string, value: Value): void;
};

/** @param bytesOf how much memory a value takes */
export function createFairCache<Value extends object>(
  { bytesMax, bytesMaxOfOrg }: FairCacheBounds,
  bytesOf: (value: Value) => number,
): FairCache<Value> {
  type OfOrg = LRUCache<string, Value, () => Promise<Value>>;
  const orgs = new Map<string, OfOrg>();

  function cacheOf(org: string): OfOrg {
    const known = orgs.get(org);
    if (known) return known;
    const made: OfOrg = new LRUCache({
      maxSize: bytesMaxOfOrg,
      sizeCalculation: (value, key) => bytesOf(value) + key.length,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context: make }) => make(),
    });
    orgs.set(org, made);
    return made;
  }
  function trim(): void {
    let total = 0;
    for (const { calculatedSize } of orgs.values()) total += calculatedSize;
    while (total > bytesMax) {
      const [org, largest] = [...orgs].reduce((most, each) =>
        each[1].calculatedSize > most[1].calculatedSize ? each : most,
      );
      const before = largest.calculatedSize;
      largest.pop();
      total -= before - largest.calculatedSize;
      if (largest.size === 0) orgs.delete(org);
    }
  }
  return {
    async get(org, key, make) {
      const cache = cacheOf(org);
      if (cache.has(key)) return cache.forceFetch(key, { context: make });
      const value = await cache.forceFetch(key, { context: make });
      trim();
      return value;
    },
    known: (org, key) => orgs.get(org)?.get(key),
    keep(org, key, value) {
      const cache = cacheOf(org);
      // The same value is measured again only where it is new.
      cache.delete(key);
      cache.set(key, value);
      trim();
    },
  };
}
