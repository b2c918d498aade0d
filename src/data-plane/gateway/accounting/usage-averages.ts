/** Counters whose averages are kept: about a megabyte. */
const COUNTERS_MAX = 10_000;
/** The share of the newest call in an average. */
const SHARE = 0.125;

/** The units that the last calls of each counter used on average. As much is reserved for the next call. */
export class UsageAverages {
  readonly #byKey = new Map<string, number>();

  /** Returns what to reserve, at least one unit. */
  of(key: string): number {
    return Math.max(1, Math.round(this.#byKey.get(key) ?? 1));
  }

  note(key: string, units: number): void {
    const known = this.#byKey.get(key);
    this.#byKey.set(key, known === undefined ? units : known + SHARE * (units - known));
    if (this.#byKey.size <= COUNTERS_MAX) return;
    for (const oldest of this.#byKey.keys()) {
      this.#byKey.delete(oldest);
      return;
    }
  }
}
