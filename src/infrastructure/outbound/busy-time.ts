/** Time that was worked and is not made up for by a rest yet. */
export class BusyTime {
  readonly #rest: number;
  #milliseconds = 0;
  #at = performance.now();

  /** @param rest for each millisecond of work */
  constructor(rest: number) {
    this.#rest = rest;
  }

  get milliseconds(): number {
    return this.#after(performance.now() - this.#at);
  }

  /** Adds work that has just ended. */
  add(milliseconds: number): void {
    const now = performance.now();
    this.#milliseconds = this.#after(now - this.#at - milliseconds) + milliseconds;
    this.#at = now;
  }

  clear(): void {
    this.#milliseconds = 0;
  }

  #after(restedMs: number): number {
    return Math.max(0, this.#milliseconds - Math.max(0, restedMs) / this.#rest);
  }
}
