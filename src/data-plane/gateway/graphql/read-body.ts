import { GatheredBytes } from '../../../foundation/gathered-bytes.ts';
import { tooLarge } from '../../../http/ingress/declared-body-size.ts';
import { limitIdleTime } from '../../../http/ingress/idle-time.ts';
import type { Call } from '../call.ts';

/** The caller left before the whole request was there. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

export type BodyBounds = {
  /** No more than this is kept. */
  readonly maxBytes: number;
  /** The longest idle time of the caller. */
  readonly idleMs: number;
};

/**
 * Reads a whole body. A caller who leaves before it is there ends it by `call.cancel`.
 *
 * @throws REQUEST_TOO_LARGE, REQUEST_TIMEOUT, CallerGone
 */
export function readBody(call: Call, bounds: BodyBounds): Promise<Buffer> {
  return new Promise((resolve, reject) => new Body(call, bounds, { resolve, reject }).read());
}

type Settle = {
  readonly resolve: (bytes: Buffer) => void;
  readonly reject: (error: Error) => void;
};

class Body {
  readonly #call: Call;
  readonly #bounds: BodyBounds;
  readonly #settle: Settle;
  readonly #take = (part: Buffer) => this.#add(part);
  readonly #bytes = new GatheredBytes();

  constructor(call: Call, bounds: BodyBounds, settle: Settle) {
    this.#call = call;
    this.#bounds = bounds;
    this.#settle = settle;
  }

  read(): void {
    this.#call.cancel = (reason) => this.#stop(reason);
    this.#call.request.on('data', this.#take).on('end', () => this.#end());
    setImmediate(limitWait, this);
  }

  /** Limits the idle time of a body that is not complete. */
  limitSilence(): void {
    if (this.#call.request.complete) return;
    limitIdleTime(this.#call, { idleMs: this.#bounds.idleMs, refuse: (refused) => this.#stop(refused) });
  }

  #add(part: Buffer): void {
    const { maxBytes } = this.#bounds;
    if (this.#bytes.length + part.length > maxBytes) this.#stop(tooLarge(maxBytes));
    else this.#bytes.add(part);
  }

  #end(): void {
    this.#call.cancel = undefined;
    this.#settle.resolve(this.#bytes.whole());
  }

  #stop(error: Error): void {
    this.#call.cancel = undefined;
    this.#call.request.off('data', this.#take);
    this.#settle.reject(error);
  }
}

/**
 * Limits the idle time of a body that did not come with its head.
 *
 * Most do, and a clock for them would cost more than reading them.
 */
function limitWait(body: Body): void {
  body.limitSilence();
}
