import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import type { CacheableHead } from '../../../http/caching/stored-answer.ts';
import type { Receiver } from '../../../infrastructure/outbound/upstream/exchange.ts';
import { PassingReceiver } from '../../../infrastructure/outbound/upstream/passing-receiver.ts';

/** Largest body that is kept. */
export const BODY_MAX = 1_000_000;

/** Returns the function that keeps the body of an answer. Undefined where it may not be kept. */
export type KeeperOf = (head: CacheableHead) => ((body: Buffer) => void) | undefined;

type Storing = {
  /** The reason that the back-end is asked: `miss`. */
  readonly why: string;
  readonly keeperOf: KeeperOf;
};

/** Passes an answer on as it comes, and keeps it. */
export class StoringResponse extends PassingReceiver {
  readonly #storing: Storing;
  #keep: ((body: Buffer) => void) | undefined;
  #bytes = new GatheredBytes();

  constructor(next: Receiver, storing: Storing) {
    super(next);
    this.#storing = storing;
  }

  override onHead(status: number, headers: readonly string[]): void {
    if (status < 200) {
      this.next.onHead(status, headers);
      return;
    }
    const { why, keeperOf } = this.#storing;
    this.#keep = keeperOf({ status, headers });
    const fwdStatus = why === 'miss' ? '' : `; fwd-status=${status}`;
    const stored = this.#keep ? '; stored' : '';
    this.next.onHead(status, [...headers, 'Cache-Status', `gatehouse; fwd=${why}${fwdStatus}${stored}`]);
  }

  override onData(chunk: Buffer, isLast: boolean): void {
    if (this.#keep) this.#bytes.add(chunk);
    if (this.#bytes.length > BODY_MAX) {
      this.#keep = undefined;
      this.#bytes = new GatheredBytes();
    }
    this.next.onData(chunk, isLast);
  }

  override onEnd(): void {
    this.#keep?.(this.#bytes.whole());
    this.next.onEnd();
  }
}
