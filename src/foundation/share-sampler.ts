/** One, for sums of shares that no number holds exactly. */
const WHOLE = 1 - 1e-9;

/** Takes samples evenly: of a share of a quarter, each fourth is taken. */
export class ShareSampler<Key extends object> {
  /** The shares of each key that have come together. */
  readonly #sums = new WeakMap<Key, number>();

  /** Tells whether the next of a key is taken. The sample of one key depends on no other. */
  takes(key: Key, share: number): boolean {
    const sum = (this.#sums.get(key) ?? 0) + share;
    const isTaken = sum >= WHOLE;
    this.#sums.set(key, isTaken ? sum - 1 : sum);
    return isTaken;
  }
}
