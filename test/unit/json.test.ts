import { isDeepStrictEqual } from 'node:util';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSameJson } from '../../src/foundation/json.ts';
import { runs } from '../support/runs.ts';

/** JSON values of few members, so that two of them are often the same. */
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom(null, true, 0, -0, 1, '', 'a'),
    fc.array(tie('value'), { maxLength: 2 }),
    fc.dictionary(fc.constantFrom('a', 'b', '0', 'length', '__proto__'), tie('value'), {
      maxKeys: 2,
      noNullPrototype: true,
    }),
  ),
}));

it('JSON values are the same where Node says so, whatever the order of members', () => {
  fc.assert(
    fc.property(value, value, (one, other) => {
      expect(isSameJson(one, other)).toBe(isDeepStrictEqual(one, other));
      expect(isSameJson(one, structuredClone(one))).toBe(true);
    }),
    { numRuns: runs(2_000) },
  );
  expect(isSameJson({ a: 1, b: [2] }, { b: [2], a: 1 })).toBe(true);
  expect(isSameJson({ a: undefined }, { b: undefined })).toBe(false);
  expect(isSameJson([], {})).toBe(false);
});
