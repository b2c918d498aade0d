import { atOnce, inFreshTurns } from '../../../foundation/event-loop-turns.ts';
import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { isObject } from '../../../foundation/json.ts';
import { codingOf, decoded, headerOf } from '../../../http/answer-body.ts';
import { headersOfChanged } from '../../../http/changed-body-headers.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { PassingReceiver } from '../../../infrastructure/outbound/upstream/passing-receiver.ts';
import { mayHaveErrors, NO_DETAILS, ResponseErrorCleaner } from '../graphql/response-error-cleaner.ts';

/** A larger answer is not held: it passes as it comes, read on its way. */
const HELD_BYTES_MAX = 1_000_000;
/** A compressed one that is larger than this passes as it is. */
const DECODED_BYTES_MAX = 10_000_000;

/** Bytes that are read for errors in one go: three milliseconds at most. */
const READ_AT_ONCE = 16_384;

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json\b/i;
const STREAM_TYPE = /^(?:text\/event-stream|multipart\/mixed)\b/i;
const PAGE_TYPE = /^text\/html\b/i;

type Head = {
  readonly status: number;
  readonly headers: readonly string[];
  readonly isJson: boolean;
  readonly coding: string;
  readonly hasLength: boolean;
};

/** Ends the reading of an answer that broke off. */
class ResponseEnded extends Error {
  override readonly name = 'Ended';
}

/**
 * Passes on a GraphQL server's answer without details of the server in its errors.
 *
 * A whole answer is held until it is known to have no errors, as most have none. A long one and a stream are read while
 * they pass.
 *
 * Decision: an answer with the status of an error that is none of GraphQL, as frameworks write it, keeps its status. It
 * becomes an error without details. A page or a redirect is refused elsewhere.
 */
export class CleanedResponse extends PassingReceiver {
  /** The type of what is told in place of an answer. */
  readonly #type: string;
  #control: ExchangeControl | undefined;
  /** Head of an answer that is held. */
  #head: Head | undefined;
  #bytes = new GatheredBytes();
  /** Cleaner of an answer that is read while it passes. */
  #errors: ResponseErrorCleaner | undefined;
  /** The reading of a whole answer that takes several turns of the event loop. */
  #reading: Promise<void> | undefined;
  #isOver = false;

  constructor(next: Receiver, type: string) {
    super(next);
    this.#type = type;
  }

  override onSent(control: ExchangeControl): void {
    this.#control = control;
    this.next.onSent(control);
  }

  override onHead(status: number, headers: readonly string[]): void {
    const type = headerOf(headers, 'content-type') ?? '';
    const coding = codingOf(headers);
    const length = headerOf(headers, 'content-length');
    const isJson = JSON_TYPE.test(type);
    const isRefused = PAGE_TYPE.test(type) || (status >= 300 && status < 400);
    const isLong = isJson && !isRefused && Number(length) > HELD_BYTES_MAX;
    if ((isLong || STREAM_TYPE.test(type)) && coding === 'identity' && status >= 200)
      this.#stream(status, headers);
    else if (status < 200 || isRefused || STREAM_TYPE.test(type) || (status < 400 && !isJson))
      this.next.onHead(status, headers);
    else this.#head = { status, headers, isJson, coding, hasLength: length !== undefined };
  }

