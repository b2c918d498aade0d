/** Chance that can be thrown again. */
export type Dice = {
  /** A whole number from 0 to below a bound. */
  below(bound: number): number;
  /** True so often in a hundred. */
  percent(often: number): boolean;
  one<Item>(items: readonly Item[]): Item;
  /** Some of the items, in their order. */
  some<Item>(items: readonly Item[], often: number): Item[];
};

/** Dice that fall alike for a seed. (mulberry32) */
export function diceOf(seed: number): Dice {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number) => Math.floor(next() * bound);
  const percent = (often: number) => below(100) < often;
  return {
    below,
    percent,
    one<Item>(items: readonly Item[]): Item {
      const item = items[below(items.length)];
      if (item === undefined) throw new TypeError('There is nothing to choose from.');
      return item;
    },
    some: (items, often) => items.filter(() => percent(often)),
  };
}
