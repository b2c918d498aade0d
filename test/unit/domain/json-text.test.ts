import { describe, expect, it } from 'vitest';
import { JsonText, jsonText } from '../../../src/foundation/json-text.ts';

const textOf = (value: unknown) => jsonText(value).pieces.join('');

describe('JSON that is written in parts', () => {
  it('is what it would be as a whole, however the parts are nested', () => {
    const large = new JsonText(['{"a":', '[1,2]', '}']);
    const list = [jsonText({ name: 'x', large }), jsonText({ name: 'y', large: null }), 3];
    expect(JSON.parse(textOf({ list, again: [list], none: undefined }))).toEqual({
      list: [{ name: 'x', large: { a: [1, 2] } }, { name: 'y', large: null }, 3],
      again: [[{ name: 'x', large: { a: [1, 2] } }, { name: 'y', large: null }, 3]],
    });
  });

  it('takes nothing that was given for a part', () => {
    const part = new JsonText(['1']);
    const given = [String(part.toJSON()).slice(1), '\u0000', '"'];
    expect(JSON.parse(textOf({ given, part }))).toEqual({ given, part: 1 });
  });

  it('never joins its parts: none is longer than the longest that was given', () => {
    const parts = Array.from({ length: 100 }, () => new JsonText(['"'.padEnd(1_000, 'x'), '"']));
    const { pieces } = jsonText({ parts: parts.map((part) => jsonText({ part })) });
    expect(Math.max(...pieces.map(({ length }) => length))).toBe(1_000);
  });
});
