// The time of a search in a portal of 2,000 products with a hundred operations each: npm run bench:search
import { addWords, SearchIndex } from '../src/foundation/text/search-index.ts';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { median, table } from './gateway/tables.ts';

const PRODUCTS = 2_000;
const WORDS_EACH = 400;
const ROUNDS = 21;
/** A word that is there, one with a typing error, and two words. */
const TEXTS = ['word12', 'wrod4021', 'word99 word77'];

const wordsOf = (seed: number) =>
  Array.from({ length: WORDS_EACH }, (_, at) => `word${(seed * 37 + at * 101) % 9_973}`).join(' ');
const items = Array.from({ length: PRODUCTS }, (_, at) => {
  const words = new Map<string, number>();
  addWords(words, wordsOf(at), 1);
  return { id: `${at}`, words };
});

async function bench(): Promise<string> {
  const index = new SearchIndex();
  for (const item of items) index.put(item);
  const visible = new Set(items.map(({ id }) => id));
  const rows = TEXTS.map((text) => {
    const times = Array.from({ length: ROUNDS }, () => {
      const begun = performance.now();
      index.search({ text, visible, viewOf: () => '' });
      return performance.now() - begun;
    });
    return [text, Math.min(...times), median(times)];
  });
  return [circumstances(), table(['text', 'least ms', 'median ms'], rows)].join('\n\n');
}

await benchmark(bench, undefined);