  override onData(chunk: Buffer, isLast: boolean): void {
    if (this.#isOver || this.#reading) return;
    if (!this.#head) {
      this.next.onData(this.#errors?.pass(chunk) ?? chunk, isLast);
      return;
    }
    const isFirst = this.#bytes.length === 0;
    this.#bytes.add(chunk);
    if (isLast) this.#finish(this.#head);
    else if (this.#bytes.length > HELD_BYTES_MAX) this.#letGo();
    // One that does not say how long it is may come slowly; what came at once is often all of it.
    else if (!this.#head.hasLength && isFirst) process.nextTick(() => this.#streamOn());
  }

  override onEnd(): void {
    if (this.#isOver) return;
    if (this.#head) this.#finish(this.#head);
    if (!this.#reading) this.next.onEnd();
    else void this.#reading.then(() => this.next.onEnd());
  }

  override onError(error: Error): void {
    if (!this.#isOver) this.next.onError(error);
  }

  #stream(status: number, headers: readonly string[]): void {
    this.#errors = new ResponseErrorCleaner();
    this.next.onHead(status, headersOfChanged(headers, undefined));
  }

  #streamOn(): void {
    const head = this.#head;
    if (!head?.isJson || head.status >= 400 || head.coding !== 'identity') return;
    this.#stream(head.status, head.headers);
    this.#passHeld();
  }

  /** Passes on an answer that is too large to be held. */
  #letGo(): void {
    const head = this.#head;
    if (!head) return;
    if (head.isJson && head.coding === 'identity') this.#stream(head.status, head.headers);
    else if (head.status < 400) this.next.onHead(head.status, head.headers);
    else {
      this.#isOver = true;
      this.#tell(head, NOTHING_TOLD, true);
      this.next.onEnd();
      this.#control?.abort(new ResponseEnded());
      return;
    }
    this.#passHeld();
  }

  #passHeld(): void {
    const held = this.#take();
    this.#head = undefined;
    this.next.onData(this.#errors?.pass(held) ?? held, false);
  }

  #take(): Buffer {
    const bytes = this.#bytes.whole();
    this.#bytes = new GatheredBytes();
    return bytes;
  }

  #finish(head: Head): void {
    const body = this.#take();
    const plain = decoded(body, head.coding, DECODED_BYTES_MAX);
    this.#head = undefined;
    if (plain instanceof Promise)
      this.#reading = plain.catch(() => NOTHING).then((plain) => this.#read(head, body, plain));
    else this.#reading = this.#read(head, body, plain);
  }

  /** Returns a promise only for what takes several turns. */
  #read(head: Head, body: Buffer, plain: Buffer): Promise<void> | undefined {
    if (head.status >= 400 && body.length > 0 && !isAnswer(plain)) this.#tell(head, NOTHING_TOLD, true);
    else if (!mayHaveErrors(plain)) this.#pass(head, body, [plain, plain]);
    else if (plain.length <= READ_AT_ONCE) this.#pass(head, body, [plain, atOnce(cleanedPieces(plain))]);
    else
      return inFreshTurns(cleanedPieces(plain)).then((cleaned) => this.#pass(head, body, [plain, cleaned]));
    return undefined;
  }

  #pass(head: Head, body: Buffer, [plain, cleaned]: readonly [plain: Buffer, cleaned: Buffer]): void {
    if (cleaned === plain || cleaned.equals(plain)) {
      this.next.onHead(head.status, head.headers);
      if (body.length > 0) this.next.onData(body, true);
    } else this.#tell(head, cleaned, false);
  }

  #tell({ status, headers }: Head, body: Buffer, isReplaced: boolean): void {
    const changed = headersOfChanged(headers, body.length, ['content-encoding', 'content-type']);
    const type = isReplaced ? this.#type : (headerOf(headers, 'content-type') ?? this.#type);
    this.next.onHead(status, [...changed, 'Content-Type', type]);
    this.next.onData(body, true);
  }
}

const NOTHING = Buffer.alloc(0);
const NOTHING_TOLD = Buffer.from(`{"errors":${NO_DETAILS}}`);

/** Removes details from a whole answer, piece by piece. Ten megabytes of `errors` take more than a second. */
function* cleanedPieces(plain: Buffer): Generator<undefined, Buffer> {
  const errors = new ResponseErrorCleaner();
  const pieces: Buffer[] = [];
  for (let at = 0; at < plain.length; at += READ_AT_ONCE) {
    pieces.push(errors.pass(plain.subarray(at, at + READ_AT_ONCE)));
    yield;
  }
  return pieces.length === 1 ? (pieces[0] ?? plain) : Buffer.concat(pieces);
}

/** Tells whether it is an answer of GraphQL. A long one is not read, whether it came compressed or not. */
function isAnswer(body: Buffer): boolean {
  if (body.length > HELD_BYTES_MAX) return false;
  try {
    const answer: unknown = JSON.parse(body.toString());
    return [answer].flat().every((each) => isObject(each) && ('data' in each || 'errors' in each));
  } catch {
    return false;
  }
}
