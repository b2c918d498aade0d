import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { tooLarge } from '../../../http/ingress/declared-body-size.ts';
import { limitIdleTime, type RequestExchange } from '../../../http/ingress/idle-time.ts';

export type BodyBounds = {
  /** No more than this is kept. */
  readonly maxBytes: number;
  /** The longest idle time of the caller. */
  readonly idleMs: number;
};

/** Reads a whole body. */
export class BodyReader {
  readonly #exchange: RequestExchange;
  readonly #bounds: BodyBounds;
  readonly #take = (part: Buffer) => this.#add(part);
  readonly #bytes = new GatheredBytes();
  /** Settles the reading; undefined before it begins and once it is over. */
  #settle: Settle | undefined;

  constructor(exchange: RequestExchange, bounds: BodyBounds) {
    this.#exchange = exchange;
    this.#bounds = bounds;
  }

  /** @throws REQUEST_TOO_LARGE, REQUEST_TIMEOUT, and the reason of a cancellation */
  read(): Promise<Buffer> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#exchange.request.on('data', this.#take).on('end', () => this.#end());
      setImmediate(startIdleTime, this);
    });
  }

  /** Ends the reading. Returns false where it is over. */
  cancel(reason: Error): boolean {
    const settle = this.#settle;
    if (!settle) return false;
    this.#settle = undefined;
    this.#exchange.request.off('data', this.#take);
    settle.reject(reason);
    return true;
  }

  /** Starts the idle time of a body that is not complete. */
  startIdleTime(): void {
    if (this.#exchange.request.complete) return;
    const { idleMs } = this.#bounds;
    limitIdleTime(this.#exchange, { idleMs, refuse: (refused) => this.cancel(refused) });
  }

  #add(part: Buffer): void {
    const { maxBytes } = this.#bounds;
    if (this.#bytes.length + part.length > maxBytes) this.cancel(tooLarge(maxBytes));
    else this.#bytes.add(part);
  }

  #end(): void {
    const settle = this.#settle;
    this.#settle = undefined;
    settle?.resolve(this.#bytes.whole());
  }
}

type Settle = {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
};

/**
 * Starts the idle time of a body that did not come with its head.
 *
 * Most do, and a clock for them would cost more than reading them.
 */
function startIdleTime(body: BodyReader): void {
  body.startIdleTime();
}
