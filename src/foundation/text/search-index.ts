import { searchTokens } from './search-tokens.ts';
import { type Fits, Vocabulary } from './vocabulary.ts';

/** The words of a thing that is searched for, each with what it weighs. */
export type WeightedWords = ReadonlyMap<string, number>;

/** A thing that is searched for. */
export type SearchedItem = {
  readonly id: string;
  readonly words: WeightedWords;
  /** Further words by view, of which a reader has one. */
  readonly views?: ReadonlyMap<string, WeightedWords>;
};

export type SearchQuestion = {
  readonly text: string;
  /** The items that the reader may see. Nothing else is found, and no word of anything else is suggested. */
  readonly visible: ReadonlySet<string>;
  /** Returns the reader's view of an item. */
  readonly viewOf: (id: string) => string;
};

export type SearchOutcome = {
  /** The items that hold every word, the best first. */
  readonly ids: readonly string[];
  /** The text in words that are there. Undefined where all of them are, or none is near. */
  readonly meant: string | undefined;
};

/** The places of a word, and what it weighs in each. */
type Posting = { readonly places: number[]; readonly weights: number[] };
/** Words of an item that all readers see, or those of a view. */
type WordPlace = { readonly item: number; readonly view: string | undefined };

const METHODS = /^(?:get|put|post|delete|options|head|patch|trace|query)\s+(?=\S)/i;

/** Adds the words of a text. A word weighs as much as the best place that it stands in. */
export function addWords(words: Map<string, number>, text: string, weight: number): void {
  for (const word of searchTokens(text)) words.set(word, Math.max(weight, words.get(word) ?? 0));
}

/**
 * An index of words, which forgives typing errors. A search reads the items of the words that fit, and no others.
 *
 * Decision: it is in memory and the same on every database. pg_trgm compares whole texts, knows no rank by place, and would
 * have to be installed by the operator; what a reader may see is decided by a statement in any case.
 */
export class SearchIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #ids: string[] = [];
  readonly #places: WordPlace[] = [];
  /** Postings by the numbers of words. */
  readonly #postings: Posting[] = [];

  /** Adds an item. Equally good ones are found in the order in which they were added. */
  add({ id, words, views = new Map() }: SearchedItem): void {
    const item = this.#ids.push(id) - 1;
    this.#addPlace({ item, view: undefined }, words);
    for (const [view, more] of views) this.#addPlace({ item, view }, more);
  }

  #addPlace(place: WordPlace, words: WeightedWords): void {
    const at = this.#places.push(place) - 1;
    for (const [word, weight] of words) {
      const number = this.#vocabulary.numberOf(word);
      const posting = this.#postings[number] ?? { places: [], weights: [] };
      this.#postings[number] = posting;
      posting.places.push(at);
      posting.weights.push(weight);
    }
  }

  /** Finds what holds all words of a text. Where a word is nowhere, those that may have been meant are looked for. */
  search({ text, visible, viewOf }: SearchQuestion): SearchOutcome {
    const typed = [...new Set(searchTokens(text.trim().replace(METHODS, '')))];
    const shown = this.#places.map(({ item, view }) => {
      const id = this.#ids[item] ?? '';
      return visible.has(id) && (view === undefined || view === viewOf(id));
    });
    const strict = typed.map((word) => this.#scores(shown, this.#vocabulary.holding(word)));
    const isThere = (at: number) => (strict[at]?.byItem.size ?? 0) > 0;
    const found = this.#idsOf(intersection(strict));
    if (found.length > 0 || typed.length === 0) return { ids: found, meant: undefined };
    // Words that are there stay as they are, unless no item has all of them.
    const areAllThere = typed.every((_, at) => isThere(at));
    const forgiving = typed.map((word, at) =>
      isThere(at) && !areAllThere ? strict[at] : this.#scores(shown, this.#vocabulary.meant(word)),
    );
    const words = typed.map((word, at) => {
      const best = forgiving[at]?.best;
      return isThere(at) || best === undefined ? word : this.#vocabulary.wordAt(best);
    });
    const meant = words.join(' ');
    return {
      ids: this.#idsOf(intersection(forgiving)),
      meant: meant === typed.join(' ') ? undefined : meant,
    };
  }

  #idsOf(items: readonly number[]): string[] {
    return items.map((item) => this.#ids[item] ?? '');
  }

  #scores(shown: readonly boolean[], fits: Fits): Scores {
    const byItem = new Map<number, number>();
    let best: number | undefined;
    // The best fit first, and of equal ones the word that was added first.
    for (const [number, fit] of [...fits].sort((a, b) => b[1] - a[1] || a[0] - b[0])) {
      const { places, weights } = this.#postings[number] ?? NOWHERE;
      for (const [at, place] of places.entries()) {
        if (!shown[place]) continue;
        best ??= number;
        const item = this.#places[place]?.item ?? 0;
        byItem.set(item, Math.max(byItem.get(item) ?? 0, fit * (weights[at] ?? 0)));
      }
    }
    return { byItem, best };
  }
}

const NOWHERE: Posting = { places: [], weights: [] };

type Scores = {
  /** Scores by the numbers of items. */
  readonly byItem: ReadonlyMap<number, number>;
  /** The number of the word that fits best among those of the items. */
  readonly best: number | undefined;
};

/** Lists the items that each word has a score for, the best first. Equal ones stay in the order of the index. */
function intersection(words: readonly (Scores | undefined)[]): number[] {
  const [first, ...others] = words;
  const whole = [...(first?.byItem ?? [])].flatMap(([item, score]): [number, number][] => {
    const more = others.map((each) => each?.byItem.get(item) ?? 0);
    return more.includes(0) ? [] : [[item, more.reduce((sum, each) => sum + each, score)]];
  });
  return whole.sort((a, b) => b[1] - a[1] || a[0] - b[0]).map(([item]) => item);
}
