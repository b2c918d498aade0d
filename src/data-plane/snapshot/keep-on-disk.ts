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

export type KeepOnDiskOptions = {
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
export function keepOnDisk({ disk, state, clock, onFault, everyMs = EVERY_MS }: KeepOnDiskOptions): {
  /** Stops a write that is under way. What was kept before stays. */
  close(): Promise<void>;
} {
  let kept: { readonly catalogs: Catalogs; readonly revision: number } | undefined;
  let isFaulty = false;
  const closed = new AbortController();
  let timer: NodeJS.Timeout | undefined;

  async function keep(): Promise<void> {
    const { catalogs, revocations, staleSince } = state();
    const { revision } = revocations;
    const since = staleSince ?? clock();
    const isKept = kept?.catalogs === catalogs && kept.revision === revision;
    if (isKept && staleSince) return;
    if (isKept) return disk.confirm(since);
    await disk.write(recordsOf({ catalogs, revocations }), since, closed.signal);
    kept = { catalogs, revision };
  }
  async function look(): Promise<void> {
    const begun = performance.now();
    try {
      await keep();
      isFaulty = false;
    } catch (error) {
      if (!isFaulty && !closed.signal.aborted)
        onFault?.(new Error('The snapshot cannot be kept on the disk.', { cause: error }));
      isFaulty = true;
    }
    const took = performance.now() - begun;
    if (!closed.signal.aborted) timer = setTimeout(again, Math.max(everyMs, took / SHARE)).unref();
  }
  let looking = look();
  function again(): void {
    looking = look();
  }
  return {
    async close() {
      closed.abort();
      clearTimeout(timer);
      await looking;
    },
  };
}
