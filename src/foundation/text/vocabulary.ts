import { editsToBeginning } from './search-tokens.ts';

/** Measures from 0 to 1 of how well words fit, by their numbers. */
export type Fits = ReadonlyMap<number, number>;

const LENGTH_MIN = 4;
/** Words that are compared in one step. */
const STEP = 512;
/** Bytes of a word with its place in the lists. */
const WORD_BYTES = 120;
/** Bytes of a letter with its trigram. */
const LETTER_BYTES = 14;
/** Longer words would keep the text that they were found in. */
const OWN_LENGTH_MAX = 12;

/** Words of an index, each with a number. Those that fit a word, typed right or wrong, are found step by step. */
export class Vocabulary {
  readonly #words: string[] = [];
  readonly #numbers = new Map<string, number>();
  /** Numbers of words by each three letters in a row. */
  readonly #trigrams = new Map<string, number[]>();
  #letters = 0;

  get bytes(): number {
    return this.#words.length * WORD_BYTES + this.#letters * LETTER_BYTES;
  }

  /** Returns the number of a word, which is added where it is new. */
  numberOf(found: string): number {
    const known = this.#numbers.get(found);
    if (known !== undefined) return known;
    const word = found.length > OWN_LENGTH_MAX ? Buffer.from(found).toString() : found;
    this.#letters += word.length;
    const number = this.#words.push(word) - 1;
    this.#numbers.set(word, number);
    for (const trigram of trigramsOf(word)) {
      const found = this.#trigrams.get(trigram);
      if (found) found.push(number);
      else this.#trigrams.set(trigram, [number]);
    }
    return number;
  }

  wordAt(number: number): string {
    return this.#words[number] ?? '';
  }

  /** Finds the words that hold what was typed. The same word fits best, then a beginning. */
  *holding(typed: string): Generator<undefined, Fits> {
    const fits = new Map<number, number>();
    for (const [number, word] of this.#words.entries()) {
      if (number % STEP === 0) yield;
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
  *meant(typed: string): Generator<undefined, Fits> {
    const fits = new Map<number, number>();
    if (typed.length < LENGTH_MIN) return fits;
    const max = typed.length < 6 ? 1 : 2;
    const near = new Set([...trigramsOf(typed)].flatMap((trigram) => this.#trigrams.get(trigram) ?? []));
    let compared = 0;
    for (const number of near) {
      compared += 1;
      if (compared % STEP === 0) yield;
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
