import { LATENCY_BUCKETS } from '../../domain/call/latency.ts';

/** Writes a histogram bucket by bucket. PostgreSQL counts from 1. */
export function durationsBy(bucket: (at: number) => string): string {
  return `ARRAY[${Array.from({ length: LATENCY_BUCKETS }, (_, at) => bucket(at + 1)).join(', ')}]`;
}

/**
 * Writes a histogram as rows of usage keep it.
 *
 * An empty bucket is null, and takes no space. Most rows have calls in few buckets, and are half as large.
 * (PostgreSQL, "Database Page Layout")
 */
export function keptDurations(bucket: (at: number) => string): string {
  return durationsBy((at) => `nullif(${bucket(at)}, 0)`);
}

/** Adds the histogram of a new row to that of the row which is known. */
export const ADDED_DURATIONS = keptDurations(
  (at) => `coalesce(known.durations[${at}], 0) + coalesce(EXCLUDED.durations[${at}], 0)`,
);
