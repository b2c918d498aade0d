import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hasDoubledMember } from '../../../src/foundation/json-members.ts';

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
