import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  closedWindow,
  countAlone,
  LocalWindows,
  readAlone,
} from '../../../src/infrastructure/limits/calls/local-windows.ts';
import { runs } from '../../support/runs.ts';

describe('a window with a burst, in one process', () => {
  it('decides as a bucket of its size does that each whole window fills by the limit', () => {
    const call = fc.record({
      after: fc.oneof(fc.nat(50), fc.nat(1_500), fc.nat(9_000)),
      points: fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 40 })),
    });
    const history = fc.record({
      limit: fc.integer({ min: 1, max: 30 }),
      more: fc.integer({ min: 1, max: 100 }),
      calls: fc.array(call, { maxLength: 100 }),
    });
    fc.assert(
      fc.property(history, ({ limit, more, calls }) => {
        const terms = { limit, burst: limit + more, windowSeconds: 1 };
        const window = closedWindow();
        const bucket = { left: terms.burst, openedAt: 0 };
        let now = 5;
        for (const { after, points } of calls) {
          now += after;
          const passed = Math.floor((now - bucket.openedAt) / 1000);
          const left = passed > 0 ? Math.min(terms.burst, bucket.left + passed * limit) : bucket.left;
          expect(readAlone(window, terms, now)).toMatchObject({ admitted: left > 0, remaining: left });
          const decided = countAlone(window, terms, { now, points });
          expect(decided.admitted).toBe(points <= left);
          if (!decided.admitted) continue;
          bucket.left = left - points;
          if (passed > 0 || bucket.openedAt === 0) bucket.openedAt = now;
          expect(decided.remaining).toBe(bucket.left);
        }
      }),
      { numRuns: runs(500) },
    );
  });

  it('is remembered when it has closed, until it would begin with the whole burst', () => {
    const windows = new LocalWindows(closedWindow);
    const terms = { limit: 10, burst: 35, windowSeconds: 60 };
    countAlone(windows.of('one', 60, 0), terms, { now: 0, points: 35 });
    const others = (now: number) => {
      for (let other = 0; other < 9; other += 1) windows.of(`${now} ${other}`, 60, now);
    };
    others(61_000);
    expect(windows.find('one', 60)).toBeDefined();
    expect(countAlone(windows.of('one', 60, 61_000), terms, { now: 61_000, points: 1 })).toMatchObject({
      admitted: true,
      limit: 10,
      remaining: 9,
    });
    others(61_000 + 4 * 60_000);
    expect(windows.find('one', 60)).toBeUndefined();
  });
});
