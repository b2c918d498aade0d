import { LRUCache } from 'lru-cache';

/** What a cache of texts may hold: of so many orgs at once, the ones that were asked last, so many bytes each. */
export type FairCacheBounds = { readonly orgsMax: number; readonly bytesMaxOfOrg: number };

/** A cache in which the texts of one org displace no other's. */
export type FairCache<Value extends object> = {
  /** What is known by a key; else what `make` makes, once for all who ask meanwhile. */
  get(org: string, key: string, make: () => Promise<Value>): Promise<Value>;
};

/** @param bytesOf how much memory a value takes */
export function createFairCache<Value extends object>(
  { orgsMax, bytesMaxOfOrg }: FairCacheBounds,
  bytesOf: (value: Value) => number,
): FairCache<Value> {
  type OfOrg = LRUCache<string, Value, () => Promise<Value>>;
  const orgs = new LRUCache<string, OfOrg>({ max: orgsMax });
  const cacheOf = (org: string): OfOrg => {
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
  };
  return {
    get: (org, key, make) => cacheOf(org).forceFetch(key, { context: make }),
  };
}
