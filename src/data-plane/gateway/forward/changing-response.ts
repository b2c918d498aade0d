import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';

/** Passes an answer on, and tells whether the call changed what is at its address. */
export class ChangingResponse implements Receiver {
  readonly takesLent: boolean;
  readonly #next: Receiver;
  readonly #changed: () => void;

  constructor(next: Receiver, changed: () => void) {
    this.takesLent = next.takesLent ?? false;
    this.#next = next;
    this.#changed = changed;
  }

  onSent(control: ExchangeControl): void {
    this.#next.onSent(control);
  }

  onHead(status: number, headers: readonly string[]): void {
    if (status >= 200 && status < 400) this.#changed();
    this.#next.onHead(status, headers);
  }

  onData(chunk: Buffer, isLast: boolean): void {
    this.#next.onData(chunk, isLast);
  }

  onEnd(): void {
    this.#next.onEnd();
  }

  onError(error: Error): void {
    this.#next.onError(error);
  }
}
