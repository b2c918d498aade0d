/** Time between two looks at the event loop. */
const EVERY_MS = 5;

/** Finds turns of the event loop that were long, as long as somebody watches. */
export class LongTurns {
  readonly #longMs: number;
  readonly #now: () => number;
  #watchers = 0;
  #timer: NodeJS.Timeout | undefined;
  #tickedAt = 0;
  /** The last long turn: when it ended, and how long it was. */
  #last = { at: Number.NEGATIVE_INFINITY, ms: 0 };

  constructor(longMs: number, now: () => number) {
    this.#longMs = longMs;
    this.#now = now;
  }

  watch(): void {
    this.#watchers += 1;
    if (this.#timer) return;
    this.#tickedAt = this.#now();
    this.#timer = setInterval(() => this.#tick(), EVERY_MS).unref();
  }

  unwatch(): void {
    this.#watchers -= 1;
    if (this.#watchers > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }

  /** Returns the length of the present turn, or of a long one since then. */
  longestSince(at: number): number {
    const now = this.#now();
    const presentMs = now - Math.max(at, this.#tickedAt);
    return Math.max(presentMs, this.#last.at >= at ? this.#last.ms : 0);
  }

  #tick(): void {
    const now = this.#now();
    const ms = now - this.#tickedAt;
    this.#tickedAt = now;
    if (ms >= this.#longMs) this.#last = { at: now, ms };
  }
}
