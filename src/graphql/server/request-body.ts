import { refuse } from '../../foundation/errors.ts';
import { GatheredBytes } from '../../foundation/gathered-bytes.ts';

/** The body of a request. It is read as far as it is needed, and its sender waits meanwhile. */
export class RequestBody {
  readonly #chunks: AsyncIterator<Uint8Array>;
  readonly #bytesMax: number;
  readonly #bytes = new GatheredBytes();

  constructor(stream: AsyncIterable<Uint8Array>, bytesMax: number) {
    this.#chunks = stream[Symbol.asyncIterator]();
    this.#bytesMax = bytesMax;
  }

  /**
   * Reads until more than a number of bytes have come, or all.
   *
   * @returns true when it has ended
   * @throws REQUEST_TOO_LARGE
   */
  async read(bytes = Number.POSITIVE_INFINITY): Promise<boolean> {
    while (this.#bytes.length <= bytes) {
      const { done, value } = await this.#chunks.next();
      if (done) return true;
      if (this.#bytes.length + value.length > this.#bytesMax) requestTooLarge(this.#bytesMax);
      this.#bytes.add(Buffer.from(value.buffer, value.byteOffset, value.length));
    }
    return false;
  }

  /** Returns the text of what was read. */
  text(): string {
    return new TextDecoder().decode(this.#bytes.whole());
  }

  /** Returns what was read, in memory of its own. */
  copy(): Uint8Array<ArrayBuffer> {
    return this.#bytes.copy();
  }
}

export function requestTooLarge(bytesMax: number): never {
  refuse('REQUEST_TOO_LARGE', {
    detail: `The request is larger than ${bytesMax} bytes, which is the most without a valid token or for this API: send less, or a valid token.`,
  });
}
