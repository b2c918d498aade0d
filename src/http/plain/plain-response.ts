import { EventEmitter } from 'node:events';
import type { Socket } from 'node:net';
import { READ_BYTES } from '../../foundation/read-bytes.ts';
import type { PlainRequest } from './plain-request.ts';
import { checkLinks, dateLine, fieldText, statusLine, withFields } from './response-head.ts';

/** The owner of a response. */
export type ResponseOwner = {
  /** Called when the response has been sent to its end. */
  onSent(response: PlainResponse): void;
};

type Chunk = Buffer | string;

const NOTHING = Buffer.alloc(0);
/** More than this is not copied beside its head, but written by itself. What is read at once has room. */
const OUT_BYTES = READ_BYTES + 8 * 1024;
/** A slow caller keeps a buffer until it has taken all. A small response keeps a small one. */
const SMALL_OUT_BYTES = 16 * 1024;
/** Room for the size of a chunk, its line ends and the last chunk. */
const FRAMING_BYTES = 32;

/**
 * Buffers for a head and the bytes with it. They go in one write.
 *
 * A buffer is free for the next response once the kernel has taken all of it. Until then the socket keeps it, and the
 * next response gets a new one.
 */
let out = Buffer.allocUnsafeSlow(OUT_BYTES);
let smallOut = Buffer.allocUnsafeSlow(SMALL_OUT_BYTES);

/** Tells whether a response copies chunks. It then copies those of at most READ_BYTES, which may be lent. */
export const copiesChunks = (response: object): boolean => response instanceof PlainResponse;

/**
 * The response to a plain request.
 *
 * It has of node:http's ServerResponse what those use who serve calls, and sends the same bytes.
 */
export class PlainResponse extends EventEmitter {
  readonly req: PlainRequest;
  readonly #owner: ResponseOwner;
  readonly #keepAlive: string;
  /** The connection, until the response is sent or its connection closed. */
  socket: Socket | null;
  statusCode = 200;
  shouldKeepAlive: boolean;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  destroyed = false;
  /** Headers that were set before the head, by the name in lower case. Each is its name and values in turn. */
  #set: Map<string, string[]> | undefined;
  /** Bytes of a body that is whole before its head. Undefined where the head says it, or nobody knows. */
  #length: number | undefined;
  /** The head, until it is sent. */
  #head = '';
  #hasBody = true;
  #isChunked = false;
  #needsDrain = false;
  /** Is true once it is over, sent or not. */
  closed = false;

  /** @param keepAlive the fields of a connection that is kept, each with its CRLF */
  constructor(
    req: PlainRequest,
    owner: ResponseOwner,
    { isKept, keepAlive }: { readonly isKept: boolean; readonly keepAlive: string },
  ) {
    super();
    this.req = req;
    this.#owner = owner;
    this.socket = req.socket;
    this.shouldKeepAlive = isKept;
    this.#keepAlive = keepAlive;
  }

  setHeader(name: string, value: string): this {
    this.#set ??= new Map();
    this.#set.set(name.toLowerCase(), [name, value]);
    return this;
  }

  /**
   * @param fields names and values in turn
   * @throws TypeError for a name or a value that would break the head
   */
  writeHead(status: number, fields: readonly string[] = []): this {
    const raw = this.#set ? withFields(this.#set, fields) : fields;
    let text = statusLine(status);
    let [hasLength, hasDate] = [false, false];
    for (let at = 0; at < raw.length; at += 2) {
      const [name = '', value = ''] = [raw[at], raw[at + 1]];
      text += fieldText(name, value);
      if (name.length === 14 && name.toLowerCase() === 'content-length') hasLength = true;
      else if (name.length === 4 && name.toLowerCase() === 'date') hasDate = true;
    }
    this.statusCode = status;
    this.headersSent = true;
    this.#hasBody = status !== 204 && status !== 304 && this.req.method !== 'HEAD';
    const date = hasDate ? '' : dateLine();
    const connection = this.shouldKeepAlive ? this.#keepAlive : 'Connection: close\r\n';
    const framing = hasLength || !this.#hasBody ? '' : this.#framing();
    this.#head = `${text}\r\n${date}${connection}${framing}\r\n`;
    return this;
  }

  /** Decides how the end of a body is told. */
  #framing(): string {
    if (this.#length !== undefined) return `Content-Length: ${this.#length}\r\n`;
    this.#isChunked = true;
    return 'Transfer-Encoding: chunked\r\n';
  }

  flushHeaders(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.#send(NOTHING, false);
  }

