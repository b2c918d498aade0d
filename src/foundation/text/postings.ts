const FIRST_SIZE = 64;
const GROWTH = 1.5;
const NONE = -1;

/** The places of words, by their numbers. They take nine bytes each, and four for each word. */
export class Postings {
  #size = 0;
  /** The latest posting of each word. */
  #latest = new Int32Array(FIRST_SIZE).fill(NONE);
  /** The posting of the same word before each posting. */
  #before = new Int32Array(FIRST_SIZE);
  #places = new Int32Array(FIRST_SIZE);
  #weights = new Uint8Array(FIRST_SIZE);

  get bytes(): number {
    return [this.#latest, this.#before, this.#places, this.#weights].reduce(
      (sum, { byteLength }) => sum + byteLength,
      0,
    );
  }

  /** @param weight a whole number up to 255 */
  add(word: number, place: number, weight: number): void {
    if (word >= this.#latest.length) {
      const known = this.#latest.length;
      this.#latest = grown(this.#latest, word);
      this.#latest.fill(NONE, known);
    }
    const at = this.#size;
    if (at >= this.#places.length) {
      this.#before = grown(this.#before, at);
      this.#places = grown(this.#places, at);
      this.#weights = grown(this.#weights, at);
    }
    this.#before[at] = this.#latest[word] ?? NONE;
    this.#places[at] = place;
    this.#weights[at] = weight;
    this.#latest[word] = at;
    this.#size += 1;
  }

  /** Calls back for each place of a word. @returns the number of them */
  each(word: number, callback: (place: number, weight: number) => void): number {
    let count = 0;
    for (let at = this.#latest[word] ?? NONE; at !== NONE; at = this.#before[at] ?? NONE) {
      callback(this.#places[at] ?? 0, this.#weights[at] ?? 0);
      count += 1;
    }
    return count;
  }
}

function grown<Numbers extends Int32Array<ArrayBuffer> | Uint8Array<ArrayBuffer>>(
  numbers: Numbers,
  index: number,
): Numbers {
  const size = Math.max(index + 1, Math.ceil(numbers.length * GROWTH));
  const made = numbers instanceof Uint8Array ? new Uint8Array(size) : new Int32Array(size);
  made.set(numbers);
  return made as Numbers;
}
