import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { tooLarge } from '../../../http/ingress/declared-body-size.ts';
import { limitIdleTime, type RequestExchange } from '../../../http/ingress/idle-time.ts';

type BodyBounds = {
  /** Bytes of the largest body that is kept. */
  readonly maxBytes: number;
  /** The longest idle time of the caller. */
  readonly idleMs: number;
};

type Settle = {
  readonly resolve: (bytes: Buffer | undefined) => void;
  readonly reject: (error: Error) => void;
};

/** Reads a body within its bounds, and leaves a larger one as it came. */
export class BodyReader {
  readonly #exchange: RequestExchange;
  readonly #bounds: BodyBounds;
  readonly #bytes = new GatheredBytes();
  readonly #take = (part: Buffer) => this.#add(part);
  readonly #end = () => this.#settled()?.resolve(this.#bytes.whole());
  /** Settles the reading; undefined before it begins and once it is over. */
  #settle: Settle | undefined;

  constructor(exchange: RequestExchange, bounds: BodyBounds) {
    this.#exchange = exchange;
    this.#bounds = bounds;
  }

  /**
   * Reads the body.
   *
   * @throws REQUEST_TOO_LARGE, REQUEST_TIMEOUT, and the reason of a cancellation
   */
  async read(): Promise<Buffer> {
    const bytes = await this.peek();
    if (!bytes) throw tooLarge(this.#bounds.maxBytes);
    return bytes;
  }

  /**
   * Reads the body where it is small enough.
   *
   * @returns undefined for one that is too large, which waits to be read from its beginning
   * @throws REQUEST_TIMEOUT, and the reason of a cancellation
   */
  peek(): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      // It is paused where an earlier step has left it as it came.
      this.#exchange.request.on('data', this.#take).on('end', this.#end).resume();
      setImmediate(startIdleTime, this);
    });
  }

  /** Ends the reading. Returns false where it is over. */
  cancel(reason: Error): boolean {
    const settle = this.#settled();
    settle?.reject(reason);
    return settle !== undefined;
  }

  /** Starts the idle time of a body that is not complete. */
  startIdleTime(): void {
    if (!this.#settle || this.#exchange.request.complete) return;
    const { idleMs } = this.#bounds;
    limitIdleTime(this.#exchange, { idleMs, refuse: (refused) => this.cancel(refused) });
  }

  #add(part: Buffer): void {
    this.#bytes.add(part);
    if (this.#bytes.length <= this.#bounds.maxBytes) return;
    const settle = this.#settled();
    const { request } = this.#exchange;
    request.pause();
    request.unshift(this.#bytes.whole());
    settle?.resolve(undefined);
  }

  #settled(): Settle | undefined {
    const settle = this.#settle;
    this.#settle = undefined;
    this.#exchange.request.off('data', this.#take).off('end', this.#end).resume();
    return settle;
  }
}

/**
 * Starts the idle time of a body that did not come with its head.
 *
 * Most do, and a clock for them would cost more than reading them.
 */
function startIdleTime(body: BodyReader): void {
  body.startIdleTime();
}
