import { LRUCache } from 'lru-cache';

/** How much memory a cache may take: in all, and for each org. */
export type FairCacheBounds = { readonly bytesMax: number; readonly bytesMaxOfOrg: number };

type OfOrg<Value extends object> = LRUCache<string, Value, () => Promise<Value>>;

/**
 * A cache in which no org displaces what is another's. An org that has its share loses what it asked for longest ago;
 * where all together have too much, the org that has most does.
 */
export class FairCache<Value extends object> {
  readonly #bounds: FairCacheBounds;
  readonly #bytesOf: (value: Value) => number;
  readonly #orgs = new Map<string, OfOrg<Value>>();

  /** @param bytesOf how much memory a value takes */
  constructor(bounds: FairCacheBounds, bytesOf: (value: Value) => number) {
    this.#bounds = bounds;
    this.#bytesOf = bytesOf;
  }

  /** Returns what is known by a key; else what `make` makes, once for all who ask meanwhile. */
  async get(org: string, key: string, make: () => Promise<Value>): Promise<Value> {
    const cache = this.#cacheOf(org);
    if (cache.has(key)) return cache.forceFetch(key, { context: make });
    const value = await cache.forceFetch(key, { context: make });
    this.#trim();
    return value;
  }

  /** Returns what is known by a key at this moment. */
  known(org: string, key: string): Value | undefined {
    return this.#orgs.get(org)?.get(key);
  }

  /** The same without asking for it: what is displaced first stays as it is. */
  peek(org: string, key: string): Value | undefined {
    return this.#orgs.get(org)?.peek(key);
  }

  /** Keeps a value, or measures one again that has grown. */
  keep(org: string, key: string, value: Value): void {
    const cache = this.#cacheOf(org);
    // The same value is measured again only where it is new.
    cache.delete(key);
    cache.set(key, value);
    this.#trim();
  }

  forget(org: string, key: string): void {
    const cache = this.#orgs.get(org);
    cache?.delete(key);
    if (cache?.size === 0) this.#orgs.delete(org);
  }

  #cacheOf(org: string): OfOrg<Value> {
    const known = this.#orgs.get(org);
    if (known) return known;
    const made: OfOrg<Value> = new LRUCache({
      maxSize: this.#bounds.bytesMaxOfOrg,
      sizeCalculation: (value, key) => this.#bytesOf(value) + key.length,
      ignoreFetchAbort: true,
      fetchMethod: (_key, _stale, { context: make }) => make(),
    });
    this.#orgs.set(org, made);
    return made;
  }

  #trim(): void {
    let total = 0;
    for (const { calculatedSize } of this.#orgs.values()) total += calculatedSize;
    while (total > this.#bounds.bytesMax) {
      const [org, largest] = [...this.#orgs].reduce((most, each) =>
        each[1].calculatedSize > most[1].calculatedSize ? each : most,
      );
      const before = largest.calculatedSize;
      largest.pop();
      total -= before - largest.calculatedSize;
      if (largest.size === 0) this.#orgs.delete(org);
    }
  }
}
