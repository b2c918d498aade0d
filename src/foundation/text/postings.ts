const FIRST_SIZE = 64;
const GROWTH = 1.5;
const NONE = 0xffff_ffff;
/** Numbers of a posting: the one before it of its word, then place and weight. */
const NUMBERS = 2;
const PLACE_BITS = 24;
const PLACES_MAX = 2 ** PLACE_BITS;

/** The places of words, by their numbers. They take eight bytes each, and four for each word. */
export class Postings {
  #size = 0;
  /** The latest posting of each word. */
  #latest = new Uint32Array(FIRST_SIZE).fill(NONE);
  #postings = new Uint32Array(FIRST_SIZE * NUMBERS);

  get bytes(): number {
    return this.#latest.byteLength + this.#postings.byteLength;
  }

  /**
   * @param place a number below 2^24
   * @param weight a whole number up to 255
   * @throws RangeError for another place
   */
  add(word: number, place: number, weight: number): void {
    if (place >= PLACES_MAX) throw new RangeError(`An index has no place ${place}.`);
    if (word >= this.#latest.length) {
      const known = this.#latest.length;
      this.#latest = grown(this.#latest, word);
      this.#latest.fill(NONE, known);
    }
    const at = this.#size * NUMBERS;
    if (at >= this.#postings.length) this.#postings = grown(this.#postings, at + 1);
    this.#postings[at] = this.#latest[word] ?? NONE;
    this.#postings[at + 1] = (weight << PLACE_BITS) | place;
    this.#latest[word] = at;
    this.#size += 1;
  }

  /** Calls back for each place of a word. @returns the number of them */
  each(word: number, callback: (place: number, weight: number) => void): number {
    const postings = this.#postings;
    let count = 0;
    for (let at = this.#latest[word] ?? NONE; at !== NONE; at = postings[at] ?? NONE) {
      const posting = postings[at + 1] ?? 0;
      callback(posting & (PLACES_MAX - 1), posting >>> PLACE_BITS);
      count += 1;
    }
    return count;
  }
}

function grown(numbers: Uint32Array<ArrayBuffer>, index: number): Uint32Array<ArrayBuffer> {
  // An even size, so that no posting is cut.
  const size = Math.max(index + 1, Math.ceil((numbers.length * GROWTH) / NUMBERS) * NUMBERS);
  const made = new Uint32Array(size);
  made.set(numbers);
  return made;
}
