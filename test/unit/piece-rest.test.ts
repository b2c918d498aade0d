import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { restAfterPieces } from '../../src/foundation/piece-rest.ts';

beforeAll(() => vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] }));
afterAll(() => vi.useRealTimers());

/** @returns when each of so many readers of 10,000 pieces goes on, in milliseconds from now */
function rests(readers: number): number[] {
  const began = performance.now();
  const ends: number[] = [];
  for (let reader = 0; reader < readers; reader += 1)
    restAfterPieces(10_000, () => ends.push(Math.round(performance.now() - began)));
  vi.advanceTimersByTime(10_000);
  return ends;
}

it('readers of many pieces rest one after another, for as long as they have read', () => {
  expect(rests(3)).toEqual([60, 120, 180]);
  expect(rests(1)).toEqual([60]);
});

it('however many rest, none does for more than a second', () => {
  expect(rests(100).slice(-3)).toEqual([1_000, 1_000, 1_000]);
});
