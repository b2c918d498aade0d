import { Duplex } from 'node:stream';
import type { PGlite } from '@electric-sql/pglite';

/**
 * In-process "socket": lets node-postgres (and so @prisma/adapter-pg) talk to an embedded PGlite
 * with no TCP port. Use with a pool of max 1: PGlite is one backend session.
 */
export class PGliteStream extends Duplex {
  #db: PGlite;
  #buf: Buffer = Buffer.alloc(0);
  #started = false;
  constructor(db: PGlite) {
    super();
    this.#db = db;
  }
  // --- net.Socket surface used by pg
  connect() {
    queueMicrotask(() => this.emit('connect'));
    return this;
  }
  setNoDelay() {
    return this;
  }
  setKeepAlive() {
    return this;
  }
  ref() {
    return this;
  }
  unref() {
    return this;
  }
  override _read() {}
  override _destroy(err: Error | null, cb: (e: Error | null) => void) {
    this.push(null);
    cb(err);
  }
  override _write(chunk: Buffer, _enc: BufferEncoding, cb: (e?: Error | null) => void) {
    this.#feed(chunk).then(() => cb(), cb);
  }
  override _writev(chunks: { chunk: Buffer }[], cb: (e?: Error | null) => void) {
    this.#feed(Buffer.concat(chunks.map((c) => c.chunk))).then(() => cb(), cb);
  }
  async #feed(chunk: Buffer) {
    this.#buf = this.#buf.length ? Buffer.concat([this.#buf, chunk]) : chunk;
    // the startup packet has no type byte
    if (!this.#started) {
      if (this.#buf.length < 4 || this.#buf.length < this.#buf.readInt32BE(0)) return;
      const len = this.#buf.readInt32BE(0);
      await this.#exec(this.#buf.subarray(0, len));
      this.#buf = this.#buf.subarray(len);
      this.#started = true;
    }
    // hand over whole frontend messages up to the last Sync/Query/Terminate in one call
    let off = 0;
    let end = 0;
    while (off + 5 <= this.#buf.length) {
      const len = 1 + this.#buf.readInt32BE(off + 1);
      if (off + len > this.#buf.length) break;
      if (this.#buf[off] === 0x58 /* X terminate */) {
        this.#buf = Buffer.alloc(0);
        this.push(null);
        return;
      }
      off += len;
      end = off;
    }
    if (end) {
      const msg = this.#buf.subarray(0, end);
      this.#buf = this.#buf.subarray(end);
      await this.#exec(msg);
    }
  }
  async #exec(msg: Buffer) {
    const out = await this.#db.execProtocolRaw(new Uint8Array(msg));
    if (out.length) this.push(Buffer.from(out));
  }
}
