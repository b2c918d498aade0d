/** Writes what was gathered in memory, about every second. A lost process loses that second. */
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

const EVERY_MS = 1_000;

/** No writer waits for another to succeed. */
export function createFlush({ writers, onFault }: FlushDeps): Flush {
  let writing: Promise<void> = Promise.resolve();

  async function writeAll(): Promise<void> {
    for (const write of writers) await write().catch(onFault);
  }
  function now(): Promise<void> {
    writing = writing.then(writeAll);
    return writing;
  }

  const timer = setInterval(now, EVERY_MS).unref();
  return {
    now,
    close() {
      clearInterval(timer);
      return now();
    },
  };
}
