import type { Clock } from '../../foundation/clock.ts';

const RETRY_MS = 500;
/** Time without progress after which a database counts as hanging. */
const LATE_MS = 5_000;

/** An org by its id; undefined is all of them. */
export type ChangedCatalog = string | undefined;

export type FollowerOptions = {
  /** @param goesOn to be told when reading gets on, for it may take longer than a database that hangs is waited for */
  readonly read: (changed: ChangedCatalog, goesOn: () => void) => Promise<void>;
  /** Told once when reading begins to fail, not at each attempt. */
  readonly onFault: ((error: unknown) => void) | undefined;
  readonly clock: Clock;
};

/** Reads what has changed, one after another and again until it succeeds. */
export type Follower = {
  /** Announces a changed catalog. Before `start` it is only noted. */
  announce(changed: ChangedCatalog): void;
  /** Reads all, once. @throws what stands in the way */
  start(): Promise<void>;
  /** Start of the time in which reading fails or is late; undefined otherwise. */
  staleSince(): Date | undefined;
  settled(): Promise<void>;
  close(): void;
};

export function createFollower({ read, onFault, clock }: FollowerOptions): Follower {
  const announced = new Set<ChangedCatalog>();
  let state: 'new' | 'following' | 'closed' = 'new';
  let staleSince: Date | undefined;
  let reading: Promise<void> | undefined;

  function lose(error: unknown): void {
    if (!staleSince && state !== 'closed') onFault?.(error);
    staleSince ??= clock();
  }
  async function readInTime(changed: ChangedCatalog): Promise<void> {
    const late = setTimeout(() => lose(new Error('The database does not answer.')), LATE_MS);
    await read(changed, () => late.refresh()).finally(() => clearTimeout(late));
  }
  /** Reads what is announced. A failure is left for the next round, and does not delay the rest. */
  async function round(): Promise<void> {
    const all = announced.has(undefined) ? [undefined] : [...announced];
    announced.clear();
    const failed: ChangedCatalog[] = [];
    for (const changed of all)
      await readInTime(changed).catch((error) => {
        lose(error);
        failed.push(changed);
      });
    if (failed.length === 0) staleSince = undefined;
    else await new Promise((resolve) => setTimeout(resolve, RETRY_MS).unref());
    for (const changed of failed) announced.add(changed);
  }
  async function follow(): Promise<void> {
    while (announced.size > 0 && state === 'following') await round();
    reading = undefined;
  }
  function announce(changed: ChangedCatalog): void {
    announced.add(changed);
    if (state === 'following') reading ??= follow();
  }

  return {
    announce,
    async start() {
      await readInTime(undefined);
      staleSince = undefined;
      state = 'following';
      if (announced.size > 0) reading ??= follow();
      await reading;
    },
    staleSince: () => staleSince,
    async settled() {
      await reading;
    },
    close() {
      state = 'closed';
    },
  };
}
