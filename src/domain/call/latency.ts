/**
 * The number of latency buckets. Their bounds grow by √2, from 1 ms to 65.5 s; the last one holds all longer calls.
 * Histograms of the same buckets are merged by adding their numbers, over time and over gateways.
 */
export const LATENCY_BUCKETS = 34;

const LAST = LATENCY_BUCKETS - 1;
/** Returns the upper bound of a bucket in milliseconds. The last bucket has none. */
const upperBound = (bucket: number): number => 2 ** (bucket / 2);

/** Returns the bucket of a duration in milliseconds. */
export function latencyBucketOf(milliseconds: number): number {
  return milliseconds <= 1 ? 0 : Math.min(Math.ceil(2 * Math.log2(milliseconds)), LAST);
}

/**
 * Returns the duration in milliseconds that a share of the calls did not exceed. It is interpolated within its bucket
 * and off by a factor of √2 (41 %) at most, from 1 ms to 65.5 s. Longer durations are returned as 65,536.
 *
 * @param counts calls by bucket
 * @param share 0.95 is the 95th percentile
 * @returns null where there is no call
 */
export function latencyPercentile(counts: readonly number[], share: number): number | null {
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  let below = 0;
  for (const [bucket, count] of counts.entries()) {
    if (count > 0 && below + count >= share * total) {
      const lower = bucket === 0 ? 0 : upperBound(bucket - 1);
      const upper = bucket === LAST ? lower : upperBound(bucket);
      return lower + (upper - lower) * ((share * total - below) / count);
    }
    below += count;
  }
  return upperBound(LAST - 1);
}
