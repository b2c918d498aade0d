import { describe, expect, it } from 'vitest';
import { LinearRegExp } from '../../../src/domain/json-expression/linear-regexp.ts';
import { transformJson } from '../../../src/domain/json-expression/transform-json.ts';

const made = (value: unknown, ...expressions: string[]) =>
  transformJson({ text: JSON.stringify(value), expressions });
const text = (value: unknown) => ({ text: JSON.stringify(value) });

describe('JSON by expressions of JSONata', () => {
  it.each([
    [
      'a part that is replaced by a pattern',
      '$replace(a, /(\\w+) (\\w+)/, "$2, $1")',
      { a: 'Ada Lovelace' },
      'Lovelace, Ada',
    ],
    ['a text that is split by one', '$split(a, /\\s*;\\s*/)', { a: 'x ; y;z' }, ['x', 'y', 'z']],
    ['all matches of one', '[$match(a, /\\d+/).match]', { a: '1 and 22' }, ['1', '22']],
    ['the case that it does not mind', '$contains(a, /ADA/i)', { a: 'ada' }, true],
    ['an optional group that is not there', '$match(a, /x(y)?/).groups', { a: 'x' }, [null]],
    ['characters of two units', '$match(a, /b/).index', { a: '😀b' }, 2],
  ])('has %s', async (...row) => {
    const [, expression, value, expected] = row;
    expect(await made(value, expression)).toEqual(text(expected));
  });

  it('takes linear time for a pattern that would backtrack', async () => {
    expect(await made({ a: `${'a'.repeat(5_000)}!` }, '$contains(a, /(a+)+$/)')).toEqual(text(false));
  });

  it.each(['__proto__', 'constructor', '$lookup($, "constructor")', 'a.constructor', '$string.constructor'])(
    'gives nothing of what is behind values: %s',
    async (expression) => {
      expect(await made({ a: 'x' }, expression)).toEqual({ fault: 'NOTHING', index: 0 });
    },
  );

  it('leaves the prototype of objects alone', async () => {
    const expression = '{"__proto__": {"polluted": 1}, "constructor": {"prototype": {"polluted": 1}}}';
    await made({}, `(${expression}; $merge([$, ${expression}]))`);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('names the expression at fault, and no value', async () => {
    expect(await made({ a: 'secret' }, '$', '$number(a)')).toEqual({
      fault: 'FAILED',
      index: 1,
      code: 'D3030',
    });
  });
});

describe('a pattern for JSONata', () => {
  it.each([/(a)(b)?/g, /a+/gi, /^x/gm, /[^,]*/g, /\bw/g])('finds what JavaScript finds: %s', (pattern) => {
    const texts = ['', 'ab aab A', 'x\nxy', 'one,,two', 'we were', '😀a'];
    for (const each of texts) {
      const linear = new LinearRegExp(pattern);
      pattern.lastIndex = 0;
      for (let turn = 0; turn < 3; turn += 1) {
        const [ours, theirs] = [linear.exec(each), pattern.exec(each)];
        expect(ours?.index).toBe(theirs?.index);
        expect(ours && [...ours].map((group) => group ?? undefined)).toEqual(theirs && [...theirs]);
        if (!theirs || theirs[0] === '') break;
        expect(linear.lastIndex).toBe(pattern.lastIndex);
      }
    }
  });
});
