/** Comparisons of one step. */
const STEP = 500;

/** Merges sorted runs into one, step by step. */
export function* mergingRuns<Item>(
  runs: readonly (readonly Item[])[],
  compare: (a: Item, b: Item) => number,
): Generator<undefined, readonly Item[]> {
  let left = runs;
  while (left.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let at = 0; at < left.length; at += 2)
      merged.push(yield* mergingTwo(left[at] ?? [], left[at + 1] ?? [], compare));
    left = merged;
  }
  return left[0] ?? [];
}

function* mergingTwo<Item>(
  first: readonly Item[],
  second: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Generator<undefined, readonly Item[]> {
  const merged: Item[] = [];
  let at = 0;
  for (const item of second) {
    for (let before = first[at]; before !== undefined && compare(before, item) <= 0; before = first[at]) {
      merged.push(before);
      at += 1;
      if (merged.length % STEP === 0) yield;
    }
    merged.push(item);
    if (merged.length % STEP === 0) yield;
  }
  return merged.concat(first.slice(at));
}
