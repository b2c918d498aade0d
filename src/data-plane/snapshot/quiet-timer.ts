/** Measures the time of silence. */
export class QuietTimer {
  #since = performance.now();

  /** Restarts the time, as somebody was heard. */
  broken(): void {
    this.#since = performance.now();
  }

  /** Resolves when it has lasted for so many milliseconds; keeps no process alive. */
  lasts(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const look = (): void => {
        const left = this.#since + ms - performance.now();
        if (left > 0) setTimeout(look, left).unref();
        else resolve();
      };
      look();
    });
  }
}
