/** Entries to set, or to delete where the value is undefined. */
type MapChanges<Key, Value> = Iterable<readonly [Key, Value | undefined]>;

/** Share of the entries that may differ from the base before it is made anew. */
const LAYER_SHARE = 1 / 32;
const LAYER_MIN = 64;

/**
 * A map that is never changed, with values that are not undefined.
 *
 * A map with changes shares the base of the one before and keeps what differs beside, so that a change of a large map
 * costs little.
 */
export class LayeredMap<Key, Value> implements ReadonlyMap<Key, Value> {
  readonly #base: ReadonlyMap<Key, Value>;
  /** Entries that differ from the base. Undefined is one that it has no more. */
  readonly #layer: ReadonlyMap<Key, Value | undefined>;
  readonly size: number;

  constructor(
    base: ReadonlyMap<Key, Value> = new Map(),
    layer: ReadonlyMap<Key, Value | undefined> = new Map(),
    size = base.size,
  ) {
    this.#base = base;
    this.#layer = layer;
    this.size = size;
  }

  get(key: Key): Value | undefined {
    if (this.#layer.size === 0) return this.#base.get(key);
    const value = this.#layer.get(key);
    return value !== undefined || this.#layer.has(key) ? value : this.#base.get(key);
  }

  has(key: Key): boolean {
    return this.get(key) !== undefined;
  }

  *entries(): Generator<[Key, Value], undefined> {
    for (const entry of this.#base) if (!this.#layer.has(entry[0])) yield entry;
    for (const [key, value] of this.#layer) if (value !== undefined) yield [key, value];
    return undefined;
  }

  *keys(): Generator<Key, undefined> {
    for (const [key] of this.entries()) yield key;
    return undefined;
  }

  *values(): Generator<Value, undefined> {
    for (const [, value] of this.entries()) yield value;
    return undefined;
  }

  forEach(each: (value: Value, key: Key, map: ReadonlyMap<Key, Value>) => void): void {
    for (const [key, value] of this.entries()) each(value, key, this);
  }

  [Symbol.iterator](): Generator<[Key, Value], undefined> {
    return this.entries();
  }

  /** Returns the map with these changes. Later ones of a key count. */
  with(changes: MapChanges<Key, Value>): LayeredMap<Key, Value> {
    const layer = new Map(this.#layer);
    let { size } = this;
    for (const [key, value] of changes) {
      const before = layer.has(key) ? layer.get(key) : this.#base.get(key);
      size += Number(value !== undefined) - Number(before !== undefined);
      layer.set(key, value);
    }
    const changed = new LayeredMap(this.#base, layer, size);
    return layer.size > Math.max(LAYER_MIN, size * LAYER_SHARE) ? new LayeredMap(new Map(changed)) : changed;
  }
}
