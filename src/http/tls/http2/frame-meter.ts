/** Bytes before the first frame: the preface of a client. (RFC 9113 §3.4) */
const PREFACE_BYTES = 24;
const HEAD_BYTES = 9;
/** Types of frames that carry compressed fields. (RFC 9113 §6.2, §6.10) */
const FIELD_FRAMES: ReadonlySet<number> = new Set([1, 9]);
/** Bytes of fields that cost as much as a frame. Of the least fields each has one byte. */
const FIELD_BYTES = 32;

/** The number of bytes that may pass, and their cost. */
type Passed = { readonly bytes: number; readonly cost: number };

/**
 * Measures what the bytes of a connection cost the process that reads them.
 *
 * That is about one for each frame, however small or large, and more for fields.
 */
export class FrameMeter {
  /** Bytes until the next frame begins. */
  #left = PREFACE_BYTES;
  /** Bytes of fields among them that cost something. */
  #isOfFields = false;
  /** The part of a frame's head that has come. */
  #head = { bytes: 0, length: 0, type: 0 };

  /** Goes on from where it was. @returns what passes for at most so much, and always something */
  pass(bytes: Buffer, costMax: number): Passed {
    let [at, cost] = [0, 0];
    while (at < bytes.length && cost < costMax) {
      if (this.#left === 0) {
        this.#readHead(bytes[at] ?? 0);
        at += 1;
        if (this.#head.bytes === 0) cost += 1;
        continue;
      }
      const most = this.#isOfFields ? (costMax - cost) * FIELD_BYTES : this.#left;
      const step = Math.min(this.#left, bytes.length - at, most);
      at += step;
      this.#left -= step;
      if (this.#isOfFields) cost += step / FIELD_BYTES;
    }
    return { bytes: at, cost };
  }

  /** Reads a byte of a frame's head. (RFC 9113 §4.1) */
  #readHead(byte: number): void {
    const head = this.#head;
    if (head.bytes < 3) head.length = head.length * 256 + byte;
    else if (head.bytes === 3) head.type = byte;
    head.bytes += 1;
    if (head.bytes < HEAD_BYTES) return;
    this.#left = head.length;
    this.#isOfFields = FIELD_FRAMES.has(head.type);
    this.#head = { bytes: 0, length: 0, type: 0 };
  }
}
