/** In the time that it may be silent a worker is looked at so often, and says four times as often that it lives. */
const LOOKS = 3;
/** Who has not been heard yet may be loading its modules, on a busy machine, and cannot say anything meanwhile. */
const START_MS = 60_000;

/** How often a worker says that it lives. */
export const sayEvery = (silenceMs: number) => silenceMs / (4 * LOOKS);

export type SilenceOptions = {
  /** How long a worker may be silent; before it is heard for the first time, a minute longer. */
  readonly silenceMs: number;
  /** Told at each look from then on, until the watch is closed. */
  readonly onSilent: (milliseconds: number) => void;
};

/**
 * Watches a worker that is to be heard again and again: one that hangs, in an endless loop for example, ends by nothing
 * else than being killed. Looks are counted, not time, so that a process which did not run itself for a while has heard its
 * workers before it judges.
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
