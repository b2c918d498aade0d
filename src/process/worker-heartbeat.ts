/** Looks at a worker within its silence limit. It reports four times as often that it lives. */
const LOOKS = 3;
/** Time for a worker's first sign of life. It may load its modules on a busy machine, and be silent meanwhile. */
const START_MS = 60_000;

/** Interval at which a worker reports that it lives. */
export const sayEvery = (silenceMs: number) => silenceMs / (4 * LOOKS);

export type SilenceOptions = {
  /** Silence of a worker after which it is killed. Its first sign of life may take a minute longer. */
  readonly silenceMs: number;
  /** Told at each look from then on, until the watch is closed. */
  readonly onSilent: (milliseconds: number) => void;
};

/**
 * Watches a worker for its regular signs of life.
 *
 * A worker that hangs, in an endless loop for example, ends only by being killed. Looks are counted, not time: a
 * primary that did not run for a while hears its workers before it judges.
 */
export function watchSilence({ silenceMs, onSilent }: SilenceOptions) {
  const lookMs = silenceMs / LOOKS;
  let allowed = LOOKS + Math.ceil(START_MS / lookMs);
  let looks = 0;
  const looking = setInterval(() => {
    looks += 1;
    if (looks > allowed) onSilent(Math.round(allowed * lookMs));
  }, lookMs).unref();
  return {
    hear(): void {
      looks = 0;
      allowed = LOOKS;
    },
    close: () => clearInterval(looking),
  };
}
