import { Worker } from 'node:worker_threads';

/** It runs what is compiled, as those of threads/run-in-thread.ts do. */
const WORK = new URL('../../../build/infrastructure/database/pglite-work.js', import.meta.url);

export type DatabaseThreadOptions = {
  /** Where the database is kept; without it, in memory. */
  readonly dataDir?: string | undefined;
  /** A dumped database to begin with: saves the seconds that creating one takes. */
  readonly seed?: Blob | undefined;
};

/** What it keeps for good is outside of its heap: a quarter of the usual room for what it needs shortly saves 8 MB. */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

/** What goes to the thread and what comes back, in turn: bytes that nobody else has, so that they move and are not copied. */
export type DatabaseRequest = Uint8Array<ArrayBuffer> | 'CLOSE';
export type DatabaseResponse = Uint8Array<ArrayBuffer>;

type Waiting = { resolve(answer: DatabaseResponse): void; reject(cause: unknown): void };

/** A thread that holds an embedded PostgreSQL: a statement of megabytes would hold up the calls of this one otherwise. */
export class PGliteThread {
  readonly #worker: Worker;
  /** Who waits, in the order in which they asked. */
  readonly #waiting: Waiting[] = [];
  #isOpen = false;
  #isClosing = false;
  #isOver = false;

  /** Resolves when it can be asked; rejects with why it cannot. */
  readonly opened: Promise<void>;
  /** Resolves when it has gone, of itself or by a fault. */
  readonly ended: Promise<void>;

  constructor(options: DatabaseThreadOptions) {
    this.#worker = new Worker(WORK, { workerData: options, execArgv: [], resourceLimits: LIMITS });
    let cause: unknown;
    this.#worker.on('message', (answer: DatabaseResponse) => {
      this.#waiting.shift()?.resolve(answer);
      if (this.#waiting.length === 0 && !this.#isClosing) this.#worker.unref();
    });
    this.#worker.on('error', (error) => {
      cause = error;
    });
    this.ended = new Promise((resolve) => {
      this.#worker.once('exit', () => {
        this.#isOver = true;
        for (const { reject } of this.#waiting.splice(0)) reject(cause ?? lost(undefined));
        resolve();
      });
    });
    this.opened = this.#answer().then(() => {
      this.#isOpen = true;
    });
    this.opened.catch(() => {});
  }

  /** Was it there once? */
  get wasOpen(): boolean {
    return this.#isOpen;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Answers messages of the wire protocol, which are gone for the caller.
   *
   * @throws Error, as that of a connection which broke, when the thread has ended
   */
  async ask(messages: Uint8Array<ArrayBuffer>): Promise<DatabaseResponse> {
    if (this.#isOver) throw lost(undefined);
    this.#worker.postMessage(messages satisfies DatabaseRequest, [messages.buffer]);
    return this.#answer().catch((cause: unknown) => {
      throw lost(cause);
    });
  }

  /** Writes what is not on the disk yet, and ends the thread. */
  close(): Promise<void> {
    this.#isClosing = true;
    this.#worker.ref();
    this.#worker.postMessage('CLOSE' satisfies DatabaseRequest);
    return this.ended;
  }

  /** It keeps the process from ending as long as somebody waits for it. */
  #answer(): Promise<DatabaseResponse> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.ref();
    });
  }
}

/** In the words of pg, so that it is taken for what it is: a database that is out of reach. */
const lost = (cause: unknown) =>
  new Error('Connection terminated: the thread of the embedded database has ended.', { cause });
