import { growingCache } from '../../../foundation/growing-cache.ts';
import type { SharedStore } from '../redis/redis.ts';

/** A count of failures, with the number that is free. Each further one makes the next attempt wait. */
export type FailureCount = {
  readonly key: string;
  readonly free: number;
  readonly waitMaxMs: number;
  /** Attempts that may be under way at once, if fewer than may still fail. */
  readonly atOnceMax?: number;
};

/** The history of a source at a target: succeeded, failed, or new. */
export type AttemptHistory = 'KNOWN' | 'TRIED' | 'NEW';

/** The permission for an attempt. BUSY means that it has to wait for one under way. */
type AttemptSlot =
  | { readonly kind: 'TAKEN' }
  | { readonly kind: 'BUSY' }
  | { readonly kind: 'CLOSED'; readonly waitMs: number };

/** The store of failed attempts. It decides atomically, for all counts together. */
export type Failures = {
  take(counts: readonly FailureCount[], now: number): Promise<AttemptSlot>;
  /** Ends an attempt that was taken. It failed in all counts, or in none. */
  settle(counts: readonly FailureCount[], outcome: { failed: boolean; now: number }): Promise<void>;
  /** Forgets the failures of a count, and remembers the success. */
  succeed(key: string): Promise<void>;
  historyOf(key: string, now: number): Promise<AttemptHistory>;
};

/** The time after the first failure at which all are forgotten. Occasional mistakes then do not add up. */
const FORGOTTEN_MS = 15 * 60_000;
const WAIT_MIN_MS = 5_000;
/** The time for which a success is remembered. */
const KNOWN_MS = 30 * 86_400_000;
/** The time after which an attempt without an end no longer counts. Its process may have ended. */
const UNDER_WAY_MS = 60_000;
const COUNTS_MAX = 50_000;

type Count = { failures: number; underWay: number; opensAt: number; forgottenAt: number };

/** Counts in this process, and forgets the oldest first. */
export class LocalFailures implements Failures {
  readonly #counts = growingCache<Count>(COUNTS_MAX);
  /** The counts that ended in a success. */
  readonly #known = growingCache<true>(COUNTS_MAX);

  async take(limits: readonly FailureCount[], now: number): Promise<AttemptSlot> {
    const found = limits.map(({ key, free, atOnceMax = free }) => {
      const count = this.#countOf(key, now);
      return { key, count, slots: Math.max(1, Math.min(atOnceMax, free - count.failures)) };
    });
    const waitMs = Math.max(...found.map(({ count }) => count.opensAt - now));
    if (waitMs > 0) return { kind: 'CLOSED', waitMs };
    if (found.some(({ count, slots }) => count.underWay >= slots)) return { kind: 'BUSY' };
    for (const { key, count } of found) {
      count.underWay += 1;
      this.#counts.set(key, count);
    }
    return { kind: 'TAKEN' };
  }

  async settle(
    limits: readonly FailureCount[],
    { failed, now }: { failed: boolean; now: number },
  ): Promise<void> {
    for (const { key, free, waitMaxMs } of limits) {
      const count = this.#countOf(key, now);
      count.underWay = Math.max(0, count.underWay - 1);
      if (failed) {
        if (count.failures === 0) count.forgottenAt = now + FORGOTTEN_MS;
        count.failures += 1;
        const beyond = count.failures - free;
        if (beyond >= 0) count.opensAt = now + Math.min(waitMaxMs, WAIT_MIN_MS * 2 ** beyond);
      }
      if (count.failures + count.underWay === 0) this.#counts.delete(key);
      else this.#counts.set(key, count);
    }
  }

  async succeed(key: string): Promise<void> {
    const count = this.#counts.get(key);
    if (count) Object.assign(count, { failures: 0, opensAt: 0 });
    this.#known.set(key, true);
  }

  async historyOf(key: string, now: number): Promise<AttemptHistory> {
    if (this.#known.get(key)) return 'KNOWN';
    return this.#countOf(key, now).failures > 0 ? 'TRIED' : 'NEW';
  }

  #countOf(key: string, now: number): Count {
    const count = this.#counts.get(key) ?? { failures: 0, underWay: 0, opensAt: 0, forgottenAt: 0 };
    if (count.failures > 0 && now >= count.forgottenAt) Object.assign(count, { failures: 0, opensAt: 0 });
    return count;
  }
}

/**
 * Takes an attempt. KEYS: the counts. ARGV: now, the time limit of an attempt, then the free failures and concurrent
 * attempts of each count.
 */
