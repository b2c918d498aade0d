import { Duplex } from 'node:stream';
import type { PGliteThread } from './pglite-thread.ts';

/** The frontend message that ends a session. (PostgreSQL manual, "Message Formats") */
const TERMINATE = 0x58;
const TYPE_BYTES = 1;
const LENGTH_BYTES = 4;
/** A simple query: type, length, text, and the zero that ends it. */
const ROLLBACK = Buffer.from('Q\0\0\0\x0dROLLBACK\0', 'latin1');

/**
 * A stream that node-postgres uses as a socket to an embedded PGlite. It passes the wire protocol to PGlite's thread.
 * PGlite is one session for all, so the pool has one connection. When the connection ends within a transaction, the
 * transaction is rolled back as in a server; the next connection would otherwise continue it.
 */
export class PGliteStream extends Duplex {
  readonly #thread: PGliteThread;
  /** Written bytes that are no whole message yet. */
  #pending = joined([]);
  #isStarted = false;
  #isOver = false;

  constructor(thread: PGliteThread) {
    super();
    this.#thread = thread;
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
    this.#take([chunk]).then(() => done(), done);
  }

  override _writev(chunks: { chunk: Buffer }[], done: (error?: Error | null) => void): void {
    this.#take(chunks.map(({ chunk }) => chunk)).then(() => done(), done);
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.#end().then(
      () => done(error),
      () => done(error),
    );
  }

  async #take(chunks: readonly Buffer[]): Promise<void> {
    this.#pending = joined([this.#pending, ...chunks]);
    if (!this.#isStarted && !(await this.#start())) return;
    const { bytes, isLast } = this.#wholeMessages();
    if (bytes > 0) await this.#execute(this.#cut(bytes));
    if (!isLast) return;
    await this.#end();
    this.push(null);
  }

  /** Handles the start-up message, which has no type byte. */
  async #start(): Promise<boolean> {
    if (this.#pending.length < LENGTH_BYTES) return false;
    const bytes = this.#pending.readInt32BE(0);
    if (this.#pending.length < bytes) return false;
    this.#isStarted = true;
    await this.#execute(this.#cut(bytes));
    return true;
  }

  /** Counts the bytes of whole messages. Those of one query are sent together. */
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

  /** Takes the bytes that are sent, with their memory. The rest moves to memory of its own. */
  #cut(bytes: number): Uint8Array<ArrayBuffer> {
    const front = this.#pending.subarray(0, bytes);
    this.#pending = joined([this.#pending.subarray(bytes)]);
    return front;
  }

  async #execute(messages: Uint8Array<ArrayBuffer>): Promise<void> {
    const { buffer } = await this.#thread.ask(messages);
    if (buffer.byteLength > 0 && !this.#isOver) this.push(Buffer.from(buffer));
  }

  async #end(): Promise<void> {
    if (this.#isOver) return;
    this.#isOver = true;
    if (this.#isStarted && !this.#thread.isOver) await this.#thread.ask(joined([ROLLBACK]));
  }
}

/** Copies bytes to memory of their own, which can be transferred. Small buffers share memory. */
function joined(parts: readonly Buffer[]): Buffer<ArrayBuffer> {
  const whole = Buffer.from(new ArrayBuffer(parts.reduce((sum, { length }) => sum + length, 0)));
  let at = 0;
  for (const part of parts) at += part.copy(whole, at);
  return whole;
}
