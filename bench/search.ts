// A search in portals of many products, each with 400 different words: npm run bench:search
//
// Building and searching rest between turns of the event loop, as in the portal. What the database takes is left out.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { freshTurn, inFreshTurns, isTurnOver } from '../src/foundation/event-loop-turns.ts';
import { addWords, SearchIndex } from '../src/foundation/text/search-index.ts';
import { benchmark } from './gateway/benchmark.ts';
import { circumstances } from './gateway/circumstances.ts';
import { median, table } from './gateway/tables.ts';

const SIZES = [2_000, 10_000, 20_000];
const WORDS_EACH = 400;
const ROUNDS = 101;
/** A word that is there, one with a typing error, and two words. */
const TEXTS = ['word12', 'wrod4021', 'word99 word77'];

const wordsOf = (seed: number) =>
  Array.from({ length: WORDS_EACH }, (_, at) => `word${(seed * 37 + at * 101) % 9_973}`).join(' ');

async function built(products: number): Promise<SearchIndex> {
  const index = new SearchIndex();
  for (let at = 0; at < products; at += 1) {
    if (isTurnOver()) await freshTurn();
    const words = new Map<string, number>();
    addWords(words, wordsOf(at), 1);
    index.put({ id: `product-${at}`, words });
  }
  return index;
}

/** Measures work and the longest turn of the event loop in it, in milliseconds. */
async function timed<Result>(work: () => Promise<Result>) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const begun = performance.now();
  const result = await work();
  const ms = performance.now() - begun;
  delay.disable();
  return { result, ms, longest: delay.max / 1e6 };
}

async function bench(): Promise<string> {
  const rows: (string | number)[][] = [];
  for (const products of SIZES) {
    const { result: index, ms, longest } = await timed(() => built(products));
    const size = `${products}`;
    rows.push([size, 'building', ms, ms, longest, index.bytes / 1e6]);
    const visible = new Set(Array.from({ length: products }, (_, at) => `product-${at}`));
    const seen = await inFreshTurns(index.seeing({ visible, viewOf: () => '' }));
    for (const text of TEXTS) {
      const times: number[] = [];
      const { longest: longestOfSearches } = await timed(async () => {
        for (let round = 0; round < ROUNDS; round += 1) {
          const begun = performance.now();
          await inFreshTurns(index.searching(text, seen));
          times.push(performance.now() - begun);
        }
      });
      rows.push([size, text, median(times), Math.max(...times), longestOfSearches, index.bytes / 1e6]);
    }
  }
  const headings = ['products', 'work', 'median ms', 'most ms', 'longest turn ms', 'MB'];
  return [circumstances(), table(headings, rows)].join('\n\n');
}

await benchmark(bench, undefined);
