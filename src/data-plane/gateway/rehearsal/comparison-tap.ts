import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { codingOf, headerOf } from '../../../http/answer-body.ts';
import type { SampledAnswer } from '../../../openapi/contract/answer-faults.ts';
import type { Call } from '../call.ts';

/** Largest answer that is compared, as it comes. */
export const COMPARED_BYTES_MAX = 100_000;

/** An answer, with the milliseconds from the request to its beginning. */
export type TimedAnswer = { readonly answer: SampledAnswer; readonly ms: number };

type ComparisonTapHandlers = {
  /** Takes an answer that has gone out. */
  readonly onTaken: (taken: TimedAnswer) => void;
  /** Is told that there is none. It broke off, or is one that cannot be compared (unread). */
  readonly onGone: (reason: 'broken' | 'unread') => void;
};

/** Answers to conditions and ranges have no whole body. (RFC 9110 §15.3.7, §15.4.5) */
const PARTIAL: ReadonlySet<number> = new Set([206, 304]);
const STREAM = /^(?:text\/event-stream|multipart\/)/;

type Head = Omit<SampledAnswer, 'body'> & { readonly ms: number };

/**
 * The tap of an answer that a successor's is compared with. What it read is handed over when all has gone to the caller.
 *
 * The end of the response ends it, whatever has become of the answer before: what it holds is always given back.
 */
export class ComparisonTap {
  readonly #call: Call;
  readonly #handlers: ComparisonTapHandlers;
  readonly #bytes = new GatheredBytes();
  #sentAt = 0;
  #head: Head | undefined;
  #isWhole = false;
  #isOver = false;

  constructor(call: Call, handlers: ComparisonTapHandlers) {
    this.#call = call;
    this.#handlers = handlers;
    call.response.once('close', () => this.#close());
  }

  onSent(): void {
    this.#sentAt = performance.now();
  }

  onHead(status: number, headers: readonly string[]): void {
    if (status < 200) return;
    const type = headerOf(headers, 'content-type');
    if (PARTIAL.has(status) || STREAM.test(type ?? '')) this.#end('unread');
    else this.#head = { status, type, coding: codingOf(headers), ms: performance.now() - this.#sentAt };
  }

  onData(chunk: Buffer): void {
    if (this.#isOver) return;
    this.#bytes.add(chunk);
    if (this.#bytes.length > COMPARED_BYTES_MAX) this.#end('unread');
  }

  onEnd(): void {
    this.#isWhole = true;
  }

  #close(): void {
    if (this.#isOver) return;
    if (!this.#head || !this.#isWhole || !this.#call.response.writableFinished) {
      this.#end('broken');
      return;
    }
    this.#isOver = true;
    const { ms, ...head } = this.#head;
    this.#handlers.onTaken({ answer: { ...head, body: this.#bytes.copy() }, ms });
  }

  #end(reason: 'broken' | 'unread'): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#handlers.onGone(reason);
  }
}
