import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/** Message type of the frontend that ends a session. (PostgreSQL manual, "Message Formats") */
const TERMINATE = 0x58;
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
/** A simple query: type, length, text, and the zero that ends it. */
const ROLLBACK = Buffer.from('Q\0\0\0\x0dROLLBACK\0', 'latin1');

/**
 * What node-postgres takes for a socket: the wire protocol goes to an embedded PGlite in the same process. PGlite is
 * one session for all, so the pool over it has one connection; where that ends within a transaction, the transaction is
 * rolled back, as a server does, or the next connection would go on within it.
 */
export class PGliteStream extends Duplex {
  readonly #lite: PGlite;
  /** What was written and is no whole message yet. */
  #pending: Buffer = Buffer.alloc(0);
  #isStarted = false;
  #isOver = false;

  constructor(lite: PGlite) {
    super();
    this.#lite = lite;
  }

  connect(): this {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  setKeepAlive(): this {
    return this;
  }

  ref(): this {
    return this;
  }

  unref(): this {
    return this;
  }

  override _read(): void {}

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#take(chunk).then(() => done(), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#take(Buffer.concat(chunks.map(({ chunk }) => chunk))).then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#end().then(
      () => done(error),
      () => done(error),
    );
  }

  async #take(chunk: Buffer): Promise<void> {
    this.#pending = this.#pending.length > 0 ? Buffer.concat([this.#pending, chunk]) : chunk;
    if (!this.#isStarted && !(await this.#start())) return;
    const { bytes, isLast } = this.#wholeMessages();
    if (bytes > 0) await this.#execute(this.#cut(bytes));
    if (!isLast) return;
    await this.#end();
    this.push(null);
  }

  /** The start-up message is the one without a type byte. */
  async #start(): Promise<boolean> {
    if (this.#pending.length < LENGTH_BYTES) return false;
    const bytes = this.#pending.readInt32BE(0);
    if (this.#pending.length < bytes) return false;
    this.#isStarted = true;
    await this.#execute(this.#cut(bytes));
    return true;
  }

  /** How many bytes of whole messages there are; those of one query go over together. */
  #wholeMessages(): { bytes: number; isLast: boolean } {
    let bytes = 0;
    while (bytes + TYPE_BYTES + LENGTH_BYTES <= this.#pending.length) {
      if (this.#pending[bytes] === TERMINATE) return { bytes, isLast: true };
      const next = bytes + TYPE_BYTES + this.#pending.readInt32BE(bytes + TYPE_BYTES);
      if (next > this.#pending.length) break;
      bytes = next;
    }
    return { bytes, isLast: false };
  }

  #cut(bytes: number): Buffer {
    const front = this.#pending.subarray(0, bytes);
    this.#pending = this.#pending.subarray(bytes);
    return front;
  }

  async #execute(messages: Buffer): Promise<void> {
    const answer = await this.#lite.execProtocolRaw(messages);
    if (answer.length > 0 && !this.#isOver) this.push(Buffer.from(answer));
  }

  async #end(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isStarted && !this.#lite.closed) await this.#lite.execProtocolRaw(ROLLBACK);
  }
}
