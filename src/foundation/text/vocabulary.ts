import { editsToBeginning } from './search-tokens.ts';

/** Measures from 0 to 1 of how well words fit, by their numbers. */
export type Fits = ReadonlyMap<number, number>;

const LENGTH_MIN = 4;

/** Words of an index, each with a number. It finds those that fit a word, typed right or wrong. */
export class Vocabulary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers of words by each three letters in a row. */
  readonly #trigrams = new Map<string, number[]>();

  /** Returns the number of a word, which is added where it is new. */
  numberOf(word: string): number {
    const known = this.#numbers.get(word);
    if (known !== undefined) return known;
    const number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    for (const trigram of trigramsOf(word)) {
      const found = this.#trigrams.get(trigram);
      if (found) found.push(number);
      else this.#trigrams.set(trigram, [number]);
    }
    return number;
  }

  get size(): number {
    return this.#words.length;
  }

  wordAt(number: number): string {
    return this.#words[number] ?? '';
  }

  /** Finds the words that hold what was typed. The same word fits best, then a beginning. */
  holding(typed: string): Fits {
    const fits = new Map<number, number>();
    for (const [number, word] of this.#words.entries()) {
      const at = word.indexOf(typed);
      if (at === 0) fits.set(number, word.length === typed.length ? 1 : 0.9);
      else if (at > 0) fits.set(number, 0.6);
    }
    return fits;
  }

  /**
   * Finds the words that were meant, where a letter or two are wrong.
   *
   * Only those that share three letters in a row with what was typed are compared. Short words have one right form alone.
   */
  meant(typed: string): Fits {
    const fits = new Map<number, number>();
    if (typed.length < LENGTH_MIN) return fits;
    const max = typed.length < 6 ? 1 : 2;
    const near = new Set([...trigramsOf(typed)].flatMap((trigram) => this.#trigrams.get(trigram) ?? []));
    for (const number of near) {
      const word = this.wordAt(number);
      if (word.length < typed.length - max) continue;
      const edits = editsToBeginning(typed, word, max);
      // A word of about the same length is meant rather than one that only begins so.
      const longer = Math.max(0, word.length - typed.length - max);
      if (edits <= max) fits.set(number, 0.5 / (1 + edits + longer / 10));
    }
    return fits;
  }
}

/** Lists the trigrams of a word. Its beginning makes one, which a typo further on leaves. */
function trigramsOf(word: string): Set<string> {
  const padded = ` ${word}`;
  const found = new Set<string>();
  for (let at = 0; at + 3 <= padded.length; at += 1) found.add(padded.slice(at, at + 3));
  return found;
}
