import type { Clock } from '../clock.ts';
import { LATENCY_BUCKETS, latencyBucketOf } from '../domain/latency.ts';
import { HOUR_MS, type UsageOutcome } from '../domain/usage.ts';
import { versionedName } from '../domain/version.ts';
import type { UsageBatch, UsageCount, UsageSeries, UsageStore } from '../usage/store.ts';
import type { Call } from './call.ts';

/** The calls of each hour (UTC): whose, of what, how they ended and how long they took; each credential's last use. */
export type Usage = {
  /** An admitted call made with a credential. */
  use(credentialId: string): void;
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

export type CountedCall = Pick<
  Call,
  'catalog' | 'client' | 'subscription' | 'chosen' | 'operation' | 'refusedWith'
>;

export type UsageDeps = { readonly store: UsageStore; readonly clock: Clock };

/**
 * How many counts are held while the store is out of reach: some ten megabytes. What comes besides is counted too, but of
 * a catalog only its calls by outcome and hour.
 */
export const COUNTS_MAX = 20_000;

type Count = UsageCount & { readonly durations: number[] };

export function createUsage({ store, clock }: UsageDeps): Usage {
  let counts = new Map<string, Count>();
  let lastUse = new Map<string, number>();
  let unwritten: UsageBatch | undefined;
  let sequence = 0;

  function countOf(call: CountedCall, outcome: UsageOutcome): Count {
    const { catalog, client, subscription, chosen, operation, refusedWith } = call;
    const hour = Math.floor(clock().getTime() / HOUR_MS);
    const owner = subscription?.limitKey ?? client?.application.id;
    const key = `${hour} ${catalog.id} ${refusedWith ?? outcome} ${owner} ${chosen?.api.id} ${operation}`;
    const known = counts.get(key);
    if (known) return known;
    if (counts.size >= COUNTS_MAX && (client || chosen || refusedWith)) return countOf(rest(call), outcome);
    const count: Count = {
      series: seriesOf(call),
      hour: new Date(hour * HOUR_MS),
      outcome,
      code: refusedWith ?? null,
      durations: new Array<number>(LATENCY_BUCKETS).fill(0),
    };
    counts.set(key, count);
    return count;
  }
  async function send(batch: UsageBatch | undefined): Promise<void> {
    unwritten = batch;
    if (batch) await store.write(batch);
    unwritten = undefined;
  }
  function taken(): UsageBatch | undefined {
    if (counts.size === 0 && lastUse.size === 0) return undefined;
    sequence += 1;
    const batch = { sequence, at: clock(), counts: [...counts.values()], lastUse };
    counts = new Map();
    lastUse = new Map();
    return batch;
  }
  return {
    use(credentialId) {
      lastUse.set(credentialId, clock().getTime());
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

/** The same call, of which nothing is told but its catalog. */
function rest({ catalog }: CountedCall): CountedCall {
  return {
    catalog,
    client: undefined,
    subscription: undefined,
    chosen: undefined,
    operation: undefined,
    refusedWith: undefined,
  };
}

function seriesOf({ catalog, client, subscription, chosen, operation }: CountedCall): UsageSeries {
  const api = chosen?.api;
  return {
    orgId: catalog.orgId,
    catalog: catalog.path.slice(catalog.path.lastIndexOf('/') + 1),
    consumerOrg: client?.application.consumerOrg ?? null,
    application: client?.application.name ?? null,
    subscriptionId: subscription?.id ?? null,
    product: api ? versionedName(api.product) : null,
    plan: subscription?.plan.name ?? null,
    api: api ? versionedName(api) : null,
    operation: operation ?? null,
  };
}
