import { LRUCache } from 'lru-cache';

/** The memory that a cache may take: in all, and per org. */
export type FairCacheBounds = { readonly bytesMax: number; readonly bytesMaxOfOrg: number };

type OfOrg<Value extends object> = LRUCache<string, Value, () => Promise<Value>>;

/**
 * A cache in which no org displaces values of another. An org beyond its share loses the value that it has not used for
 * longest. When all together have too much, the largest org loses one.
 */
export class FairCache<Value extends object> {
  readonly #bounds: FairCacheBounds;
  readonly #bytesOf: (value: Value) => number;
  readonly #orgs = new Map<string, OfOrg<Value>>();

  /** @param bytesOf returns the memory that a value takes */
  constructor(bounds: FairCacheBounds, bytesOf: (value: Value) => number) {
    this.#bounds = bounds;
    this.#bytesOf = bytesOf;
  }

  /** Returns a value by its key. `make` makes a missing one, once for all who ask meanwhile. */
  async get(org: string, key: string, make: () => Promise<Value>): Promise<Value> {
    const cache = this.#cacheOf(org);
    if (cache.has(key)) return cache.forceFetch(key, { context: make });
    const value = await cache.forceFetch(key, { context: make });
    this.#trim();
    return value;
  }

  /** Returns the present value of a key. */
  known(org: string, key: string): Value | undefined {
    return this.#orgs.get(org)?.get(key);
  }

  /** Returns the present value without counting as a use. The order of displacement stays. */
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

  /** The number of present values. */
  get count(): number {
    let count = 0;
    for (const { size } of this.#orgs.values()) count += size;
    return count;
  }

  /** Yields all present values, org by org. */
  *values(): Generator<Value> {
    for (const cache of this.#orgs.values()) yield* cache.values();
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
