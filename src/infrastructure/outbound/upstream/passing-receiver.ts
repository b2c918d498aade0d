import type { ExchangeControl, Receiver } from './exchange.ts';

/** Passes an answer on to the next receiver as it comes. A subclass overrides what it reads or changes. */
export abstract class PassingReceiver implements Receiver {
  protected next: Receiver;

  constructor(next: Receiver) {
    this.next = next;
  }

  onSent(control: ExchangeControl): void {
    this.next.onSent(control);
  }

  onHead(status: number, headers: readonly string[]): void {
    this.next.onHead(status, headers);
  }

  onData(chunk: Buffer, isLast: boolean): void {
    this.next.onData(chunk, isLast);
  }

  onEnd(): void {
    this.next.onEnd();
  }

  onError(error: Error): void {
    this.next.onError(error);
  }
}
