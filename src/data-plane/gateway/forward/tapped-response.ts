import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { PassingReceiver } from '../../../infrastructure/outbound/upstream/passing-receiver.ts';
import type { AnswerTap } from './forwarding.ts';

/** Returns a receiver that lets a tap read the answer along, where there is one. */
export function tappedBy(tap: AnswerTap | null | undefined, receiver: Receiver): Receiver {
  return tap ? new TappedResponse(tap, receiver) : receiver;
}

/** Passes an answer on as it comes, and shows it to a tap. */
class TappedResponse extends PassingReceiver {
  readonly #tap: AnswerTap;

  constructor(tap: AnswerTap, next: Receiver) {
    super(next);
    this.#tap = tap;
  }

  override onSent(control: ExchangeControl): void {
    this.next.onSent(control);
    this.#tap.onSent?.();
  }

  override onHead(status: number, headers: readonly string[]): void {
    this.next.onHead(status, headers);
    this.#tap.onHead(status, headers);
  }

  override onData(chunk: Buffer, isLast: boolean): void {
    this.next.onData(chunk, isLast);
    this.#tap.onData(chunk);
    if (isLast) this.#tap.onEnd();
  }

  override onEnd(): void {
    this.#tap.onEnd();
    this.next.onEnd();
  }
}
