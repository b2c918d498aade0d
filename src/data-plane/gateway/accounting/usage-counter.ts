import { LATENCY_BUCKETS, latencyBucketOf } from '../../../domain/call/latency.ts';
import type { UsageOutcome } from '../../../domain/call/usage.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { UsageBatch, UsageStore } from '../../../infrastructure/usage/store.ts';
import type { Call } from '../call.ts';
import { type Count, createTallies, type TalliedCall, type Tally } from './usage-tallies.ts';

/**
 * Counts calls by the hour (UTC), by client, operation, outcome and duration.
 *
 * It also keeps each credential's last use.
 */
export type UsageCounter = {
  /** A call of a client that was admitted. */
  use(call: TalliedCall): void;
  /** A call that has ended. */
  count(call: CountedCall, outcome: UsageOutcome, durationMs: number): void;
  /**
   * Writes what was counted. What could not be written is kept as it is, because nobody knows whether it was, and is
   * sent again before what came after it.
   *
   * @throws what the store throws
   */
  write(): Promise<void>;
};

export type CountedCall = TalliedCall & Pick<Call, 'refusedWith'>;

export type UsageDeps = { readonly store: UsageStore; readonly clock: Clock };

export function createUsageCounter({ store, clock }: UsageDeps): UsageCounter {
  let tallies = createTallies();
  let unwritten: UsageBatch | undefined;
  let sequence = 0;

  function countOf(call: CountedCall, outcome: UsageOutcome): Count {
    const { series, hour, counts } = tallies.of(call, clock().getTime());
    const code = call.refusedWith ?? null;
    for (const count of counts) if (count.outcome === outcome && count.code === code) return count;
    const durations = new Array<number>(LATENCY_BUCKETS).fill(0);
    const count: Count = { series, hour, outcome, code, durations };
    counts.push(count);
    return count;
  }
  async function send(batch: UsageBatch | undefined): Promise<void> {
    unwritten = batch;
    if (batch) await store.write(batch);
    unwritten = undefined;
  }
  function taken(): UsageBatch | undefined {
    const { all } = tallies;
    if (all.length === 0) return undefined;
    tallies = createTallies();
    sequence += 1;
    return { sequence, at: clock(), counts: all.flatMap(({ counts }) => counts), lastUse: lastUseIn(all) };
  }
  return {
    use(call) {
      const now = clock().getTime();
      tallies.of(call, now).usedAt = now;
    },
    count(call, outcome, durationMs) {
      const { durations } = countOf(call, outcome);
      const bucket = latencyBucketOf(durationMs);
      durations[bucket] = (durations[bucket] ?? 0) + 1;
    },
    async write() {
      await send(unwritten);
      await send(taken());
    },
  };
}

function lastUseIn(tallies: readonly Tally[]): Map<string, number> {
  const lastUse = new Map<string, number>();
  for (const { credentialId, usedAt } of tallies)
    if (credentialId !== undefined && usedAt > (lastUse.get(credentialId) ?? 0))
      lastUse.set(credentialId, usedAt);
  return lastUse;
}
