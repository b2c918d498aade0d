import { EventEmitter } from 'node:events';
import type { OutgoingHttpHeaders, ServerHttp2Stream } from 'node:http2';
import type { PlainRequest } from '../../plain/plain-request.ts';
import { checkLinks, dateValue, fieldText, withFields } from '../../plain/response-head.ts';
import { streamFieldsOf } from './stream-head.ts';
import type { StreamSocket } from './stream-socket.ts';

type Chunk = Buffer | string;

/**
 * The response to a plain request over HTTP/2.
 *
 * It has of node:http's ServerResponse what those use who serve calls, and writes frames where that writes text.
 */
export class StreamResponse extends EventEmitter {
  readonly req: PlainRequest;
  readonly #stream: ServerHttp2Stream;
  /** The connection, until the response is over. */
  socket: StreamSocket | null;
  statusCode = 200;
  /** A connection of HTTP/2 says by a frame of its own that it ends. */
  shouldKeepAlive = true;
  headersSent = false;
  writableEnded = false;
  writableFinished = false;
  destroyed = false;
  /** Is true once it is over, sent or not. */
  closed = false;
  /** Headers that were set before the head, by the name in lower case. Each is its name and values in turn. */
  #set: Map<string, string[]> | undefined;
  /** Names and values of the head in turn, until it is sent. */
  #head: readonly string[] | undefined;
  #needsDrain = false;

  constructor(req: PlainRequest, stream: ServerHttp2Stream, socket: StreamSocket) {
    super();
    this.req = req;
    this.socket = socket;
    this.#stream = stream;
    stream
      .on('drain', () => this.#drain())
      .on('timeout', () => this.emit('timeout') || socket.destroy())
      .once('finish', () => this.#finish())
      .once('close', () => this.#close());
  }

  setHeader(name: string, value: string): this {
    this.#set ??= new Map();
    this.#set.set(name.toLowerCase(), [name, value]);
    return this;
  }

  /**
   * @param fields names and values in turn
   * @throws TypeError for a name or a value that HTTP has not
   */
  writeHead(status: number, fields: readonly string[] = []): this {
    const head = this.#set ? withFields(this.#set, fields) : fields;
    // For its errors: what it makes is text of HTTP/1.1.
    for (let at = 0; at + 1 < head.length; at += 2) fieldText(head[at] ?? '', head[at + 1] ?? '');
    this.statusCode = status;
    this.headersSent = true;
    this.#head = head;
    return this;
  }

  /** A head that no body follows is sent with the end, which it is. */
  flushHeaders(): void {
    if (!this.headersSent) this.writeHead(this.statusCode);
    if (this.#hasBody()) this.#sendHead(false);
  }

  /** @returns whether there is room for more; otherwise `drain` tells of it */
  write(chunk: Chunk): boolean {
    this.flushHeaders();
    if (!this.#hasBody() || !this.#stream.writable) return true;
    this.#count(chunk);
    this.#needsDrain = !this.#stream.write(chunk);
    return !this.#needsDrain;
  }

  end(chunk: Chunk = ''): this {
    if (this.writableEnded) return this;
    this.writableEnded = true;
    const isEmpty = chunk.length === 0 || !this.#hasBody();
    if (!this.headersSent) {
      if (this.#hasBody()) this.setHeader('Content-Length', `${Buffer.byteLength(chunk)}`);
      this.writeHead(this.statusCode);
    }
    this.#sendHead(isEmpty);
    // Node ends the stream of a HEAD before anybody answers it.
    if (this.#stream.writableFinished) process.nextTick(() => this.#finish());
    if (!this.#stream.writable) return this;
    // The last piece goes with the end of the stream, in one frame.
    if (isEmpty) this.#stream.end();
    else {
      this.#count(chunk);
      this.#stream.end(chunk);
    }
    return this;
  }

  #hasBody(): boolean {
    return this.statusCode !== 204 && this.statusCode !== 304 && this.req.method !== 'HEAD';
  }

  /** @param endStream tells that no body follows */
  #sendHead(endStream: boolean): void {
    const head = this.#head;
    const stream = this.#stream;
    this.#head = undefined;
    if (!head || stream.destroyed || stream.closed) return;
    const fields: Record<string, unknown> = streamFieldsOf(head);
    fields[':status'] = this.statusCode;
    fields['date'] ??= dateValue();
    stream.respond(fields as OutgoingHttpHeaders, { endStream, sendDate: false } as object);
  }

  #count(chunk: Chunk): void {
    if (this.socket) this.socket.bytesWritten += Buffer.byteLength(chunk);
  }

  #drain(): void {
    if (!this.#needsDrain || this.writableEnded) return;
    this.#needsDrain = false;
    this.emit('drain');
  }

  /** Ends the response, all of which the connection has taken. A stream that is given up finishes as well. */
  #finish(): void {
    if (this.closed || !this.writableEnded) return;
    this.writableFinished = true;
    this.#close();
  }

  #close(): void {
    if (this.closed) return;
    this.closed = true;
    this.destroyed = true;
    this.socket = null;
    this.emit('close');
  }

  /** Does nothing. A request that waits for an interim answer is not plain. */
  writeContinue(): void {}

  /** @throws TypeError for what is no link */
  writeEarlyHints({ link }: { readonly link: readonly string[] }): void {
    if (link.length === 0) return;
    checkLinks(link);
    const stream = this.#stream;
    if (!stream.destroyed && !stream.headersSent)
      stream.additionalHeaders({ ':status': 103, link: link.join(', ') });
  }

  /** Ends the stream so that its answer cannot look whole. */
  destroy(): this {
    if (this.destroyed) return this;
    this.destroyed = true;
    this.socket?.destroy();
    process.nextTick(() => this.#close());
    return this;
  }
}
