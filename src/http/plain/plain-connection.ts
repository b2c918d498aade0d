import type { Socket } from 'node:net';
import { type PlainHead, readPlainHead } from './plain-head.ts';
import { PlainRequest } from './plain-request.ts';
import { PlainResponse, type ResponseOwner } from './plain-response.ts';

/** The state that the connections of a listener share. */
export type PlainListener = {
  /** The fields of a response whose connection is kept, each with its CRLF. */
  readonly keepAlive: string;
  /** Is true for a request that is served here; any other is node:http's. */
  takes(head: PlainHead): boolean;
  serve(request: PlainRequest, response: PlainResponse): void;
  /** Gives a socket to node:http. */
  giveAway(connection: PlainConnection, socket: Socket): void;
  onClosed(connection: PlainConnection): void;
};

const HEAD_END = Buffer.from('\r\n\r\n');
const NOTHING = Buffer.alloc(0);
/** As of node:http: the listener's `maxHeaderSize`. */
const HEAD_BYTES_MAX = 16_384;
/** Time for a caller to read the last answer. Closed with bytes unread, a connection is reset, and the answer lost. */
const LINGER_MS = 2_000;
/** Requests that wait for the one before them, in bytes. Any more stay in the socket. */
const HELD_BYTES_MAX = 65_536;

/**
 * A connection whose requests have been plain so far, one after the other.
 *
 * From the first byte that is not plain it is node:http's for good, with all bytes from there on. So is a message that does
 * not come whole, since its time limits, its early answers and its end in the middle are node:http's to judge.
 */
export class PlainConnection implements ResponseOwner {
  readonly #listener: PlainListener;
  readonly #socket: Socket;
  /** The response under way. */
  #response: PlainResponse | undefined;
  /** Bytes that came behind the request under way. */
  #held: Buffer | undefined;
  /** Looks of the listener since something happened here. */
  #idleLooks = 0;
  /** Is true once the last answer is sent, while more comes that nobody reads. */
  #isLingering = false;

  constructor(socket: Socket, listener: PlainListener) {
    this.#socket = socket;
    this.#listener = listener;
    socket
      .on('data', this.#take)
      .on('end', this.#end)
      .on('drain', this.#drain)
      .on('timeout', this.#timeOut)
      .on('error', this.#fail)
      .on('close', this.#close);
  }

  /** Is true while no request is under way, and one was before. */
  get isIdle(): boolean {
    return !this.#response && !this.#held && !this.#isLingering && this.#socket.bytesRead > 0;
  }

  /** Counts a look at it. @returns the looks since something happened */
  look(): number {
    this.#idleLooks = this.#response ? 0 : this.#idleLooks + 1;
    return this.#idleLooks;
  }

  destroy(): void {
    this.#socket.destroy();
  }

  /** Gives the connection to node:http, with bytes that have come. */
  giveAway(bytes: Buffer = NOTHING): void {
    const socket = this.#socket;
    socket
      .off('data', this.#take)
      .off('end', this.#end)
      .off('drain', this.#drain)
      .off('timeout', this.#timeOut)
      .off('error', this.#fail)
      .off('close', this.#close);
    // It may not flow before its new owner listens.
    socket.pause();
    if (bytes.length > 0) socket.unshift(bytes);
    this.#listener.giveAway(this, socket);
    socket.resume();
  }

  readonly #take = (bytes: Buffer): void => {
    this.#idleLooks = 0;
    if (this.#isLingering) return;
    if (this.#response || this.#held) this.#hold(bytes);
    else this.#read(bytes);
  };

  #hold(bytes: Buffer): void {
    this.#held = this.#held ? Buffer.concat([this.#held, bytes]) : bytes;
    if (!this.#hasRoom()) this.#socket.pause();
  }

  /** Begins with the request at the beginning of the bytes. */
  #read(bytes: Buffer): void {
    const end = bytes.indexOf(HEAD_END);
    const isWhole = end >= 0 && end <= HEAD_BYTES_MAX - HEAD_END.length;
    const head = isWhole ? readPlainHead(bytes.toString('latin1', 0, end + 2)) : undefined;
    const from = end + HEAD_END.length;
    const to = from + (head?.bodyBytes ?? 0);
    if (!head || bytes.length < to || !this.#listener.takes(head)) {
      this.giveAway(bytes);
      return;
    }
    this.#held = bytes.length > to ? bytes.subarray(to) : undefined;
    const request = new PlainRequest(this.#socket, head, to > from ? bytes.subarray(from, to) : undefined);
    const { keepAlive } = this.#listener;
    const response = new PlainResponse(request, this, { isKept: head.isKept, keepAlive });
    this.#response = response;
    this.#listener.serve(request, response);
  }

  #hasRoom(): boolean {
    return (this.#held?.length ?? 0) < HELD_BYTES_MAX;
  }

  onSent({ shouldKeepAlive }: PlainResponse): void {
    const socket = this.#socket;
    this.#response = undefined;
    this.#idleLooks = 0;
    // The time limit of a body or an answer ends with it.
    if (socket.timeout) socket.setTimeout(0);
    if (!shouldKeepAlive) this.#leave(socket);
    // In a turn of its own: the requests of one caller may not follow each other without a turn for others.
    else if (this.#held) setImmediate(this.#readHeld);
  }

  /** Ends the connection behind its last answer. Requests that came behind it are not served. (RFC 9112 §9.6) */
  #leave(socket: Socket): void {
    if (!this.#held) {
      socket.destroySoon();
      return;
    }
    this.#held = undefined;
    this.#isLingering = true;
    socket.end();
    socket.setTimeout(LINGER_MS);
    socket.resume();
  }

  readonly #readHeld = (): void => {
    const held = this.#held;
    this.#held = undefined;
    if (!held || this.#socket.destroyed) return;
    this.#read(held);
    if (this.#hasRoom() && this.#socket.isPaused()) this.#socket.resume();
  };

  /** A caller who has ended the connection takes no answer either, as node:http has it. */
  readonly #end = (): void => {
    // A second end makes an error, which nobody sees.
    if (!this.#socket.writableEnded) this.#socket.end();
  };

  readonly #drain = (): void => {
    this.#response?.drain();
  };

  readonly #timeOut = (): void => {
    if (!this.#response?.emit('timeout')) this.#socket.destroy();
  };

  readonly #fail = (): void => {
    this.#socket.destroy();
  };

  readonly #close = (): void => {
    const response = this.#response;
    this.#response = undefined;
    this.#listener.onClosed(this);
    if (!response) return;
    response.socket = null;
    response.close();
  };
}
