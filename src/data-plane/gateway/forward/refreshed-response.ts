import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import type { ExchangeControl, Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { BODY_MAX, type KeeperOf } from './storing-response.ts';

type Refreshing = {
  readonly keeperOf: KeeperOf;
  /** Is told of the headers of a 304. */
  readonly update: (headers: readonly string[]) => void;
  /** Is told of the end, once. */
  readonly done: () => void;
};

/** Receives the answer to a request that nobody waits for. It keeps it, and reads no more than it keeps. */
export class RefreshedResponse implements Receiver {
  readonly #refreshing: Refreshing;
  readonly #bytes = new GatheredBytes();
  #control: ExchangeControl | undefined;
  #keep: ((body: Buffer) => void) | undefined;

  constructor(refreshing: Refreshing) {
    this.#refreshing = refreshing;
  }

  onSent(control: ExchangeControl): void {
    this.#control = control;
  }

  onHead(status: number, headers: readonly string[]): void {
    if (status < 200) return;
    const { update, keeperOf } = this.#refreshing;
    if (status === 304) update(headers);
    // An error is no newer answer: what was kept stays as long as it may.
    else if (status < 500) this.#keep = keeperOf({ status, headers });
    if (status !== 304 && !this.#keep) this.#giveUp();
  }

  onData(chunk: Buffer): void {
    if (!this.#keep) return;
    this.#bytes.add(chunk);
    if (this.#bytes.length > BODY_MAX) this.#giveUp();
  }

  #giveUp(): void {
    this.#keep = undefined;
    this.#control?.abort(new Error('Nobody waits for an answer that is not kept'));
  }

  onEnd(): void {
    this.#keep?.(this.#bytes.whole());
    this.#refreshing.done();
  }

  onError(): void {
    this.#refreshing.done();
  }
}
