/**
 * How long calls took, counted in buckets whose bounds grow by √2, from 1 ms to 65.5 s; a last one holds what took longer.
 * Histograms of the same buckets are added number by number, so that they can be merged over time and gateways.
 */
export const LATENCY_BUCKETS = 34;

const LAST = LATENCY_BUCKETS - 1;
/** The upper bound of a bucket in milliseconds; the last one has none. */
const upperBound = (bucket: number): number => 2 ** (bucket / 2);

/** The bucket of a duration in milliseconds. */
export function latencyBucketOf(milliseconds: number): number {
  return milliseconds <= 1 ? 0 : Math.min(Math.ceil(2 * Math.log2(milliseconds)), LAST);
}

/**
 * The duration in milliseconds that a share of the calls did not exceed, interpolated within its bucket: it is never off
 * by more than a factor of √2 (41 %), from 1 ms to 65.5 s. What took longer is told as 65,536.
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
