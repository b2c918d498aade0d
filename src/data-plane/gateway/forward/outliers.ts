import { slowStartShare } from '../../../domain/backend/balancing.ts';
import { isOutlier } from '../../../domain/backend/outlier.ts';
import type { Clock } from '../../../foundation/clock.ts';
import type { PoolTarget } from '../route/upstream.ts';

const WINDOW_MS = 10_000;
const EJECTED_MS = 30_000;
/** The longest ejection. Each further one lasts twice as long as the one before. */
const EJECTED_MAX_MS = 300_000;
/** Back-ends with failures at the same time. The one that has failed for longest is forgotten first. */
const POOLS_MAX = 10_000;

/** The calls of a target in a window, and its ejections. */
type TargetRecord = { calls: number; failures: number; ejections: number; ejectedUntil: number };
type PoolRecord = { windowEndsAt: number; readonly targets: Map<string, TargetRecord> };

type OutliersDeps = { readonly clock: Clock; readonly onFault: (error: unknown) => void };

/**
 * Ejects targets of back-ends that fail while others answer.
 *
 * An outlier gets no calls for half a minute, each further time for twice as long, up to five minutes. Then it comes
 * back with the slow start of its back-end. At most half of the targets are ejected. Each gateway process judges by the
 * calls that it sends. A call to a back-end without failures costs one look at an empty table.
 *
 * Decision: an answer of 500 to 599 is a failure here, though it is none to a circuit breaker. A breaker ends
 * all calls to a back-end, while an ejection only prefers targets that fail less.
 */
export class Outliers {
  readonly #clock: Clock;
  readonly #onFault: (error: unknown) => void;
  readonly #pools = new Map<string, PoolRecord>();

  constructor({ clock, onFault }: OutliersDeps) {
    this.#clock = clock;
    this.#onFault = onFault;
  }

  /** Returns the share of its weight that a target gets. It is 0 where that is unhealthy or ejected. */
  readonly shareOf = (target: PoolTarget): number => {
    if (target.isUnhealthy) return 0;
    const pool = this.#pools.size === 0 ? undefined : this.#pools.get(target.pool);
    const { ejectedUntil = 0 } = pool?.targets.get(target.url) ?? {};
    if (ejectedUntil === 0 && target.slowStartMs === 0) return 1;
    const now = this.#now();
    if (ejectedUntil > now) return 0;
    return slowStartShare(now - Math.max(target.since, ejectedUntil), target.slowStartMs);
  };

  /** Records the answer of a target, or that there was none. */
  record(target: PoolTarget, isFailure: boolean): void {
    const known = this.#poolOf(target.pool);
    if (!known && !isFailure) return;
    const pool = known ?? this.#begin(target.pool);
    const record = pool.targets.get(target.url) ?? { calls: 0, failures: 0, ejections: 0, ejectedUntil: 0 };
    pool.targets.set(target.url, record);
    record.calls += 1;
    if (!isFailure) return;
    record.failures += 1;
    if (record.ejectedUntil > this.#now()) return;
    const others = [...pool.targets.values()].filter((each) => each !== record);
    if (this.#ejectedOf(pool) + 1 <= target.poolSize / 2 && isOutlier(record, others))
      this.#eject(target, record);
  }

  /** Number of ejected targets. */
  ejected(): number {
    let ejected = 0;
    for (const pool of this.#pools.values()) ejected += this.#ejectedOf(pool);
    return ejected;
  }

  #eject({ pool, url }: PoolTarget, record: TargetRecord): void {
    const lastsMs = Math.min(EJECTED_MAX_MS, EJECTED_MS * 2 ** record.ejections);
    this.#onFault(
      new Error(
        `${url} of ${pool} gets no calls for ${lastsMs / 1000} s: ${record.failures} of ${record.calls} failed`,
      ),
    );
    record.ejections += 1;
    record.ejectedUntil = this.#now() + lastsMs;
    record.calls = 0;
    record.failures = 0;
  }

  #ejectedOf({ targets }: PoolRecord): number {
    const now = this.#now();
    let ejected = 0;
    for (const { ejectedUntil } of targets.values()) if (ejectedUntil > now) ejected += 1;
    return ejected;
  }

  /** Finds the record of a back-end. A window that has ended begins anew, or is forgotten where nothing is left. */
  #poolOf(key: string): PoolRecord | undefined {
    const pool = this.#pools.size === 0 ? undefined : this.#pools.get(key);
    const now = this.#now();
    if (!pool || now < pool.windowEndsAt) return pool;
    for (const [url, record] of pool.targets) {
      record.calls = 0;
      record.failures = 0;
      if (record.ejectedUntil + EJECTED_MAX_MS < now) pool.targets.delete(url);
    }
    pool.windowEndsAt = now + WINDOW_MS;
    if (pool.targets.size > 0) return pool;
    this.#pools.delete(key);
    return undefined;
  }

  #begin(key: string): PoolRecord {
    if (this.#pools.size >= POOLS_MAX) this.#pools.delete(this.#pools.keys().next().value ?? '');
    const pool = { windowEndsAt: this.#now() + WINDOW_MS, targets: new Map<string, TargetRecord>() };
    this.#pools.set(key, pool);
    return pool;
  }

  #now(): number {
    return this.#clock().getTime();
  }
}
