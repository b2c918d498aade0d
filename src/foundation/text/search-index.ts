import { atOnce } from '../event-loop-turns.ts';
import { Postings } from './postings.ts';
import { searchTokens } from './search-tokens.ts';
import { type Fits, Vocabulary } from './vocabulary.ts';

/** The words of a thing that is searched for, each with what it weighs. */
type WeightedWords = ReadonlyMap<string, number>;

/** A thing that is searched for. */
export type SearchedItem = {
  readonly id: string;
  readonly words: WeightedWords;
  /** Further words by view, of which a reader has one. */
  readonly views?: ReadonlyMap<string, WeightedWords>;
};

type SearchReader = {
  /**
   * The items that the reader may see. Equally good ones are found in this order. Nothing else is found, and no word of
   * anything else is suggested.
   */
  readonly visible: ReadonlySet<string>;
  /** Returns the reader's view of an item. */
  readonly viewOf: (id: string) => string;
};

/** The part of an index that a reader sees. It may be kept for as long as the reader sees the same. */
export type SeenItems = {
  readonly ids: readonly string[];
  /** The items of places, counted from 1. It is 0 where the reader sees nothing. */
  readonly shown: Int32Array;
};

type SearchOutcome = {
  /** The items that hold every word, the best first. */
  readonly ids: readonly string[];
  /** The text in words that are there. Undefined where all of them are, or none is near. */
  readonly meant: string | undefined;
};

/** The place of words of an item. All readers see them, or those of a view. */
type ItemPlace = { readonly place: number; readonly view: string | undefined };

const METHODS = /^(?:get|put|post|delete|options|head|patch|trace|query)\s+(?=\S)/i;

/** Adds the words of a text. A word weighs as much as the best place that it stands in. */
export function addWords(words: Map<string, number>, text: string, weight: number): void {
  for (const word of searchTokens(text)) words.set(word, Math.max(weight, words.get(word) ?? 0));
}

/** Bytes of an item beside its words. */
const ITEM_BYTES = 250;
/** Postings that are read in one step. */
const STEP = 2_000;

/**
 * An index of words, which forgives typing errors. A search reads the items of the words that fit, and no others.
 *
 * Items come and go while it is searched: a search finds what was there when it began.
 *
 * Decision: it is in memory and the same on every database. pg_trgm compares whole texts, knows no rank by place, and would
 * have to be installed by the operator; what a reader may see is decided by a statement in any case.
 */
export class SearchIndex {
  readonly #vocabulary = new Vocabulary();
  readonly #postings = new Postings();
  readonly #items = new Map<string, { readonly places: readonly ItemPlace[]; readonly words: number }>();
  #places = 0;
  #liveWords = 0;
  #allWords = 0;

  /** The memory that it takes, about. */
  get bytes(): number {
    return this.#postings.bytes + this.#vocabulary.bytes + this.#places * ITEM_BYTES;
  }

  /** The share of words that no item has any more. */
  get goneShare(): number {
    return this.#allWords === 0 ? 0 : 1 - this.#liveWords / this.#allWords;
  }

