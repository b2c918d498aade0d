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
