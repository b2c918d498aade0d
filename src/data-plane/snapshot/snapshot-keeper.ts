import type { Clock } from '../../foundation/clock.ts';
import type { SnapshotDisk } from './disk.ts';
import type { Catalogs } from './load.ts';
import { recordsOf } from './records.ts';
import type { RevocationMemory } from './revocations.ts';

/** The current state that is kept. */
export type State = {
  readonly catalogs: Catalogs;
  readonly revocations: RevocationMemory;
  /** Instant since which changes may be missing; undefined while none is. */
  readonly staleSince: Date | undefined;
};

type SnapshotKeeperOptions = {
  readonly disk: SnapshotDisk;
  readonly state: () => State;
  readonly clock: Clock;
  readonly onFault: ((error: unknown) => void) | undefined;
  /** Interval at which changes are looked for, in milliseconds. */
  readonly everyMs?: number;
};

const EVERY_MS = 5_000;
/** Largest share of the time that is spent on writing. A million clients take seconds of a core. */
const SHARE = 0.05;

/**
 * Keeps the snapshot on the disk soon after each change, and reports a fault once.
 *
 * It writes every few seconds at most.
 */
export class SnapshotKeeper {
  readonly #options: SnapshotKeeperOptions;
  readonly #closed = new AbortController();
  /** The state that the disk has. */
  #kept: { readonly catalogs: Catalogs; readonly revision: number } | undefined;
  #isFaulty = false;
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void>;

  constructor(options: SnapshotKeeperOptions) {
    this.#options = options;
    this.#looking = this.#look();
  }

  /** Stops a write that is under way. What was kept before stays. */
  async close(): Promise<void> {
    this.#closed.abort();
    clearTimeout(this.#timer);
    await this.#looking;
  }

  async #look(): Promise<void> {
    const { onFault, everyMs = EVERY_MS } = this.#options;
    const { signal } = this.#closed;
    const begun = performance.now();
    try {
      await this.#keep();
      this.#isFaulty = false;
    } catch (error) {
      if (!this.#isFaulty && !signal.aborted)
        onFault?.(new Error('The snapshot cannot be kept on the disk.', { cause: error }));
      this.#isFaulty = true;
    }
    const took = performance.now() - begun;
    if (!signal.aborted) this.#lookAgain(Math.max(everyMs, took / SHARE));
  }

  #lookAgain(ms: number): void {
    this.#timer = setTimeout(() => {
      this.#looking = this.#look();
    }, ms).unref();
  }

  async #keep(): Promise<void> {
    const { disk, state, clock } = this.#options;
    const { catalogs, revocations, staleSince } = state();
    const { revision } = revocations;
    const since = staleSince ?? clock();
    const isKept = this.#kept?.catalogs === catalogs && this.#kept.revision === revision;
    if (isKept && staleSince) return;
    if (isKept) return disk.confirm(since);
    await disk.write(recordsOf({ catalogs, revocations }), since, this.#closed.signal);
    this.#kept = { catalogs, revision };
  }
}
