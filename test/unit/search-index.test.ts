import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Postings } from '../../src/foundation/text/postings.ts';
import { addWords, type SearchedItem, SearchIndex } from '../../src/foundation/text/search-index.ts';
import { editsToBeginning, searchTokens } from '../../src/foundation/text/search-tokens.ts';
import { runs } from '../support/runs.ts';

const item = (id: string, texts: Record<string, number>) => {
  const words = new Map<string, number>();
  for (const [text, weight] of Object.entries(texts)) addWords(words, text, weight);
  return { id, words };
};
const indexOf = (items: readonly SearchedItem[]): SearchIndex => {
  const made = new SearchIndex();
  for (const each of items) made.put(each);
  return made;
};
const index = indexOf([
  item('description', { 'Reads invoices of a billing run': 1 }),
  item('path', { '/billing/{id}': 4 }),
  item('title', { Billing: 8 }),
  item('german', { 'Kündigung & Straße': 8 }),
  item('japanese', { 顧客データベース: 8 }),
  item('hidden', { Secret: 8 }),
]);
const seen = new Set(['description', 'path', 'title', 'german', 'japanese']);
const find = (text: string, visible: ReadonlySet<string> = seen) =>
  index.search({ text, visible, viewOf: () => '' });

describe('a search', () => {
  it('ranks a title before a path before a description', () => {
    expect(find('billing')).toEqual({ ids: ['title', 'path', 'description'], meant: undefined });
    expect(find('GET /billing').ids).toEqual(['title', 'path', 'description']);
    expect(find('illin').ids).toHaveLength(3);
  });

  it.each([
    ['biling', 'billing', ['title', 'path', 'description']],
    ['invoises', 'invoices', ['description']],
    ['bililng', 'billing', ['title', 'path', 'description']],
    ['invoces billing', 'invoices billing', ['description']],
  ])('forgives %s', (typed, meant, ids) => expect(find(typed)).toEqual({ ids, meant }));

  it('finds words with and without accents, and of scripts without spaces', () => {
    expect(find('kundigung strasse').ids).toEqual(['german']);
    expect(find('データ').ids).toEqual(['japanese']);
    expect(find('Kundigng')).toEqual({ ids: ['german'], meant: 'kundigung' });
  });

  it('finds and suggests nothing of what is not seen', () => {
    expect(find('secret')).toEqual({ ids: [], meant: undefined });
    expect(find('secrte')).toEqual({ ids: [], meant: undefined });
    expect(find('secrte', new Set(['hidden']))).toEqual({ ids: ['hidden'], meant: 'secret' });
  });

  it('finds what is equally good in the order of what is seen', () => {
    const equal = indexOf(['a', 'b', 'c'].map((id) => item(id, { [`${id} zebra`]: 1, zebras: 1 })));
    const visible = new Set(['b', 'c', 'a']);
    expect(equal.search({ text: 'zebra', visible, viewOf: () => '' }).ids).toEqual(['b', 'c', 'a']);
    expect(equal.search({ text: 'zebbra', visible, viewOf: () => '' })).toEqual({
      ids: ['b', 'c', 'a'],
      meant: 'zebra',
    });
  });

  it('finds words of a view for its readers alone', () => {
    const views = new Map([
      ['gold', new Map([['rates', 1]])],
      ['', new Map([['quotes', 1]])],
    ]);
    const plans = indexOf([{ ...item('it', { Market: 8 }), views }]);
    const as = (view: string, text: string) =>
      plans.search({ text, visible: new Set(['it']), viewOf: () => view }).ids;
    expect([as('gold', 'rates'), as('gold', 'market rates'), as('', 'quotes')]).toEqual([
      ['it'],
      ['it'],
      ['it'],
    ]);
    expect([as('', 'rates'), as('gold', 'quotes'), as('silver', 'raets')]).toEqual([[], [], []]);
  });

  it('needs each word', () => {
    expect(find('billing kundigung').ids).toEqual([]);
    expect(find('...').ids).toEqual([]);
  });

  it('forgives one typing error in any word of five letters or more', () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'.split('');
    const words = fc.string({ unit: fc.constantFrom(...letters), minLength: 7, maxLength: 12 });
    fc.assert(
      fc.property(
        fc.tuple(words, fc.nat(), fc.constantFrom(...letters), fc.nat(3)),
        ([word, place, letter, kind]) => {
          const at = place % (word.length - 1);
          const [before, after] = [word.slice(0, at), word.slice(at)];
          const swapped = `${before}${after[1]}${after[0]}${after.slice(2)}`;
          const typed = [
            before + letter + after,
            before + after.slice(1),
            before + letter + after.slice(1),
            swapped,
          ];
          const only = indexOf([item('it', { [word]: 1 })]);
          expect(
            only.search({ text: typed[kind] ?? '', visible: new Set(['it']), viewOf: () => '' }).ids,
          ).toEqual(['it']);
        },
      ),
      { numRuns: runs(500) },
    );
  });
});

describe('words', () => {
  it('are letters and digits of any script', () => {
    expect(searchTokens('GET /customers/{customerId}: Größe_2')).toEqual([
      'get',
      'customers',
      'customerid',
      'grosse',
      '2',
    ]);
  });

  it('are compared by edits, in which a swap is one', () => {
    expect(editsToBeginning('biling', 'billing', 2)).toBe(1);
    expect(editsToBeginning('bililng', 'billing', 2)).toBe(1);
    expect(editsToBeginning('custmer', 'customerdb', 2)).toBe(1);
    expect(editsToBeginning('orders', 'customer', 2)).toBe(3);
  });
});

it('postings keep place and weight apart, up to the largest of each, and take no larger place', () => {
  const postings = new Postings();
  postings.add(3, 0, 1);
  postings.add(3, 2 ** 24 - 1, 255);
  const kept: number[][] = [];
  expect(postings.each(3, (...posting) => kept.push(posting))).toBe(2);
  expect(kept).toEqual([
    [2 ** 24 - 1, 255],
    [0, 1],
  ]);
  expect(() => postings.add(3, 2 ** 24, 1)).toThrow(new RangeError('An index has no place 16777216.'));
});
