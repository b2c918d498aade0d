import { FewATurn } from '../../../foundation/few-a-turn.ts';

/** The passed limits of all calls, whose consequences take time. */
const passed = new FewATurn();

/** A time limit that is set for each call and hardly ever passes. Setting it costs no timer. */
export class Deadline {
  readonly #onPassed: () => void;
  /** A time of `performance.now()`. */
  #at = Number.POSITIVE_INFINITY;
  #looksAt = Number.POSITIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(onPassed: () => void) {
    this.#onPassed = onPassed;
  }

  /** Sets the limit in milliseconds from now, in place of the one before. */
  set(milliseconds: number): void {
    this.#at = performance.now() + milliseconds;
    if (this.#at < this.#looksAt) this.#lookIn(milliseconds);
  }

  /** Removes the limit for the time being. */
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
    else if (left <= 0) passed.add(this.#pass);
  };

  /** Tells of the limit, unless it was set anew or removed meanwhile. */
  readonly #pass = (): void => {
    if (this.#at > performance.now()) return;
    this.clear();
    this.#onPassed();
  };
}
