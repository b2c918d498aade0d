import { tooLarge } from '../body-size.ts';
import type { Call } from '../call.ts';
import { limitSilence } from '../silence.ts';

/** The caller left before the whole request was there. */
export class CallerGone extends Error {
  override readonly name = 'CallerGone';
}

export type BodyBounds = {
  /** No more than this is kept. */
  readonly maxBytes: number;
  /** How long the caller may be silent. */
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
  readonly #parts: Buffer[] = [];
  #bytes = 0;

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

  /** While there is more to come. */
  limitSilence(): void {
    if (this.#call.request.complete) return;
    limitSilence(this.#call, { idleMs: this.#bounds.idleMs, refuse: (refused) => this.#stop(refused) });
  }

  #add(part: Buffer): void {
    const { maxBytes } = this.#bounds;
    this.#bytes += part.length;
    if (this.#bytes > maxBytes) this.#stop(tooLarge(maxBytes));
    else this.#parts.push(part);
  }

  #end(): void {
    this.#call.cancel = undefined;
    const [first, another] = this.#parts;
    this.#settle.resolve(first && !another ? first : Buffer.concat(this.#parts));
  }

  #stop(error: Error): void {
    this.#call.cancel = undefined;
    this.#call.request.off('data', this.#take);
    this.#settle.reject(error);
  }
}

/** A body that came with its head is there by then: most are, and a clock for them would cost more than reading them. */
function limitWait(body: Body): void {
  body.limitSilence();
}
