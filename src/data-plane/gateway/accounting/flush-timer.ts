/** Writes what was gathered in memory, about every second; where much was, every few. A lost process loses as much. */
export type Flush = {
  /** Writes now; writes follow one another. It never fails: what stands in the way is told, and tried again. */
  now(): Promise<void>;
  /** Writes the last of it. */
  close(): Promise<void>;
};

export type FlushDeps = {
  /** Each keeps what it could not write, and throws. */
  readonly writers: readonly (() => Promise<void>)[];
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = { least: 1_000, most: 4_000 };
/**
 * Largest share of the time that is spent on writing. With thousands of clients at once, their calls would notice more.
 */
const SHARE = 0.02;

/** No writer waits for another to succeed. */
export function createFlush({ writers, onFault }: FlushDeps): Flush {
  let writing: Promise<void> = Promise.resolve();
  let isClosed = false;

  async function writeAll(): Promise<void> {
    for (const write of writers) await write().catch(onFault);
  }
  function now(): Promise<void> {
    writing = writing.then(writeAll);
    return writing;
  }

  let timer: NodeJS.Timeout;
  function wait(ms: number): void {
    timer = setTimeout(writeInTime, ms).unref();
  }
  async function writeInTime(): Promise<void> {
    const begun = performance.now();
    await now();
    const took = performance.now() - begun;
    if (!isClosed) wait(Math.min(Math.max(EVERY_MS.least, took / SHARE), EVERY_MS.most));
  }
  wait(EVERY_MS.least);
  return {
    now,
    close() {
      isClosed = true;
      clearTimeout(timer);
      return now();
    },
  };
}