const TAKE = `
local now, wait, busy = tonumber(ARGV[1]), 0, false
for i, key in ipairs(KEYS) do
  local f, o = unpack(redis.call('HMGET', key, 'failures', 'opensAt'))
  local under = tonumber(redis.call('GET', key .. ':underWay') or '0')
  wait = math.max(wait, tonumber(o or '0') - now)
  local mayFail = tonumber(ARGV[1 + 2 * i]) - tonumber(f or '0')
  if under >= math.max(1, math.min(mayFail, tonumber(ARGV[2 + 2 * i]))) then busy = true end
end
if wait > 0 then return wait end
if busy then return -1 end
for _, key in ipairs(KEYS) do
  redis.call('INCR', key .. ':underWay')
  redis.call('PEXPIRE', key .. ':underWay', ARGV[2])
end
return 0`;

/**
 * Ends an attempt. KEYS: the counts. ARGV: now, 1 when it failed, the time for which failures count, the least wait,
 * then the free failures and longest wait of each count.
 */
const SETTLE = `
for i, key in ipairs(KEYS) do
  if redis.call('DECR', key .. ':underWay') <= 0 then redis.call('DEL', key .. ':underWay') end
  if ARGV[2] == '1' then
    local failures = redis.call('HINCRBY', key, 'failures', 1)
    if failures == 1 then redis.call('PEXPIRE', key, ARGV[3]) end
    local beyond = failures - tonumber(ARGV[3 + 2 * i])
    if beyond >= 0 then
      local wait = math.min(tonumber(ARGV[4 + 2 * i]), tonumber(ARGV[4]) * 2 ^ math.min(beyond, 30))
      redis.call('HSET', key, 'opensAt', string.format('%.0f', tonumber(ARGV[1]) + wait))
    end
  end
end`;

/** The prefix of keys. All are in one slot of a Redis Cluster, because one script decides over several. */
const PREFIX = 'gatehouse:{failures}:';

/** Counts in Redis, where several processes share them. While Redis is lost, it counts in this process alone. */
export class SharedFailures implements Failures {
  readonly #store: SharedStore;
  readonly #local = new LocalFailures();

  constructor(store: SharedStore) {
    this.#store = store;
  }

  take(counts: readonly FailureCount[], now: number): Promise<AttemptSlot> {
    const bounds = counts.flatMap(({ free, atOnceMax = free }) => [free, atOnceMax]);
    const { redis } = this.#store;
    return this.#store.either(
      async () =>
        attemptSlotOf(
          Number(await redis.eval(TAKE, counts.length, ...keysOf(counts), now, UNDER_WAY_MS, ...bounds)),
        ),
      () => this.#local.take(counts, now),
    );
  }

  settle(
    counts: readonly FailureCount[],
    { failed, now }: { readonly failed: boolean; readonly now: number },
  ): Promise<void> {
    const bounds = counts.flatMap(({ free, waitMaxMs }) => [free, waitMaxMs]);
    const args = [now, failed ? 1 : 0, FORGOTTEN_MS, WAIT_MIN_MS, ...bounds];
    return this.#store.either(
      async () => {
        await this.#store.redis.eval(SETTLE, counts.length, ...keysOf(counts), ...args);
      },
      () => this.#local.settle(counts, { failed, now }),
    );
  }

  succeed(key: string): Promise<void> {
    const name = keyOf(key);
    return this.#store.either(
      async () => {
        await this.#store.redis.multi().del(name).set(`${name}:known`, 1, 'PX', KNOWN_MS).exec();
      },
      () => this.#local.succeed(key),
    );
  }

  historyOf(key: string, now: number): Promise<AttemptHistory> {
    const name = keyOf(key);
    const { redis } = this.#store;
    return this.#store.either(
      async () => {
        const [known, failed] = await Promise.all([redis.exists(`${name}:known`), redis.exists(name)]);
        if (known) return 'KNOWN';
        return failed ? 'TRIED' : 'NEW';
      },
      () => this.#local.historyOf(key, now),
    );
  }
}

const keyOf = (key: string) => PREFIX + key;
const keysOf = (counts: readonly FailureCount[]) => counts.map(({ key }) => keyOf(key));

function attemptSlotOf(answer: number): AttemptSlot {
  if (answer === 0) return { kind: 'TAKEN' };
  return answer < 0 ? { kind: 'BUSY' } : { kind: 'CLOSED', waitMs: answer };
}
