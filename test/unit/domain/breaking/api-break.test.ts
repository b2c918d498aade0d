import { describe, expect, it } from 'vitest';
import { apiPairs, breaksInWords } from '../../../../src/domain/api/api-break.ts';

const breaks = (count: number, operation: (index: number) => string | null) =>
  Array.from({ length: count }, (_, index) => ({ operation: operation(index), message: `b${index}` }));

describe('breaks in a sentence', () => {
  it('are gathered by operation', () => {
    expect(breaksInWords(breaks(3, (index) => (index === 1 ? 'PUT /b' : 'GET /a')))).toBe(
      '3 breaks: GET /a (b0; b2), PUT /b (b1)',
    );
    expect(breaksInWords(breaks(1, () => null))).toBe('1 break: b0');
  });

  it('are the first few where there are many, with the count', () => {
    expect(breaksInWords(breaks(30, () => 'GET /a'))).toBe('30 breaks: GET /a (b0; b1; b2; and 27 more)');
    expect(breaksInWords(breaks(30, (index) => `GET /${index}`))).toMatch(
      /^30 breaks: GET \/0 \(b0\), .*GET \/9 \(b9\), and 20 more$/,
    );
    expect(breaksInWords(breaks(1000, () => 'GET /a'))).toMatch(/^At least 1000 breaks: /);
  });

  it('are short, whatever the document says', () => {
    const long = 'x'.repeat(100_000);
    expect(breaksInWords([{ operation: `GET /${long}`, message: long }]).length).toBeLessThan(500);
  });
});

describe('what takes the place of an API in another product', () => {
  const named = (...names: string[]) =>
    names.map((each) => ({ name: each.split(':')[0] ?? '', version: each.split(':')[1] ?? '' }));
  it.each([
    ['the same version', ['a:1.0.0'], ['a:1.0.0', 'a:2.0.0'], ['1.0.0']],
    ['else the lowest higher one', ['a:1.0.0'], ['a:10.0.0', 'a:2.0.0', 'a:0.1.0'], ['2.0.0']],
    ['else the highest', ['a:3.0.0'], ['a:1.0.0', 'a:2.0.0'], ['2.0.0']],
    ['nothing, where the name is gone', ['a:1.0.0', 'b:1.0.0'], ['b:1.0.0', 'c:1.0.0'], [undefined, '1.0.0']],
  ])('is %s', (...[, before, after, found]) => {
    const pairs = apiPairs(named(...before), named(...after));
    expect(pairs.map((pair) => pair.after?.version)).toEqual(found);
  });
});
