/** Repeats a task for as long as it has something left to do. */
export class Sweeps {
  readonly #everyMs: number;
  readonly #sweep: () => boolean;
  #timer: NodeJS.Timeout | undefined;

  /** @param sweep returns whether something is left for the next time */
  constructor(everyMs: number, sweep: () => boolean) {
    this.#everyMs = everyMs;
    this.#sweep = sweep;
  }

  begin(): void {
    this.#timer ??= setInterval(() => {
      if (!this.#sweep()) this.end();
    }, this.#everyMs).unref();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
}
