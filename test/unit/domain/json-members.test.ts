import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDoubledMember, membersOf } from '../../../src/foundation/json-members.ts';

describe('a doubled member', () => {
  it.each([
    '{"a":1,"a":2}',
    '{ "a" : {"x":[1,{"y":2}]} , "b":"}" , "a" : null }',
    '{"a":1,"\\u0061":2}',
    '{"a":1,"b":{"a":1,"a":2}}',
    '[{"b":1},[{"a":[],"b":{},"a":1}]]',
    '{"\\"":1,"\\"":2}',
  ])('is found: %s', (text) => {
    expect(hasDoubledMember(text)).toBe(true);
  });

  it.each([
    '{"a":1,"b":{"a":1},"c":[{"a":1},{"a":2}]}',
    '{"a":"a","b":["a","a"]}',
    '{"a":"{\\"a\\":1,\\"a\\":2}"}',
    '{"a":"\\\\","b":"\\\\\\""}',
    '{}',
    '["a","a"]',
    '"a"',
  ])('is not found: %s', (text) => {
    expect(hasDoubledMember(text)).toBe(false);
  });

  it('is never found in what was written from an object', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (object) => {
        expect(hasDoubledMember(JSON.stringify(object, null, 1))).toBe(false);
      }),
    );
  });
});

describe('the members of an object', () => {
  const written = (text: string, from?: number) =>
    membersOf(text, from).map(({ name, start, valueStart, end }) => [
      name,
      text.slice(start, valueStart),
      text.slice(valueStart, end),
    ]);

  it('are found with their names and values, each as it was', () => {
    expect(written('{ "a" : 1.50 ,"b\\"":"}\\\\" , "\\u0063":{"a":[{}, "]"]},"":null\n}')).toEqual([
      ['a', '"a" : ', '1.50'],
      ['b"', '"b\\"":', '"}\\\\"'],
      ['c', '"\\u0063":', '{"a":[{}, "]"]}'],
      ['', '"":', 'null'],
    ]);
    expect(['{}', '[]', '{ }', '1'].map((text) => written(text))).toEqual([[], [], [], []]);
  });

  it('are those of the object that begins where it is said', () => {
    const text = '{"a":{"b":true},"c":{"d":[]}}';
    expect(written(text, text.lastIndexOf('{'))).toEqual([['d', '"d":', '[]']]);
  });

  it('are those that a parser finds', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(2), (object, indent) => {
        const text = JSON.stringify(object, null, indent);
        const found = membersOf(text).map(({ name, valueStart, end }) => [
          name,
          JSON.parse(text.slice(valueStart, end)),
        ]);
        expect(found).toEqual(Object.entries(JSON.parse(text)));
      }),
    );
  });
});
