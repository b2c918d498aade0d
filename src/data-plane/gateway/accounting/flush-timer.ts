type FlushDeps = {
  /** Each keeps what it could not write, and throws. */
  readonly writers: readonly (() => Promise<void>)[];
  readonly onFault: (error: unknown) => void;
};

const EVERY_MS = { least: 1_000, most: 4_000 };
/**
 * Largest share of the time that is spent on writing. With thousands of clients at once, their calls would notice more.
 */
const SHARE = 0.02;

/**
 * Writes what was gathered in memory, about every second; where much was, every few. A lost process loses as much.
 *
 * No writer waits for another to succeed.
 */
export class Flush {
  readonly #deps: FlushDeps;
  /** The last write. Writes follow one another. */
  #writing: Promise<void> = Promise.resolve();
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(deps: FlushDeps) {
    this.#deps = deps;
    this.#writeAfter(EVERY_MS.least);
  }

  /** Writes now. It never fails: what stands in the way is told, and tried again. */
  now(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeAll());
    return this.#writing;
  }

  /** Writes the last of it. */
  close(): Promise<void> {
    this.#isClosed = true;
    clearTimeout(this.#timer);
    return this.now();
  }

  #writeAfter(ms: number): void {
    this.#timer = setTimeout(() => void this.#writeInTime(), ms).unref();
  }

  async #writeInTime(): Promise<void> {
    const begun = performance.now();
    await this.now();
    const took = performance.now() - begun;
    if (!this.#isClosed) this.#writeAfter(Math.min(Math.max(EVERY_MS.least, took / SHARE), EVERY_MS.most));
  }

  async #writeAll(): Promise<void> {
    const { writers, onFault } = this.#deps;
    for (const write of writers) await write().catch(onFault);
  }
}
