/** Work that goes on by itself, and that a stop waits for. */
export class PendingWork {
  readonly #all = new Set<Promise<void>>();

  get size(): number {
    return this.#all.size;
  }

  /** Adds work until it has ended. It never fails: whoever adds it handles its errors. */
  add(work: Promise<void>): void {
    const pending = work.finally(() => this.#all.delete(pending));
    this.#all.add(pending);
  }

  /** Resolves when all work has ended, also what was added meanwhile. */
  async settled(): Promise<void> {
    while (this.#all.size > 0) await Promise.all(this.#all);
  }
}
