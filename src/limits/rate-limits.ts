import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterRes,
} from 'rate-limiter-flexible';
import { openSharedStore } from './redis.ts';

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
  /** Counts one call under a key: one key a subscription and plan, never one a token. Refused calls count too. */
  consume(key: string, limit: Limit): Promise<Standing>;
  /** The counter without counting. */
  peek(key: string, limit: Limit): Promise<Standing>;
  close(): Promise<void>;
};

export type RateLimitsOptions = {
  /** Without it, counters are in this process alone. */
  readonly redisUrl?: string | undefined;
  /** Told once when Redis is lost, not at each call. */
  readonly onFault?: (error: unknown) => void;
};

/** The limiter itself never refuses: each plan brings its own limit, also one that was changed within a window. */
const POINTS = Number.MAX_SAFE_INTEGER;

/** Counters in this process, or in Redis where several gateways share them. */
export function createRateLimits({ redisUrl, onFault }: RateLimitsOptions = {}): RateLimits {
  const local = counters((options) => new RateLimiterMemory(options));
  if (redisUrl === undefined) return rateLimits((read, windowSeconds) => read(local(windowSeconds)));

  const store = openSharedStore({ redisUrl, onFault });
  const shared = counters((options) => new RateLimiterRedis({ ...options, storeClient: store.redis }));
  return rateLimits(
    (read, windowSeconds) =>
      store.either(
        () => read(shared(windowSeconds)),
        () => read(local(windowSeconds)),
      ),
    store.close,
  );
}

type Reading = (counter: RateLimiterAbstract) => Promise<RateLimiterRes | null>;
type Count = (read: Reading, windowSeconds: number) => Promise<RateLimiterRes | null>;

function rateLimits(count: Count, disconnect: () => void = () => {}): RateLimits {
  return {
    async consume(key, limit) {
      return standing(await count((counter) => counter.consume(key), limit.windowSeconds), limit);
    },
    async peek(key, limit) {
      return standing(await count((counter) => counter.get(key), limit.windowSeconds), limit);
    },
    async close() {
      disconnect();
    },
  };
}

type CounterOptions = { readonly keyPrefix: string; readonly points: number; readonly duration: number };

/** One limiter for all plans with windows of one length. */
function counters(
  create: (options: CounterOptions) => RateLimiterAbstract,
): (windowSeconds: number) => RateLimiterAbstract {
  const made = new Map<number, RateLimiterAbstract>();
  return (windowSeconds) => {
    const known = made.get(windowSeconds);
    if (known) return known;
    const counter = create({
      keyPrefix: `gatehouse:${windowSeconds}`,
      points: POINTS,
      duration: windowSeconds,
    });
    made.set(windowSeconds, counter);
    return counter;
  };
}

function standing(counted: RateLimiterRes | null, { limit, windowSeconds }: Limit): Standing {
  const calls = counted?.consumedPoints ?? 0;
  return {
    admitted: calls <= limit,
    limit,
    remaining: Math.max(0, limit - calls),
    resetsInMs: counted ? Math.max(1, counted.msBeforeNext) : windowSeconds * 1000,
  };
}
