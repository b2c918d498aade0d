import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import type { AnswerTap } from './forwarding.ts';

/** Returns a receiver that keeps a copy besides, where there is one to be kept. */
export function copiedTo(receiver: Receiver, copy: AnswerTap | null): Receiver {
  return copy ? new CopiedResponse(copy, receiver) : receiver;
}

/** Passes an answer on as it comes, and keeps a copy of it. */
class CopiedResponse implements Receiver {
  readonly #copy: AnswerTap;
  readonly #next: Receiver;

  constructor(copy: AnswerTap, next: Receiver) {
    this.#copy = copy;
    this.#next = next;
  }

  onSent(control: ExchangeControl): void {
    this.#next.onSent(control);
    this.#copy.onSent?.();
  }

  onHead(status: number, headers: readonly string[]): void {
    this.#next.onHead(status, headers);
    this.#copy.onHead(status, headers);
  }

  onData(chunk: Buffer, isLast: boolean): void {
    this.#next.onData(chunk, isLast);
    this.#copy.onData(chunk);
    if (isLast) this.#copy.onEnd();
  }

  onEnd(): void {
    this.#copy.onEnd();
    this.#next.onEnd();
  }

  onError(error: Error): void {
    this.#next.onError(error);
  }
}
