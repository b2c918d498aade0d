import { FairCache } from '../../../foundation/fair-cache.ts';
import type { SharedStore } from '../redis/redis.ts';

/** The key of a count. Counts of one realm, such as a catalog, displace none of another. */
export type FailureKey = { readonly key: string; readonly realm: string };

/** A count of failures, with the number that is free. Each further one makes the next attempt wait. */
export type FailureCount = FailureKey & {
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
  succeed(key: FailureKey): Promise<void>;
  historyOf(key: FailureKey, now: number): Promise<AttemptHistory>;
};

/** The time after the first failure at which all are forgotten. Occasional mistakes then do not add up. */
const FORGOTTEN_MS = 15 * 60_000;
const WAIT_MIN_MS = 5_000;
/** The time for which a success is remembered. */
const KNOWN_MS = 30 * 86_400_000;
/** The time after which an attempt without an end no longer counts. Its process may have ended. */
const UNDER_WAY_MS = 60_000;
/** The memory for counts: some fifty thousand. Beyond that, the realm that has most forgets. */
const COUNTS = { bytesMax: 15_000_000, bytesMaxOfOrg: 15_000_000 };
const COUNT_BYTES = 250;
const SUCCEEDED = {};

type Count = { failures: number; underWay: number; opensAt: number; forgottenAt: number };

/** Counts in this process. It forgets the oldest of the realm that has most. */
export class LocalFailures implements Failures {
  readonly #counts = new FairCache<Count>(COUNTS, () => COUNT_BYTES);
  /** The counts that ended in a success. */
  readonly #known = new FairCache(COUNTS, () => COUNT_BYTES);

  async take(limits: readonly FailureCount[], now: number): Promise<AttemptSlot> {
    const found = limits.map(({ free, atOnceMax = free, ...key }) => {
      const count = this.#countOf(key, now);
      return { key, count, slots: Math.max(1, Math.min(atOnceMax, free - count.failures)) };
    });
    const waitMs = Math.max(...found.map(({ count }) => count.opensAt - now));
    if (waitMs > 0) return { kind: 'CLOSED', waitMs };
    if (found.some(({ count, slots }) => count.underWay >= slots)) return { kind: 'BUSY' };
    for (const { key, count } of found) {
      count.underWay += 1;
      this.#counts.keep(key.realm, key.key, count);
    }
    return { kind: 'TAKEN' };
  }

  async settle(
    limits: readonly FailureCount[],
    { failed, now }: { failed: boolean; now: number },
  ): Promise<void> {
    for (const { key, realm, free, waitMaxMs } of limits) {
      const count = this.#countOf({ key, realm }, now);
      count.underWay = Math.max(0, count.underWay - 1);
      if (failed) {
        if (count.failures === 0) count.forgottenAt = now + FORGOTTEN_MS;
        count.failures += 1;
        const beyond = count.failures - free;
        if (beyond >= 0) count.opensAt = now + Math.min(waitMaxMs, WAIT_MIN_MS * 2 ** beyond);
      }
      if (count.failures + count.underWay === 0) this.#counts.forget(realm, key);
      else this.#counts.keep(realm, key, count);
    }
  }

  async succeed({ key, realm }: FailureKey): Promise<void> {
    const count = this.#counts.known(realm, key);
    if (count) Object.assign(count, { failures: 0, opensAt: 0 });
    this.#known.keep(realm, key, SUCCEEDED);
  }

  async historyOf(key: FailureKey, now: number): Promise<AttemptHistory> {
    if (this.#known.known(key.realm, key.key)) return 'KNOWN';
    return this.#countOf(key, now).failures > 0 ? 'TRIED' : 'NEW';
  }

  #countOf({ key, realm }: FailureKey, now: number): Count {
    const count = this.#counts.known(realm, key) ?? { failures: 0, underWay: 0, opensAt: 0, forgottenAt: 0 };
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

  succeed(key: FailureKey): Promise<void> {
    const name = keyOf(key);
    return this.#store.either(
      async () => {
        await this.#store.redis.multi().del(name).set(`${name}:known`, 1, 'PX', KNOWN_MS).exec();
      },
      () => this.#local.succeed(key),
    );
  }

  historyOf(key: FailureKey, now: number): Promise<AttemptHistory> {
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

const keyOf = ({ key }: FailureKey) => PREFIX + key;
const keysOf = (counts: readonly FailureCount[]) => counts.map(keyOf);

function attemptSlotOf(answer: number): AttemptSlot {
  if (answer === 0) return { kind: 'TAKEN' };
  return answer < 0 ? { kind: 'BUSY' } : { kind: 'CLOSED', waitMs: answer };
}
