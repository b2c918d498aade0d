/** A time limit that is set anew with each call and hardly ever passes: setting it costs no timer. */
export class Deadline {
  readonly #onPassed: () => void;
  /** Of `performance.now()`. */
  #at = Number.POSITIVE_INFINITY;
  #looksAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(onPassed: () => void) {
    this.#onPassed = onPassed;
  }

  /** In so many milliseconds, instead of what was set before. */
  set(milliseconds: number): void {
    this.#at = performance.now() + milliseconds;
    if (this.#at < this.#looksAt) this.#lookIn(milliseconds);
  }

  /** For the time being there is none. */
  clear(): void {
    this.#at = Number.POSITIVE_INFINITY;
  }

  close(): void {
    this.clear();
    clearTimeout(this.#timer);
  }

  #lookIn(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#looksAt = performance.now() + milliseconds;
    this.#timer = setTimeout(this.#look, milliseconds);
  }

  readonly #look = (): void => {
    this.#looksAt = Number.POSITIVE_INFINITY;
    const left = this.#at - performance.now();
    if (left > 0 && left < Number.POSITIVE_INFINITY) this.#lookIn(Math.ceil(left));
    else if (left <= 0) {
      this.clear();
      this.#onPassed();
    }
  };
}
