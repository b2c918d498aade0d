import {
  createRateLimits,
  type RateLimitsOptions,
} from '../../src/infrastructure/limits/calls/create-rate-limits.ts';
import type { CountBatch, LimitCountStore } from '../../src/infrastructure/limits/calls/limit-count-store.ts';
import type { RateLimits } from '../../src/infrastructure/limits/calls/rate-limits.ts';

/** Creates counters. Windows of calendars last as long as their store, which is one in memory unless given. */
export const testLimits = (options: Partial<RateLimitsOptions> = {}): RateLimits =>
  createRateLimits({ store: new MemoryLimitCounts(), clock: () => new Date(), ...options });

/** Counts of limits in memory, for processes that share this object. */
export class MemoryLimitCounts implements LimitCountStore {
  readonly counts = new Map<string, number>();

  async read(keys: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return new Map(keys.flatMap((key) => (this.counts.has(key) ? [[key, this.counts.get(key) ?? 0]] : [])));
  }

  async add({ changes }: CountBatch): Promise<ReadonlyMap<string, number>> {
    for (const { key, points } of changes) this.counts.set(key, (this.counts.get(key) ?? 0) + points);
    return this.read(changes.map(({ key }) => key));
  }
}
