import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LATENCY_BUCKETS } from '../../../src/domain/call/latency.ts';
import { encodeBatch, PART_SEQUENCES, PartDecoder } from '../../../src/infrastructure/usage/encoded-batch.ts';
import type { UsageBatch } from '../../../src/infrastructure/usage/usage-batch.ts';
import { fieldSetCount, meterCount, usageCount } from '../../support/usage.ts';

const AT = new Date('2027-01-31T23:04Z');
const CHARACTERS = 1_000_000;

async function decoded(batch: UsageBatch) {
  const parts = await encodeBatch(batch);
  const decoder = new PartDecoder();
  const all = await Promise.all(parts.map(({ contents }) => decoder.decode(contents)));
  return {
    parts,
    batch: {
      sequence: batch.sequence,
      at: all[0]?.at,
      counts: all.flatMap(({ counts }) => counts),
      meters: all.flatMap(({ meters }) => meters),
      fieldSets: all.flatMap(({ fieldSets }) => fieldSets),
      lastUse: new Map(all.flatMap(({ lastUse }) => [...lastUse])),
    },
  };
}

const operations = fc.string({ unit: 'grapheme' });
const counts = fc.array(
  fc.record({ operation: operations, durations: fc.array(fc.nat(), { minLength: 34, maxLength: 34 }) }),
);

describe('an encoded batch of usage', () => {
  it('is what it was, whatever it counts', async () => {
    expect(LATENCY_BUCKETS).toBe(34);
    await fc.assert(
      fc.asyncProperty(counts, fc.array(operations), fc.uuid(), async (counted, coordinates, id) => {
        const batch = {
          sequence: 7,
          at: AT,
          counts: counted.map(({ operation, durations }) => ({
            ...usageCount({
              hour: AT,
              outcome: 'CLIENT_ERROR',
              code: 'RATE_LIMIT_EXCEEDED',
              calls: 0,
              operation,
            }),
            durations,
          })),
          meters: [meterCount({ hour: AT, units: 2 ** 52, faults: 3 })],
          fieldSets: [
            fieldSetCount({ minute: AT, coordinates, calls: 4 }),
            fieldSetCount({ minute: AT, coordinates: null, calls: 5 }),
          ],
          lastUse: new Map([[id, AT.getTime()]]),
        };
        expect((await decoded(batch as UsageBatch)).batch).toEqual(batch);
      }),
    );
  });

  it('has parts below a megabyte with sequences of its own, the same when it is encoded again', async () => {
    const batch: UsageBatch = {
      sequence: 3,
      at: AT,
      counts: Array.from({ length: 20_000 }, (_, n) =>
        usageCount({ hour: AT, outcome: 'ANSWERED', calls: 1, operation: `GET /${n}/${'x'.repeat(100)}` }),
      ),
      meters: [],
      fieldSets: [],
      lastUse: new Map(),
    };
    const { parts, batch: known } = await decoded(batch);
    expect(known.counts).toEqual(batch.counts);
    expect(parts.length).toBeGreaterThan(4);
    expect(parts.map(({ sequence }) => sequence)).toEqual(parts.map((_, part) => 3 * PART_SEQUENCES + part));
    expect(Math.max(...parts.map(({ contents }) => contents.length))).toBeLessThan(CHARACTERS);
    expect(await encodeBatch(batch)).toEqual(parts);
  });

  it('of another form is refused', async () => {
    await expect(new PartDecoder().decode(Buffer.from('no'))).rejects.toThrow();
  });
});
