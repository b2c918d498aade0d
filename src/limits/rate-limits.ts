import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible';

/** What a counter is held against: calls per window; the window opens with the first call counted in it. */
export type Limit = { readonly limit: number; readonly windowSeconds: number };

/** A counter as it stands. A denial is a value, not an error. */
export type Standing = {
  readonly admitted: boolean;
  readonly limit: number;
  readonly remaining: number;
  /** Milliseconds until the window closes. */
  readonly resetsInMs: number;
};

/**
 * Counts calls against plan limits. At most `limit` calls are admitted in a window; the window is fixed and opens
 * with the first call counted in it. (architecture.md, "Limits are per subscription")
 */
export type RateLimits = {
  /** Counts one call under a key: one key a subscription and plan, never one a token. */
  consume(key: string, limit: Limit): Promise<Standing>;
  /** The counter without counting. */
  peek(key: string, limit: Limit): Promise<Standing>;
  close(): Promise<void>;
};

/** The limiter itself never refuses: each plan brings its own limit, also one that was changed within a window. */
const POINTS = Number.MAX_SAFE_INTEGER;

/** Counters in this process, or in Redis where several gateways share them. */
export function createRateLimits({ redisUrl }: { redisUrl?: string | undefined } = {}): RateLimits {
  const redis =
    redisUrl === undefined
      ? undefined
      : new Redis(redisUrl, { enableAutoPipelining: true, lazyConnect: false });
  redis?.on('error', () => {});
  const counters = new Map<number, RateLimiterAbstract>();

  function counterOf(windowSeconds: number): RateLimiterAbstract {
    const known = counters.get(windowSeconds);
    if (known) return known;
    const options = { keyPrefix: `gatehouse:${windowSeconds}`, points: POINTS, duration: windowSeconds };
    const memory = new RateLimiterMemory(options);
    const made = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: memory })
      : memory;
    counters.set(windowSeconds, made);
    return made;
  }

  return {
    async consume(key, limit) {
      return standing(await counterOf(limit.windowSeconds).consume(key), limit);
    },
    async peek(key, limit) {
      return standing(await counterOf(limit.windowSeconds).get(key), limit);
    },
    async close() {
      redis?.disconnect();
    },
  };
}

function standing(counted: RateLimiterRes | null, { limit, windowSeconds }: Limit): Standing {
  const calls = counted?.consumedPoints ?? 0;
  return {
    admitted: calls <= limit,
    limit,
    remaining: Math.max(0, limit - calls),
    resetsInMs: counted && counted.msBeforeNext > 0 ? counted.msBeforeNext : windowSeconds * 1000,
  };
}
