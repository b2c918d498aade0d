import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseExact } from '../../../src/data-plane/graphql-server/rest/exact-json.ts';

describe('JSON of a back-end', () => {
  it.each([
    ['9007199254740993', '9007199254740993'],
    ['-9007199254740993', '-9007199254740993'],
    ['9007199254740991', 9007199254740991],
    ['0.30000000000000004', 0.30000000000000004],
    ['-0.30000000000000004', -0.30000000000000004],
    ['12345678901234567.5', 12345678901234568],
    ['1e-0000000000000000001', 0.1],
    ['1E+0000000000000000001', 10],
    ['"0.30000000000000004, \\"9007199254740993\\""', '0.30000000000000004, "9007199254740993"'],
  ])('%s is read with every digit of a whole number, else as any JSON', (text, value) => {
    expect(parseExact(`{"member":[${text}, ${text}]}`)).toEqual({ member: [value, value] });
  });

  it('is read with texts as they are, whatever they escape', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('"', '\\', '\n', ' 9007199254740993', 'a')), (parts) => {
        const text = parts.join('');
        expect(parseExact(`[${JSON.stringify(text)},9007199254740993]`)).toEqual([text, '9007199254740993']);
      }),
    );
  });

  it.each([
    ['a text without end', () => `[1234567890123456,"${'\\"'.repeat(200_000)}`],
    ['backslashes', () => `[1234567890123456,"${'\\'.repeat(400_000)}`],
    ['digits', () => `[${'1'.repeat(400_000)}e`],
  ])('is refused in a time that grows with its length, and not with its square: %s', (_, text) => {
    const json = text();
    const before = performance.now();
    expect(() => parseExact(json)).toThrow(SyntaxError);
    expect(performance.now() - before).toBeLessThan(5_000);
  });

  it('is read with texts of any length', () => {
    const long = 'a\\"'.repeat(3_000_000);
    const [, read] = parseExact(`[9007199254740993,"${long}"]`) as readonly string[];
    expect(read === 'a"'.repeat(3_000_000)).toBe(true);
  });

  it('is read as any JSON where a double holds the number', () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        fc.pre(!Number.isInteger(number) || Number.isSafeInteger(number));
        const text = JSON.stringify({ number });
        expect(parseExact(text)).toEqual(JSON.parse(text));
      }),
    );
  });
});
