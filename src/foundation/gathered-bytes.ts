const NOTHING = Buffer.alloc(0);
/** Parts that are kept before they are joined. A part takes some hundred bytes besides its own. */
const LOOSE_MAX = 256;

/** Collects bytes that arrive in parts. They take hardly more memory than their own, however small the parts are. */
export class GatheredBytes {
  readonly #parts: Buffer[] = [];
  /** The number of parts that were joined from others. */
  #joined = 0;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  add(part: Buffer): void {
    this.#length += part.length;
    this.#parts.push(part);
    if (this.#parts.length - this.#joined < LOOSE_MAX) return;
    this.#parts.push(Buffer.concat(this.#parts.splice(this.#joined)));
    this.#joined += 1;
  }

  /** Returns all bytes. They are not copied where they came in one part. */
  whole(): Buffer {
    const [first = NOTHING, another] = this.#parts;
    return another ? Buffer.concat(this.#parts, this.#length) : first;
  }

  /** Returns all bytes in memory of their own. */
  copy(): Uint8Array<ArrayBuffer> {
    const all = new Uint8Array(this.#length);
    let at = 0;
    for (const part of this.#parts) {
      all.set(part, at);
      at += part.length;
    }
    return all;
  }
}
