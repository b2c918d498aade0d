import { Worker } from 'node:worker_threads';
import { bundledEntry } from '../../foundation/package-files.ts';

/** The compiled file that the thread runs, as in child-processes/run-in-child.ts. */
const WORK = bundledEntry('infrastructure/database/pglite-work');

export type DatabaseThreadOptions = {
  /** The folder of the database. Without it, the database is in memory. */
  readonly folder?: string | undefined;
  /** A dumped database to begin with. It saves the seconds that creating one takes. */
  readonly seed?: Blob | undefined;
};

/**
 * Memory limits of the thread. What it keeps is outside its heap; a quarter of the usual room for short-lived objects
 * saves 8 MB.
 */
const LIMITS = { maxYoungGenerationSizeMb: 4 };

/** Messages to the thread and back. The bytes belong to nobody else, so that they are moved and not copied. */
export type DatabaseRequest = Uint8Array<ArrayBuffer> | 'CLOSE';
export type DatabaseResponse = Uint8Array<ArrayBuffer>;

type Waiting = { resolve(answer: DatabaseResponse): void; reject(cause: unknown): void };

/**
 * A thread that holds an embedded PostgreSQL. A statement of megabytes would otherwise hold up the calls of the main
 * thread.
 */
export class PGliteThread {
  readonly #worker: Worker;
  /** Callers that wait, in the order of their requests. */
  readonly #waiting: Waiting[] = [];
  #isOpen = false;
  #isClosing = false;
  #isOver = false;

  /** Resolves when it is ready; rejects with the reason that it is not. */
  readonly opened: Promise<void>;
  /** Resolves when it has ended, by itself or by a fault. */
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

  /** Is true once it was open. */
  get wasOpen(): boolean {
    return this.#isOpen;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  /**
   * Answers messages of the wire protocol. The caller loses their memory.
   *
   * @throws Error, as for a broken connection, when the thread has ended
   */
  async ask(messages: Uint8Array<ArrayBuffer>): Promise<DatabaseResponse> {
    if (this.#isOver) throw lost(undefined);
    this.#worker.postMessage(messages satisfies DatabaseRequest, [messages.buffer]);
    return this.#answer().catch((cause: unknown) => {
      throw lost(cause);
    });
  }

  /** Writes the rest to the disk, and ends the thread. */
  close(): Promise<void> {
    this.#isClosing = true;
    this.#worker.ref();
    this.#worker.postMessage('CLOSE' satisfies DatabaseRequest);
    return this.ended;
  }

  /** Keeps the process running while a caller waits. */
  #answer(): Promise<DatabaseResponse> {
    return new Promise((resolve, reject) => {
      this.#waiting.push({ resolve, reject });
      this.#worker.ref();
    });
  }
}

/** Makes an error in the words of pg. It is then recognized as a database out of reach. */
const lost = (cause: unknown) =>
  new Error('Connection terminated: the thread of the embedded database has ended.', { cause });
