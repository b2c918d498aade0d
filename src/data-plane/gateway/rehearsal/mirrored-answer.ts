import { Refusal } from '../../../foundation/errors.ts';
import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { codingOf, headerOf } from '../../../http/answer-body.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { refusalOf } from '../../../infrastructure/outbound/upstream/failure.ts';
import type { Upstreams } from '../../../infrastructure/outbound/upstream/upstreams.ts';
import type { SampledAnswer } from '../../../openapi/contract/answer-faults.ts';
import { COMPARED_BYTES_MAX, type TimedAnswer } from './comparison-tap.ts';
import type { MirroredRequest } from './mirrored-request.ts';

/** Time for a whole exchange. An answer that drips is not waited for. */
const WHOLE_MS_MAX = 15_000;

/** The answer is too large to be compared. */
export class AnswerTooLarge extends Error {}

/**
 * Sends a mirrored request, and takes its answer.
 *
 * @throws AnswerTooLarge, BACKEND_UNREACHABLE, BACKEND_TIMEOUT
 */
export function mirroredAnswer(
  upstreams: Pick<Upstreams, 'send'>,
  { origin, request, changes }: MirroredRequest,
): Promise<TimedAnswer> {
  return new Promise((resolve, reject) => {
    const receiver = new AnswerReceiver(resolve, (error) =>
      reject(error instanceof AnswerTooLarge ? error : refusalOf(error)),
    );
    const changed = changes?.answerTo(receiver, (refused) => receiver.abort(refused)) ?? receiver;
    const waiting = upstreams.send(origin, request, changed);
    receiver.waitAtMost(WHOLE_MS_MAX, () => waiting?.giveUp(late()));
  });
}

const late = () => new Refusal('BACKEND_TIMEOUT');

/** Gathers an answer, and ends once. */
class AnswerReceiver implements Receiver {
  readonly #resolve: (taken: TimedAnswer) => void;
  readonly #reject: (error: Error) => void;
  readonly #bytes = new GatheredBytes();
  #sentAt = 0;
  #head: (Omit<SampledAnswer, 'body'> & { readonly ms: number }) | undefined;
  #control: ExchangeControl | undefined;
  #limit: NodeJS.Timeout | undefined;
  #isOver = false;

  constructor(resolve: (taken: TimedAnswer) => void, reject: (error: Error) => void) {
    this.#resolve = resolve;
    this.#reject = reject;
  }

  /** Limits the whole exchange. @param giveUp ends the wait for a connection */
  waitAtMost(milliseconds: number, giveUp: () => void): void {
    if (this.#isOver) return;
    this.#limit = setTimeout(() => {
      if (this.#control) this.#control.abort(late());
      else giveUp();
    }, milliseconds).unref();
  }

  /** Gives up an answer that cannot be changed as the successor's steps say. */
  abort(reason: Error): void {
    this.#control?.abort(reason);
    // What changes an answer passes nothing on any more.
    this.onError(reason);
  }

  onSent(control: ExchangeControl): void {
    this.#control = control;
    this.#sentAt = performance.now();
  }

  onHead(status: number, headers: readonly string[]): void {
    if (status < 200) return;
    const type = headerOf(headers, 'content-type');
    this.#head = { status, type, coding: codingOf(headers), ms: performance.now() - this.#sentAt };
  }

  onData(chunk: Buffer): void {
    this.#bytes.add(chunk);
    if (this.#bytes.length > COMPARED_BYTES_MAX) this.#control?.abort(new AnswerTooLarge());
  }

  onEnd(): void {
    const head = this.#head;
    if (this.#isOver || !head) return;
    this.#end();
    const { ms, ...rest } = head;
    this.#resolve({ answer: { ...rest, body: this.#bytes.copy() }, ms });
  }

  onError(error: Error): void {
    if (this.#isOver) return;
    this.#end();
    this.#reject(error);
  }

  #end(): void {
    this.#isOver = true;
    clearTimeout(this.#limit);
  }
}
