import type { Socket } from 'node:net';
import { errors } from 'undici';
import { PIECES_WITHOUT_REST, restAfterPieces } from '../../../foundation/piece-rest.ts';
import { Deadline } from './deadline.ts';
import type { BodySource, ExchangeControl, Receiver, UpstreamRequest } from './exchange.ts';
import { isClosed } from './failure.ts';
import type { Outgoing, Share } from './org-share.ts';
import { joined, writePart } from './request-body.ts';
import { KEEP_MS, type ResponseHead } from './response-head.ts';
import { type ResponseListener, ResponseReader } from './response-reader.ts';

/** The owner of connections. */
export type ConnectionOwner = {
  /** Called when the connection can take another request. */
  onFree(connection: UpstreamConnection): void;
  onClosed(connection: UpstreamConnection): void;
};

const NOTHING = Buffer.alloc(0);
/** Largest body that is copied behind its head. A write of several buffers costs more than to copy a small one. */
const JOINED_BYTES_MAX = 16_384;

/** A connection to a back-end: one request at a time, each answered before the next. */
export class UpstreamConnection implements ResponseListener {
  /** The share whose request it serves, for its owner. */
  share: Share | undefined;
  readonly #socket: Socket;
  readonly #owner: ConnectionOwner;
  readonly #reader = new ResponseReader(this);
  readonly #deadline = new Deadline(() => this.#pass());
  #turn: UpstreamExchange | undefined;
  /** The time for which it may be kept after the answer. */
  #keepMs = 0;
  #isAnswering = false;
  /** True for a while behind many small chunks. */
  #isResting = false;
  /** True where the next read overwrites the bytes that are being read. */
  #areLent = false;
  #isClosed = false;
  #wasKept = false;
  #closedAsItWasUsed = false;

