import type { Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { PassingReceiver } from '../../../infrastructure/outbound/upstream/passing-receiver.ts';

/** Passes an answer on, and tells whether the call changed what is at its address. */
export class ChangingResponse extends PassingReceiver {
  readonly takesLent: boolean;
  readonly #changed: () => void;

  constructor(next: Receiver, changed: () => void) {
    super(next);
    this.takesLent = next.takesLent ?? false;
    this.#changed = changed;
  }

  override onHead(status: number, headers: readonly string[]): void {
    if (status >= 200 && status < 400) this.#changed();
    this.next.onHead(status, headers);
  }
}
