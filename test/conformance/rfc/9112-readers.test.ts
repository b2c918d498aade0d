import { describe, expect, it } from 'vitest';
import { differingRequests, differingResponses } from '../../support/http-differences.ts';
import { hasOldParser } from '../../support/http-parsers.ts';

/** Another one is for whoever looks for more: `npm run bench:fuzz` compares twenty million. */
const SEED = 20_261_123;

describe('RFC 9112: no new dialect of HTTP comes into being', () => {
  it('of 200,000 damaged requests those that are plain are read alike by Node and llhttp, to the same end', async () => {
    const { accepted, differing } = await differingRequests(200_000, SEED);
    expect(differing).toEqual([]);
    expect(accepted).toBeGreaterThan(10_000);
  });

  it.skipIf(hasOldParser)(
    'of 20,000 damaged answers of back-ends those that are taken are read alike by Node, or refused',
    async () => {
      const { accepted, differing } = await differingResponses(20_000, SEED);
      expect(differing).toEqual([]);
      expect(accepted).toBeGreaterThan(2_000);
    },
  );
});
