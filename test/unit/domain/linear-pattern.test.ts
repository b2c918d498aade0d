import fc from 'fast-check';
import { RE2JS } from 're2js';
import { describe, expect, it } from 'vitest';
import { linearPattern } from '../../../src/openapi/contract/linear-pattern.ts';
import { runs } from '../../support/runs.ts';

const atoms = [
  'a',
  'B',
  '0',
  '-',
  ' ',
  '_',
  '\\d',
  '\\w',
  '\\s',
  '\\.',
  '[ab]',
  '[^a-c]',
  '[A-Z]',
  '[\\d.-]',
  '[é]',
  '.',
  '(ab)',
  'a|b',
];
const times = ['', '', '?', '+', '*', '{2}', '{1,3}', '{2,}', '+?'];
const patterns = fc
  .array(fc.tuple(fc.constantFrom(...atoms), fc.constantFrom(...times)), { maxLength: 6 })
  .chain((parts) =>
    fc.constantFrom('^', '').map((begin) => `${begin}${parts.map((part) => part.join('')).join('')}$`),
  );
const texts = fc.string({
  unit: fc.constantFrom('a', 'b', 'B', 'Z', '0', '9', '.', '-', ' ', '_', '\n', 'é', '😀'),
});

describe('a pattern of a contract', () => {
  it('takes the texts that RE2 takes, by whichever engine it is matched', () => {
    fc.assert(
      fc.property(patterns, fc.array(texts, { maxLength: 20 }), (source, samples) => {
        const reference = RE2JS.compile(RE2JS.translateRegExp(source));
        const pattern = linearPattern(source);
        for (const sample of samples)
          expect([sample, pattern.test(sample)]).toEqual([sample, reference.test(sample)]);
      }),
      { numRuns: runs(3_000) },
    );
  });

  it.each(['^(a+)+$', '^(a|a)*$', '^a*a*a*a*a*a*b$', '^([a-z]+)*[0-9]$', '^[a-z]+[a-z]+[a-z]+[a-z]+$'])(
    'is never matched by backtracking where that could take longer than its text: %s',
    (source) => {
      const text = `${'a'.repeat(50_000)}!`;
      expect(linearPattern(source).test(text)).toBe(false);
    },
    10_000,
  );
});
