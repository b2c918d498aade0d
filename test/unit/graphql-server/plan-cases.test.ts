import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareOne } from '../../support/plan-cases.ts';
import { runs } from '../../support/runs.ts';

it('a plan gives what graphql-js gives, byte for byte, of random servers, documents and answers', async () => {
  const ways = { WRITTEN: 0, WITH_ERRORS: 0, REFERENCE: 0, INVALID: 0 };
  await fc.assert(
    fc.asyncProperty(fc.noShrink(fc.nat()), async (seed) => {
      const { way, planned, reference } = await compareOne(seed);
      ways[way] += 1;
      expect(planned).toBe(reference);
    }),
    { numRuns: runs(3_000), seed: 20_261_123 },
  );
  // Of what is compared, plans give a good part.
  expect(ways.WRITTEN).toBeGreaterThan(runs(300));
  expect(ways.WITH_ERRORS).toBeGreaterThan(runs(300));
}, 60_000);
