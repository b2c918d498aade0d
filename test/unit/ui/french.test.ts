import { describe, expect, it } from 'vitest';
import { formatsOf } from '../../../src/ui/kit/formats.ts';
import { de } from '../../../src/ui/languages/fr/elided.ts';

describe('French', () => {
  it.each([
    ['Shop', 'de Shop'],
    ['Orders 1.0.0', 'd’Orders 1.0.0'],
    ['Éditions', 'd’Éditions'],
    ['app', 'd’app'],
    ['Hotels', 'de Hotels'],
    ['2 Go', 'de 2 Go'],
  ])('writes « de » before %s as %s', (name, written) => {
    expect(de(name)).toBe(written);
  });

  it('writes the first of a month as an ordinal, and other days as numbers', () => {
    const { date, dateTime } = formatsOf('fr');
    expect(date('2030-01-01T12:00:00Z')).toBe('1er janvier 2030');
    expect(dateTime('2030-01-01T12:00:00Z')).toBe('1er janv. 2030, 12:00 UTC');
    expect(date('2030-01-21T12:00:00Z')).toBe('21 janvier 2030');
    expect(formatsOf('de').date('2030-01-01T12:00:00Z')).toBe('1. Januar 2030');
  });
});
