import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { headersOfChanged } from '../../../http/changed-body-headers.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import {
  ANSWER_BYTES_MAX,
  type ResponseCostReader,
  type ResponseHandling,
} from '../graphql/response-cost-reader.ts';
import { ChargedEvents } from './charged-events.ts';

/**
 * Passes on an answer whose cost is read.
 *
 * It may be held until it is whole, or charged event by event. One that turns out too large passes as it comes from
 * there on. One that breaks off is not read.
 */
export class CostedResponse implements Receiver {
  readonly #reader: ResponseCostReader;
  #next: Receiver;
  #control: ExchangeControl | undefined;
  #passage: ResponseHandling = 'UNREAD';
  #head: { readonly status: number; readonly headers: readonly string[] } | undefined;
  #bytes = new GatheredBytes();

  constructor(reader: ResponseCostReader, next: Receiver) {
    this.#reader = reader;
    this.#next = next;
  }

  onSent(control: ExchangeControl): void {
    this.#control = control;
    this.#next.onSent(control);
  }

  onHead(status: number, headers: readonly string[]): void {
    this.#passage = this.#reader.passageOf(status, headers);
    if (this.#passage === 'CHARGED' && this.#control) {
      this.#next = new ChargedEvents(this.#reader, this.#next, this.#control);
      this.#passage = 'UNREAD';
    }
    if (this.#passage === 'HELD') this.#head = { status, headers };
    else this.#next.onHead(status, headers);
  }

  onData(chunk: Buffer, isLast: boolean): void {
    if (this.#passage !== 'UNREAD') this.#bytes.add(chunk);
    if (this.#passage !== 'HELD') this.#next.onData(chunk, isLast);
    if (this.#bytes.length > ANSWER_BYTES_MAX) this.#giveUp();
  }

  onEnd(): void {
    const body = this.#bytes.whole();
    if (this.#passage === 'HELD' && this.#head) {
      const { status, headers } = this.#head;
      const billed = this.#reader.settleWithCost(body);
      this.#next.onHead(status, billed === body ? headers : headersOfChanged(headers, billed.length));
      this.#next.onData(billed, true);
    } else if (this.#passage === 'READ') this.#reader.read(body);
    this.#next.onEnd();
  }

  onError(error: Error): void {
    this.#next.onError(error);
  }

  #giveUp(): void {
    const [head, bytes] = [this.#head, this.#bytes];
    this.#passage = 'UNREAD';
    this.#head = undefined;
    this.#bytes = new GatheredBytes();
    if (!head) return;
    this.#next.onHead(head.status, head.headers);
    this.#next.onData(bytes.whole(), false);
  }
}
