/** Measures the time of silence. */
export type QuietTimer = {
  /** Restarts the time, as somebody was heard. */
  broken(): void;
  /** Resolves when it has lasted for so many milliseconds; keeps no process alive. */
  lasts(ms: number): Promise<void>;
};

export function createQuietTimer(): QuietTimer {
  let since = performance.now();
  return {
    broken() {
      since = performance.now();
    },
    lasts: (ms) =>
      new Promise((resolve) => {
        function look(): void {
          const left = since + ms - performance.now();
          if (left > 0) setTimeout(look, left).unref();
          else resolve();
        }
        look();
      }),
  };
}