  constructor(socket: Socket, owner: ConnectionOwner) {
    this.#socket = socket;
    this.#owner = owner;
    socket
      .on('drain', () => this.#goOn())
      .on('end', () => this.#end())
      .on('error', (error) => this.#fail(error))
      .on('close', () => this.#fail(new errors.SocketError('closed')));
    // The waiting request may have left, or been served by another connection.
    this.#deadline.set(KEEP_MS);
  }

  /** Is true where the back-end closed it just as it was used again. */
  get closedAsItWasUsed(): boolean {
    return this.#closedAsItWasUsed;
  }

  /** @returns false when the receiver does not want it any more; then the connection is still free */
  begin(outgoing: Outgoing): boolean {
    const turn = new UpstreamExchange(this, outgoing);
    try {
      outgoing.receiver.onSent(turn);
    } catch (error) {
      outgoing.receiver.onError(error as Error);
      return false;
    }
    this.#turn = turn;
    this.#isAnswering = false;
    this.#reader.begin(outgoing.request.method);
    this.#send(turn, outgoing);
    return true;
  }

  #send(turn: UpstreamExchange, { request, head }: Outgoing): void {
    const { body } = request;
    this.#deadline.set(request.answerMs);
    // Data that is available at once goes in one write.
    if (body instanceof Uint8Array && body.length <= JOINED_BYTES_MAX) {
      this.#socket.write(joined(head.text, body));
      return;
    }
    this.#socket.cork();
    this.#socket.write(head.text, 'latin1');
    if (body instanceof Uint8Array) this.#socket.write(body);
    else if (body) this.#upload(turn, body, head.isChunked);
    this.#socket.uncork();
  }

  /** Sends a body. The answer is late only when the back-end takes nothing of it. */
  #upload(turn: UpstreamExchange, body: BodySource, isChunked: boolean): void {
    turn.uploading = body;
    this.#deadline.clear();
    body.on('data', (chunk) => {
      if (turn.uploading && !writePart(this.#socket, chunk, isChunked)) {
        body.pause();
        if (!this.#isAnswering) this.#deadline.set(turn.request.answerMs);
      }
    });
    body.on('end', () => {
      if (!turn.uploading) return;
      turn.uploading = undefined;
      if (isChunked) this.#socket.write('0\r\n\r\n', 'latin1');
      if (!this.#isAnswering) this.#deadline.set(turn.request.answerMs);
    });
    body.resume();
  }

  #goOn(): void {
    const uploading = this.#turn?.uploading;
    if (!uploading) return;
    if (!this.#isAnswering) this.#deadline.clear();
    uploading.resume();
  }

  /**
   * Takes bytes that the back-end sent.
   *
   * @param areLent is true where the next read overwrites them
   */
  read(bytes: Buffer, areLent: boolean): void {
    const turn = this.#turn;
    this.#areLent = areLent;
    let smallChunks = 0;
    try {
      // Without a turn there is no request, and bytes belong to no answer.
      if (turn) smallChunks = this.#reader.read(bytes);
      else this.#shut();
    } catch (error) {
      // The event reports it in a moment: the good part of the answer has gone to the caller by then.
      this.#socket.destroy(error as Error);
      return;
    }
    if (!turn || turn !== this.#turn) return;
    if (this.#reader.isOver) this.#finish(turn);
    else if (smallChunks >= PIECES_WITHOUT_REST) this.#rest(turn, smallChunks);
    else if (this.#isAnswering && !turn.isPaused) this.#deadline.set(turn.request.idleMs);
  }

  /** Reads on later. A back-end can send small chunks faster than anybody could pass them on. */
  #rest(turn: UpstreamExchange, smallChunks: number): void {
    if (this.#isResting) return;
    this.#isResting = true;
    this.#socket.pause();
    this.#deadline.clear();
    restAfterPieces(smallChunks, () => {
      this.#isResting = false;
      if (turn !== this.#turn || turn.isPaused) return;
      this.#deadline.set(turn.request.idleMs);
      this.#socket.resume();
    });
  }

  onHead({ status, headers, keepMs }: ResponseHead): void {
    if (status >= 200) {
      this.#isAnswering = true;
      this.#keepMs = keepMs;
    }
    this.#turn?.receiver.onHead(status, headers);
  }

  onData(bytes: Buffer, isLast: boolean): void {
    const receiver = this.#turn?.receiver;
    receiver?.onData(this.#areLent && !receiver.takesLent ? Buffer.from(bytes) : bytes, isLast);
  }

  /** Ends an exchange. An unfinished request, or bytes behind the answer, make the connection useless for others. */
  #finish(turn: UpstreamExchange): void {
    const isTaken = !turn.uploading && this.#socket.writableLength === 0;
    const isKept = this.#keepMs > 0 && isTaken && !this.#reader.hasMore;
    this.#turn = undefined;
    turn.stopUpload();
    if (!isKept) this.#shut();
    else {
      this.#wasKept = true;
      this.#deadline.set(this.#keepMs);
      // The socket itself is asked: held bytes may have ended the answer of an exchange that was just resumed.
      if (this.#socket.isPaused()) this.#socket.resume();
    }
    turn.receiver.onEnd();
    if (isKept) this.#owner.onFree(this);
  }

  #end(): void {
    const turn = this.#turn;
    if (!turn || !this.#reader.endsByClose) this.#fail(new errors.SocketError('other side closed'));
    else if (this.#socket.writableLength > 0) this.#complete(turn);
    // Node takes a reset for an end when data came with it (libuv, on POLLHUP). A write, even an empty one, reveals it.
    else this.#socket.write(NOTHING, (error) => (error ? this.#fail(error) : this.#complete(turn)));
  }

  /** Ends an answer that ended with its connection. */
  #complete(turn: UpstreamExchange): void {
    if (turn !== this.#turn) return;
    this.#keepMs = 0;
    this.#finish(turn);
  }

  #pass(): void {
    this.#fail(this.#isAnswering ? new errors.BodyTimeoutError() : new errors.HeadersTimeoutError());
  }

  /** Aborts the exchange, if the connection still serves it. */
  abort(turn: UpstreamExchange, reason: Error): void {
    if (turn === this.#turn) this.#fail(reason);
  }

  pause(turn: UpstreamExchange): void {
    if (turn !== this.#turn) return;
    this.#reader.pause();
    this.#socket.pause();
    this.#deadline.clear();
  }

  resume(turn: UpstreamExchange): void {
    if (turn !== this.#turn) return;
    this.#reader.resume();
    this.read(NOTHING, false);
    if (turn === this.#turn && !turn.isPaused && !this.#isResting) this.#socket.resume();
  }

  destroy(): void {
    this.#fail(new errors.ClientDestroyedError());
  }

  #fail(error: Error): void {
    const turn = this.#turn;
    this.#turn = undefined;
    this.#closedAsItWasUsed = this.#wasKept && turn !== undefined && !this.#isAnswering && isClosed(error);
    this.#shut();
    turn?.stopUpload();
    turn?.receiver.onError(error);
  }

  #shut(): void {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.#deadline.close();
    this.#socket.destroy();
    this.#owner.onClosed(this);
  }
}

/** A request that has a connection, until its answer has ended. */
class UpstreamExchange implements ExchangeControl {
  readonly #connection: UpstreamConnection;
  readonly request: UpstreamRequest;
  readonly receiver: Receiver;
  /** The body, until it has been sent. */
  uploading: BodySource | undefined;
  isPaused = false;

  constructor(connection: UpstreamConnection, { request, receiver }: Outgoing) {
    this.#connection = connection;
    this.request = request;
    this.receiver = receiver;
  }

  abort(reason: Error): void {
    this.#connection.abort(this, reason);
  }

  pause(): void {
    this.isPaused = true;
    this.#connection.pause(this);
  }

  resume(): void {
    this.isPaused = false;
    this.#connection.resume(this);
  }

  stopUpload(): void {
    this.uploading?.destroy();
    this.uploading = undefined;
  }
}
