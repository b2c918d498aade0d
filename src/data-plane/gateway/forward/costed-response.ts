import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { headersOfChanged } from '../../../http/changed-body-headers.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { PassingReceiver } from '../../../infrastructure/outbound/upstream/passing-receiver.ts';
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
export class CostedResponse extends PassingReceiver {
  readonly #reader: ResponseCostReader;
  #control: ExchangeControl | undefined;
  #handling: ResponseHandling = 'UNREAD';
  #head: { readonly status: number; readonly headers: readonly string[] } | undefined;
  #bytes = new GatheredBytes();

  constructor(reader: ResponseCostReader, next: Receiver) {
    super(next);
    this.#reader = reader;
  }

  override onSent(control: ExchangeControl): void {
    this.#control = control;
    this.next.onSent(control);
  }

  override onHead(status: number, headers: readonly string[]): void {
    this.#handling = this.#reader.handlingOf(status, headers);
    if (this.#handling === 'CHARGED' && this.#control) {
      this.next = new ChargedEvents(this.#reader, this.next, this.#control);
      this.#handling = 'UNREAD';
    }
    if (this.#handling === 'HELD') this.#head = { status, headers };
    else this.next.onHead(status, headers);
  }

  override onData(chunk: Buffer, isLast: boolean): void {
    if (this.#handling !== 'UNREAD') this.#bytes.add(chunk);
    if (this.#handling !== 'HELD') this.next.onData(chunk, isLast);
    if (this.#bytes.length > ANSWER_BYTES_MAX) this.#giveUp();
  }

  override onEnd(): void {
    const body = this.#bytes.whole();
    if (this.#handling === 'HELD' && this.#head) {
      const { status, headers } = this.#head;
      const billed = this.#reader.settleWithCost(body);
      this.next.onHead(status, billed === body ? headers : headersOfChanged(headers, billed.length));
      this.next.onData(billed, true);
    } else if (this.#handling === 'READ') this.#reader.read(body);
    this.next.onEnd();
  }

  #giveUp(): void {
    const [head, bytes] = [this.#head, this.#bytes];
    this.#handling = 'UNREAD';
    this.#head = undefined;
    this.#bytes = new GatheredBytes();
    if (!head) return;
    this.next.onHead(head.status, head.headers);
    this.next.onData(bytes.whole(), false);
  }
}
