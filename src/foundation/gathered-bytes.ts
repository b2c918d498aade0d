const NOTHING = Buffer.alloc(0);
/** A part takes some hundred bytes beside its own: so many are kept as they came before they become one. */
const LOOSE_MAX = 256;

/** Bytes that come by and by, and take hardly more memory than they are, however small the parts are that they come in. */
export class GatheredBytes {
  readonly #parts: Buffer[] = [];
  /** How many of the parts were put together from others. */
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

  /** All of them; not copied where they came in one part. */
  whole(): Buffer {
    const [first = NOTHING, another] = this.#parts;
    return another ? Buffer.concat(this.#parts, this.#length) : first;
  }
}
