import { errors } from 'undici';
import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { areFields, isBeginning, parserError, type ResponseHead, readResponseHead } from './response-head.ts';

/** The listener to an answer as it arrives. */
export type ResponseListener = {
  onHead(head: ResponseHead): void;
  /** @param isLast is true when the answer is known to end with these bytes */
  onData(bytes: Buffer, isLast: boolean): void;
};

type State = 'OVER' | 'HEAD' | 'BODY' | 'CHUNK_SIZE' | 'CHUNK' | 'CHUNK_END' | 'TRAILER';

const HEAD_BYTES_MAX = 16_384;
const LINE_BYTES_MAX = 1_024;
/** Chunks up to this size are told as one. Of larger ones the bytes cost more than the chunks. */
const SMALL_BYTES = 256;
/** Interim answers to one request. Each may be passed on to a caller that reads none of them. */
const INTERIM_ANSWERS_MAX = 100;
const CRLF = Buffer.from('\r\n');
const HEAD_END = Buffer.from('\r\n\r\n');
/** The size of a chunk. (RFC 9112 §7.1) Extensions are skipped. */
const CHUNK_SIZE = /^([0-9a-f]{1,12})(?:[ \t]*;[\t\x20-\x7e\x80-\xff]*)?$/i;

/** Reads the answers of one connection, one after the other. (RFC 9112) Trailers are not passed on. */
export class ResponseReader {
  readonly #listener: ResponseListener;
  #state: State = 'OVER';
  #method = '';
  /** Bytes that cannot be processed yet, because the rest is missing or nobody takes them. */
  #held: Buffer | undefined;
  /** Bytes still to come of the body or the chunk. */
  #left = 0;
  #trailerBytes = 0;
  #interimAnswers = 0;
  #isPaused = false;
  /** Small chunks of this read, which are told as one. */
  #small: GatheredBytes | undefined;
  #smallChunks = 0;

  constructor(listener: ResponseListener) {
    this.#listener = listener;
  }

  /** Is true when the answer has ended. */
  get isOver(): boolean {
    return this.#state === 'OVER';
  }

  /** Is true when bytes follow the end of the answer. Further data cannot be trusted then. */
  get hasMore(): boolean {
    return this.#held !== undefined;
  }

  /** Is true when the answer ends with the connection. */
  get endsByClose(): boolean {
    return this.#state === 'BODY' && this.#left === Number.POSITIVE_INFINITY;
  }

  /** Waits for the answer to a request with this method. */
  begin(method: string): void {
    this.#method = method;
    this.#state = 'HEAD';
    this.#interimAnswers = 0;
    this.#isPaused = false;
  }

  /** Holds data that arrives from now on. */
  pause(): void {
    this.#isPaused = true;
  }

  /** Stops holding data. Held data is processed with the next read, even an empty one. */
  resume(): void {
    this.#isPaused = false;
  }

  /**
   * @returns the number of small chunks that were read
   * @throws HTTPParserError, HeadersOverflowError: the connection is useless afterwards
   */
  read(bytes: Buffer): number {
    const all = this.#held ? Buffer.concat([this.#held, bytes]) : bytes;
    this.#smallChunks = 0;
    let at = 0;
    try {
      while (at < all.length && this.#state !== 'OVER' && !this.#isPaused) {
        const next = this.#step(all, at);
        if (next === at) break;
        at = next;
      }
    } finally {
      this.#tellSmall();
    }
    this.#held = at < all.length ? Buffer.from(all.subarray(at)) : undefined;
    return this.#smallChunks;
  }

  #tellSmall(): void {
    const small = this.#small;
    this.#small = undefined;
    if (small) this.#listener.onData(small.whole(), false);
  }

  /** @returns the next position; the same one when more data has to come first */
  #step(bytes: Buffer, at: number): number {
    switch (this.#state) {
      case 'HEAD':
        return this.#readHead(bytes, at);
      case 'BODY':
        return this.#readBody(bytes, at, 'OVER');
      case 'CHUNK':
        return this.#readBody(bytes, at, 'CHUNK_END');
      default:
        return this.#readLine(bytes, at);
    }
  }

  #readHead(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(HEAD_END, at);
    if ((end < 0 ? bytes.length : end) - at > HEAD_BYTES_MAX) throw new errors.HeadersOverflowError();
    if (end < 0) {
      // A server that speaks no HTTP may never send an empty line, and must not count as slow.
      if (!isBeginning(bytes.toString('latin1', at))) throw parserError('Invalid status line');
      return at;
    }
    const head = readResponseHead(bytes.toString('latin1', at, end + 2), this.#method);
    if (head.status === 101) throw parserError('Nobody asked for an upgrade');
    if (head.status >= 200) this.#await(head);
    else this.#countInterim();
    this.#listener.onHead(head);
    return end + 4;
  }

  #countInterim(): void {
    this.#interimAnswers += 1;
    if (this.#interimAnswers > INTERIM_ANSWERS_MAX) throw parserError('Too many interim answers');
  }

  #await({ framing }: ResponseHead): void {
    this.#left = framing.kind === 'LENGTH' ? framing.bytes : Number.POSITIVE_INFINITY;
    this.#trailerBytes = 0;
    if (framing.kind === 'CHUNKED') this.#state = 'CHUNK_SIZE';
    else this.#state = framing.kind === 'NONE' || this.#left === 0 ? 'OVER' : 'BODY';
  }

  #readBody(bytes: Buffer, at: number, behind: State): number {
    const end = Math.min(bytes.length, at + this.#left);
    this.#left -= end - at;
    if (this.#left === 0) this.#state = behind;
    const part = at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end);
    if (behind === 'CHUNK_END' && part.length <= SMALL_BYTES) {
      this.#small ??= new GatheredBytes();
      this.#small.add(part);
      this.#smallChunks += 1;
    } else {
      this.#tellSmall();
      this.#listener.onData(part, this.isOver);
    }
    return end;
  }

  #readLine(bytes: Buffer, at: number): number {
    const end = bytes.indexOf(CRLF, at);
    if ((end < 0 ? bytes.length : end) - at > LINE_BYTES_MAX) throw parserError('Too long a line');
    if (end < 0) return at;
    this.#takeLine(bytes.toString('latin1', at, end));
    return end + 2;
  }

  #takeLine(line: string): void {
    if (this.#state === 'CHUNK_SIZE') this.#beginChunk(line);
    else if (this.#state === 'TRAILER') this.#passTrailer(line);
    else if (line === '') this.#state = 'CHUNK_SIZE';
    else throw parserError('Invalid end of a chunk');
  }

  #beginChunk(line: string): void {
    const digits = CHUNK_SIZE.exec(line)?.[1];
    if (digits === undefined) throw parserError('Invalid size of a chunk');
    this.#left = Number.parseInt(digits, 16);
    this.#state = this.#left === 0 ? 'TRAILER' : 'CHUNK';
  }

  #passTrailer(line: string): void {
    this.#trailerBytes += line.length + 2;
    if (this.#trailerBytes > HEAD_BYTES_MAX) throw new errors.HeadersOverflowError();
    if (line === '') this.#state = 'OVER';
    else if (!areFields(`${line}\r\n`)) throw parserError('Invalid trailer');
  }
}