  /** @returns whether there is room for more; otherwise `drain` tells of it */
  write(chunk: Chunk): boolean {
    if (!this.headersSent) this.writeHead(this.statusCode);
    this.#send(bytesOf(chunk), false);
    // Node asks to wait for a large chunk also where the kernel has taken all of it.
    this.#needsDrain = this.socket?.writableLength ? this.socket.writableNeedDrain : false;
    return !this.#needsDrain;
  }

  end(chunk: Chunk = NOTHING): this {
    if (this.writableEnded) return this;
    const bytes = bytesOf(chunk);
    if (!this.headersSent) {
      this.#length = bytes.length;
      this.writeHead(this.statusCode);
    }
    this.#send(bytes, true);
    this.writableEnded = true;
    const { socket } = this;
    if (!socket?.writable) return this;
    if (socket.writableLength === 0) process.nextTick(finish, this);
    else socket.write(NOTHING, (error) => error || this.finish());
    return this;
  }

  /** Sends the head, if it is not sent yet, and a part of the body. */
  #send(bytes: Buffer, isLast: boolean): void {
    // A caller who is gone, or has ended the connection, takes nothing.
    if (!this.socket?.writable) return;
    const body = this.#hasBody ? bytes : NOTHING;
    const room = this.#head.length + body.length + FRAMING_BYTES;
    if (room > OUT_BYTES) this.#sendLarge(body, isLast);
    else if (room > SMALL_OUT_BYTES) {
      if (this.#sendIn(out, body, isLast)) out = Buffer.allocUnsafeSlow(OUT_BYTES);
    } else if (this.#sendIn(smallOut, body, isLast)) smallOut = Buffer.allocUnsafeSlow(SMALL_OUT_BYTES);
  }

  /** @returns whether the socket keeps the buffer */
  #sendIn(out: Buffer, body: Buffer, isLast: boolean): boolean {
    const { socket } = this;
    let at = this.#head === '' ? 0 : out.write(this.#head, 0, 'latin1');
    this.#head = '';
    if (this.#isChunked && body.length > 0) {
      at += out.write(`${body.length.toString(16)}\r\n`, at, 'latin1');
      at += body.copy(out, at);
      at += out.write('\r\n', at, 'latin1');
    } else at += body.copy(out, at);
    if (this.#isChunked && isLast) at += out.write('0\r\n\r\n', at, 'latin1');
    if (!socket || at === 0) return false;
    const part = out.subarray(0, at);
    // Behind what waits already it waits, too.
    if (socket.writableLength > 0) {
      socket.write(Buffer.from(part));
      return false;
    }
    socket.write(part);
    return socket.writableLength > 0;
  }

  #sendLarge(body: Buffer, isLast: boolean): void {
    const { socket } = this;
    if (!socket) return;
    socket.cork();
    if (this.#head !== '') socket.write(this.#head, 'latin1');
    this.#head = '';
    if (this.#isChunked && body.length > 0) socket.write(`${body.length.toString(16)}\r\n`, 'latin1');
    // A small one may be lent. (copiesChunks)
    if (body.length > 0) socket.write(body.length > READ_BYTES ? body : Buffer.from(body));
    if (this.#isChunked)
      socket.write(`${body.length > 0 ? '\r\n' : ''}${isLast ? '0\r\n\r\n' : ''}`, 'latin1');
    socket.uncork();
  }

  /** Ends the response, all of which the socket has taken. */
  finish(): void {
    if (this.closed) return;
    this.writableFinished = true;
    this.socket = null;
    this.close();
    this.#owner.onSent(this);
  }

  /** Ends the response, sent or not. */
  close(): void {
    if (this.closed) return;
    this.closed = true;
    this.destroyed = true;
    this.emit('close');
  }

  /** Tells a waiting writer that the socket takes more again. */
  drain(): void {
    if (!this.#needsDrain || this.writableEnded) return;
    this.#needsDrain = false;
    this.emit('drain');
  }

  /** Does nothing. A request that waits for an interim answer is not plain. */
  writeContinue(): void {}

  /** @throws TypeError for what is no link */
  writeEarlyHints({ link }: { readonly link: readonly string[] }): void {
    if (link.length === 0) return;
    checkLinks(link);
    this.socket?.write(`HTTP/1.1 103 Early Hints\r\nLink: ${link.join(', ')}\r\n\r\n`, 'latin1');
  }

  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.socket?.destroy();
    return this;
  }
}

/** One function for all of them: a closure for each would cost more. */
function finish(response: PlainResponse): void {
  response.finish();
}

const bytesOf = (chunk: Chunk) => (typeof chunk === 'string' ? Buffer.from(chunk) : chunk);
