/** Looks at a worker within its silence limit. It sends four heartbeats for each. */
const LOOKS = 3;
/** Time for a worker's first heartbeat. It may load its modules on a busy machine, and be silent meanwhile. */
const START_MS = 60_000;

/** Interval at which a worker sends heartbeats. */
export const heartbeatMs = (silenceMs: number) => silenceMs / (4 * LOOKS);

type HeartbeatWatchOptions = {
  /** Silence of a worker after which it is killed. Its first heartbeat may take a minute longer. */
  readonly silenceMs: number;
  /** Told at each look from then on, until the watch is closed. */
  readonly onSilent: (milliseconds: number) => void;
};

/**
 * Watches the heartbeats of a worker.
 *
 * A worker that hangs, in an endless loop for example, ends only by being killed. Looks are counted, not time: a
 * primary that did not run for a while hears its workers before it judges.
 */
export class HeartbeatWatch {
  readonly #lookMs: number;
  readonly #onSilent: (milliseconds: number) => void;
  readonly #timer: NodeJS.Timeout;
  /** Looks since the last heartbeat, and those that may pass without one. */
  #looks = 0;
  #looksMax: number;

  constructor({ silenceMs, onSilent }: HeartbeatWatchOptions) {
    this.#lookMs = silenceMs / LOOKS;
    this.#looksMax = LOOKS + Math.ceil(START_MS / this.#lookMs);
    this.#onSilent = onSilent;
    this.#timer = setInterval(() => this.#look(), this.#lookMs).unref();
  }

  /** Notes a heartbeat. */
  beat(): void {
    this.#looks = 0;
    this.#looksMax = LOOKS;
  }

  close(): void {
    clearInterval(this.#timer);
  }

  #look(): void {
    this.#looks += 1;
    if (this.#looks > this.#looksMax) this.#onSilent(Math.round(this.#looksMax * this.#lookMs));
  }
}
