import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisMaximum, axisTicks, stackedSegments } from '../../../src/ui/components/chart-scale.ts';

describe('the end of an axis', () => {
  it.each([
    [0, 1],
    [1, 1],
    [3, 5],
    [5, 5],
    [6, 10],
    [11, 20],
    [201, 500],
    [1_234_567, 2_000_000],
  ])('of %i is %i', (value, maximum) => expect(axisMaximum(value)).toBe(maximum));

  it('holds every value, and is at most two and a half times as large', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 2 ** 40 }), (value) => {
        const maximum = axisMaximum(value);
        expect(maximum).toBeGreaterThanOrEqual(value);
        expect(maximum).toBeLessThanOrEqual(value * 2.5);
        expect(String(maximum)).toMatch(/^[125]0*$/);
      }),
    );
  });
});

describe('the lines of an axis', () => {
  it.each([
    [1, [0, 1]],
    [2, [0, 1, 2]],
    [5, [0, 1, 2, 3, 4, 5]],
    [10, [0, 2, 4, 6, 8, 10]],
    [20, [0, 5, 10, 15, 20]],
    [50, [0, 10, 20, 30, 40, 50]],
    [1000, [0, 200, 400, 600, 800, 1000]],
  ])('up to %i are %j', (maximum, ticks) => expect(axisTicks(maximum)).toEqual(ticks));
});

describe('the parts of a bar', () => {
  const scale = { height: 200, maximum: 100 };

  it('stand on each other, from the bottom up', () => {
    expect(stackedSegments([50, 0, 25], scale)).toEqual([
      { top: 100, height: 100 },
      { top: 100, height: 0 },
      { top: 50, height: 50 },
    ]);
  });

  it('are seen, however few calls they stand for, and not where there are none', () => {
    expect(stackedSegments([1, 0, 1], { height: 200, maximum: 100_000 })).toEqual([
      { top: 198, height: 2 },
      { top: 198, height: 0 },
      { top: 196, height: 2 },
    ]);
  });
});
