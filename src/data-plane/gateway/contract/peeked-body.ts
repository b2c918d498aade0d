import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { limitIdleTime, type RequestExchange } from '../../../http/ingress/idle-time.ts';

type Settle = {
  readonly resolve: (bytes: Buffer | undefined) => void;
  readonly reject: (error: Error) => void;
};

/** Reads a body that is small, and leaves a larger one as it came. */
export class PeekedBody {
  readonly #exchange: RequestExchange;
  readonly #bounds: { readonly maxBytes: number; readonly idleMs: number };
  readonly #bytes = new GatheredBytes();
  readonly #take = (part: Buffer) => this.#add(part);
  readonly #end = () => this.#settled()?.resolve(this.#bytes.whole());
  /** Settles the reading; undefined before it begins and once it is over. */
  #settle: Settle | undefined;

  constructor(exchange: RequestExchange, bounds: { readonly maxBytes: number; readonly idleMs: number }) {
    this.#exchange = exchange;
    this.#bounds = bounds;
  }

  /**
   * Reads the body.
   *
   * @returns undefined for one that is too large, which waits to be read from its beginning
   * @throws REQUEST_TIMEOUT, and the reason of a cancellation
   */
  read(): Promise<Buffer | undefined> {
    return new Promise((resolve, reject) => {
      this.#settle = { resolve, reject };
      this.#exchange.request.on('data', this.#take).on('end', this.#end);
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
    this.#exchange.request.off('data', this.#take).off('end', this.#end);
    return settle;
  }
}

/**
 * Starts the idle time of a body that did not come with its head. A clock for every body would cost more than reading
 * it.
 */
function startIdleTime(body: PeekedBody): void {
  body.startIdleTime();
}
