import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { CallMeter } from '../accounting/call-meter.ts';

/** Passes an answer on as it comes, and lets its meter read along. */
export class MeteredResponse implements Receiver {
  readonly #meter: CallMeter;
  readonly #next: Receiver;

  constructor(meter: CallMeter, next: Receiver) {
    this.#meter = meter;
    this.#next = next;
  }

  onSent(control: ExchangeControl): void {
    this.#next.onSent(control);
  }

  onHead(status: number, headers: readonly string[]): void {
    this.#next.onHead(status, headers);
    this.#meter.onHead(status, headers);
  }

  onData(chunk: Buffer, isLast: boolean): void {
    this.#next.onData(chunk, isLast);
    this.#meter.onData(chunk);
    if (isLast) this.#meter.onEnd();
  }

  onEnd(): void {
    this.#meter.onEnd();
    this.#next.onEnd();
  }

  onError(error: Error): void {
    this.#next.onError(error);
  }
}
