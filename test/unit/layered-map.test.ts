import fc from 'fast-check';
import { expect, it } from 'vitest';
import { LayeredMap } from '../../src/foundation/layered-map.ts';

const changes = fc.array(fc.tuple(fc.nat(200), fc.option(fc.nat(), { nil: undefined })), { maxLength: 40 });

it('is after any changes what a map would be, and leaves the maps before it as they were', () => {
  fc.assert(
    fc.property(fc.array(changes, { maxLength: 30 }), (rounds) => {
      let map = new LayeredMap<number, number>();
      const model = new Map<number, number>();
      const kept: (readonly [LayeredMap<number, number>, ReadonlyMap<number, number>])[] = [];
      for (const round of rounds) {
        map = map.with(round);
        for (const [key, value] of round)
          if (value === undefined) model.delete(key);
          else model.set(key, value);
        kept.push([map, new Map(model)]);
      }
      for (const [own, expected] of kept) {
        expect(new Map(own)).toEqual(expected);
        expect(own.size).toBe(expected.size);
        expect(new Set(own.keys())).toEqual(new Set(expected.keys()));
        for (let key = 0; key <= 200; key += 1) {
          expect(own.get(key)).toBe(expected.get(key));
          expect(own.has(key)).toBe(expected.has(key));
        }
      }
    }),
    { numRuns: 60 },
  );
});