  /** Puts an item in the place of what it was before. */
  put({ id, words, views = new Map() }: SearchedItem): void {
    this.remove(id);
    const shared: ItemPlace = { place: this.#addPlace(words), view: undefined };
    const places = [shared];
    let count = words.size;
    for (const [view, more] of views) {
      places.push({ place: this.#addPlace(more), view });
      count += more.size;
    }
    this.#items.set(id, { places, words: count });
    this.#liveWords += count;
    this.#allWords += count;
  }

  remove(id: string): void {
    this.#liveWords -= this.#items.get(id)?.words ?? 0;
    this.#items.delete(id);
  }

  #addPlace(words: WeightedWords): number {
    const place = this.#places;
    this.#places += 1;
    for (const [word, weight] of words) this.#postings.add(this.#vocabulary.numberOf(word), place, weight);
    return place;
  }

  /** Finds what holds all words of a text. Where a word is nowhere, those that may have been meant are looked for. */
  search({ text, ...reader }: SearchReader & { readonly text: string }): SearchOutcome {
    return atOnce(this.searching(text, atOnce(this.seeing(reader))));
  }

  /** Notes step by step what a reader sees, for searches. What comes later is not part of it. */
  *seeing({ visible, viewOf }: SearchReader): Generator<undefined, SeenItems> {
    const ids = [...visible];
    const shown = new Int32Array(this.#places);
    for (const [item, id] of ids.entries()) {
      if (item % STEP === 0) yield;
      for (const { place, view } of this.#items.get(id)?.places ?? [])
        if (view === undefined || view === viewOf(id)) shown[place] = item + 1;
    }
    return { ids, shown };
  }

  /** Finds the same step by step. */
  *searching(text: string, seen: SeenItems): Generator<undefined, SearchOutcome> {
    const typed = [...new Set(searchTokens(text.trim().replace(METHODS, '')))];
    if (typed.length === 0) return { ids: [], meant: undefined };
    const { ids } = seen;
    const strict: Scores[] = [];
    for (const word of typed) strict.push(yield* this.#scores(seen, yield* this.#vocabulary.holding(word)));
    const isThere = (at: number) => strict[at]?.best !== undefined;
    const found = intersection(strict).map((item) => ids[item] ?? '');
    if (found.length > 0) return { ids: found, meant: undefined };
    // Words that are there stay as they are, unless no item has all of them.
    const areAllThere = typed.every((_, at) => isThere(at));
    const forgiving: (Scores | undefined)[] = [];
    for (const [at, word] of typed.entries())
      forgiving.push(
        isThere(at) && !areAllThere
          ? strict[at]
          : yield* this.#scores(seen, yield* this.#vocabulary.meant(word)),
      );
    const words = typed.map((word, at) => {
      const best = forgiving[at]?.best;
      return isThere(at) || best === undefined ? word : this.#vocabulary.wordAt(best);
    });
    const meant = words.join(' ');
    return {
      ids: intersection(forgiving).map((item) => ids[item] ?? ''),
      meant: meant === typed.join(' ') ? undefined : meant,
    };
  }

  *#scores({ ids, shown }: SeenItems, fits: Fits): Generator<undefined, Scores> {
    const byItem = new Float32Array(ids.length);
    let best: readonly [number: number, fit: number] | undefined;
    let read = 0;
    for (const [number, fit] of fits) {
      let isSeen = false;
      read += this.#postings.each(number, (place, weight) => {
        const item = shown[place];
        if (!item) return;
        isSeen = true;
        byItem[item - 1] = Math.max(byItem[item - 1] ?? 0, fit * weight);
      });
      // The best fit, and of equal ones the word that was added first.
      if (isSeen && (!best || fit > best[1] || (fit === best[1] && number < best[0]))) best = [number, fit];
      if (read < STEP) continue;
      read = 0;
      yield;
    }
    return { byItem, best: best?.[0] };
  }
}

type Scores = {
  /** Scores by the numbers of items. It is 0 where an item has no word that fits. */
  readonly byItem: Float32Array;
  /** The number of the word that fits best among those of the items. */
  readonly best: number | undefined;
};

/** Lists the items that each word has a score for, the best first. Equal ones stay in their order. */
function intersection(words: readonly (Scores | undefined)[]): number[] {
  const totals = new Float32Array(words[0]?.byItem.length ?? 0);
  const whole: number[] = [];
  for (const item of totals.keys()) {
    let total = 0;
    const hasAll = words.every((each) => {
      const score = each?.byItem[item] ?? 0;
      total += score;
      return score > 0;
    });
    if (!hasAll) continue;
    totals[item] = total;
    whole.push(item);
  }
  return whole.sort((a, b) => (totals[b] ?? 0) - (totals[a] ?? 0) || a - b);
}
