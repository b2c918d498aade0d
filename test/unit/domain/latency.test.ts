import { describe, expect, it } from 'vitest';
import { LATENCY_BUCKETS, latencyBucketOf, latencyPercentile } from '../../../src/domain/call/latency.ts';

function histogram(durations: readonly number[]): number[] {
  const counts = new Array<number>(LATENCY_BUCKETS).fill(0);
  for (const duration of durations)
    counts[latencyBucketOf(duration)] = (counts[latencyBucketOf(duration)] ?? 0) + 1;
  return counts;
}

describe('how long calls took', () => {
  it.each([
    [0, 0],
    [1, 0],
    [1.01, 1],
    [2, 2],
    [1000, 20],
    [65_536, 32],
    [65_537, 33],
    [1e9, 33],
  ])('%d ms stand in bucket %d', (duration, bucket) => {
    expect(latencyBucketOf(duration)).toBe(bucket);
  });

  it.each([0.5, 0.95, 0.99])('is told by the percentile %d within a factor of √2', (share) => {
    for (const spread of [
      (n: number) => 1 + n,
      (n: number) => 1.009 ** n,
      (n: number) => (n < 960 ? 3 : 700),
    ]) {
      const durations = Array.from({ length: 1000 }, (_, n) => spread(n));
      const exact = durations[Math.ceil(share * 1000) - 1] ?? 0;
      const told = latencyPercentile(histogram(durations), share) ?? 0;
      expect(told / exact).toBeGreaterThan(Math.SQRT1_2 - 0.001);
      expect(told / exact).toBeLessThan(Math.SQRT2 + 0.001);
    }
  });

  it('is told for what took longer than every bucket, and for nothing', () => {
    expect(latencyPercentile(histogram([1e6]), 0.5)).toBe(65_536);
    expect(latencyPercentile(histogram([]), 0.5)).toBeNull();
  });
});
