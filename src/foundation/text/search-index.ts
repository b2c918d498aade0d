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

type Posting = { readonly numbers: readonly number[]; readonly weights: readonly number[] };
type NumberedItem = {
  readonly id: string;
  readonly own: Posting;
  readonly views: ReadonlyMap<string, Posting>;
};

const METHODS = /^(?:get|put|post|delete|options|head|patch|trace|query)\s+(?=\S)/i;

/** Adds the words of a text. A word weighs as much as the best place that it stands in. */
export function addWords(words: Map<string, number>, text: string, weight: number): void {
  for (const word of searchTokens(text)) words.set(word, Math.max(weight, words.get(word) ?? 0));
}

/**
 * An index of words, which forgives typing errors.
 *
 * Decision: it is in memory and the same on every database. pg_trgm compares whole texts, knows no rank by place, and would
 * have to be installed by the operator; what a reader may see is decided by a statement in any case.
 */
export class SearchIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #items: readonly NumberedItem[];

  constructor(items: readonly SearchedItem[]) {
    this.#items = items.map(({ id, words, views = new Map() }) => ({
      id,
      own: this.#posting(words),
      views: new Map([...views].map(([name, more]) => [name, this.#posting(more)])),
    }));
  }

  #posting(words: WeightedWords): Posting {
    return {
      numbers: [...words.keys()].map((word) => this.#vocabulary.numberOf(word)),
      weights: [...words.values()],
    };
  }

  /** Finds what holds all words of a text. Where a word is nowhere, those that may have been meant are looked for. */
  search({ text, visible, viewOf }: SearchQuestion): SearchOutcome {
    const typed = [...new Set(searchTokens(text.trim().replace(METHODS, '')))];
    const shown = this.#items
      .filter(({ id }) => visible.has(id))
      .map(({ id, own, views }) => ({ id, postings: [own, views.get(viewOf(id))] }));
    const strict = typed.map((word) => scores(shown, this.#vocabulary.holding(word)));
    const isThere = (at: number) => (strict[at]?.byItem.size ?? 0) > 0;
    const found = intersection(strict);
    if (found.length > 0 || typed.length === 0) return { ids: found, meant: undefined };
    // Words that are there stay as they are, unless no item has all of them.
    const areAllThere = typed.every((_, at) => isThere(at));
    const forgiving = typed.map((word, at) =>
      isThere(at) && !areAllThere ? strict[at] : scores(shown, this.#vocabulary.meant(word)),
    );
    const words = typed.map((word, at) => {
      const best = forgiving[at]?.best;
      return isThere(at) || best === undefined ? word : this.#vocabulary.wordAt(best);
    });
    const meant = words.join(' ');
    return {
      ids: intersection(forgiving),
      meant: meant === typed.join(' ') ? undefined : meant,
    };
  }
}

type ShownItem = { readonly id: string; readonly postings: readonly (Posting | undefined)[] };
type Scores = {
  readonly byItem: ReadonlyMap<string, number>;
  /** The number of the word that fits best among those of the items. */
  readonly best: number | undefined;
};

function scores(items: readonly ShownItem[], fits: Fits): Scores {
  const byItem = new Map<string, number>();
  let best: number | undefined;
  if (fits.size === 0) return { byItem, best };
  for (const { id, postings } of items) {
    let score = 0;
    for (const posting of postings)
      for (const [at, number] of posting?.numbers.entries() ?? []) {
        const fit = fits.get(number);
        if (fit === undefined) continue;
        score = Math.max(score, fit * (posting?.weights[at] ?? 0));
        if (best === undefined || fit > (fits.get(best) ?? 0)) best = number;
      }
    if (score > 0) byItem.set(id, score);
  }
  return { byItem, best };
}

/** The items that each word has a score for, the best first. Equal ones stay in their order. */
function intersection(words: readonly (Scores | undefined)[]): string[] {
  const [first, ...others] = words;
  const whole = [...(first?.byItem ?? [])].flatMap(([id, score]): [string, number][] => {
    const more = others.map((each) => each?.byItem.get(id) ?? 0);
    return more.includes(0) ? [] : [[id, more.reduce((sum, each) => sum + each, score)]];
  });
  return whole.sort((a, b) => b[1] - a[1]).map(([id]) => id);
}
