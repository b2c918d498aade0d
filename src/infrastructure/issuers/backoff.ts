const MIN_MS = 1_000;
const MAX_MS = 60_000;

/** The time for which a failing issuer is not asked. It grows from a second to a minute. */
export class Backoff {
  #failures = 0;
  #until = 0;

  isOver(now: number): boolean {
    return now >= this.#until;
  }

  /** Whole seconds until it is asked again, one at least. */
  secondsLeft(now: number): number {
    return Math.max(1, Math.ceil((this.#until - now) / 1_000));
  }

  /** Doubles the time, and begins it. */
  noteFailure(now: number): void {
    this.#until = now + Math.min(MIN_MS * 2 ** this.#failures, MAX_MS);
    this.#failures += 1;
  }

  /** Ends it. */
  noteAnswer(): void {
    this.#failures = 0;
    this.#until = 0;
  }
}
