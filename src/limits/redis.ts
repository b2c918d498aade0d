import { Redis } from 'ioredis';

export type RedisOptions = {
  readonly redisUrl: string;
  /** Told once when Redis is lost, not at each call. */
  readonly onFault?: ((error: unknown) => void) | undefined;
};

/** A connection to Redis that nobody waits for long. */
export type SharedStore = {
  readonly redis: Redis;
  /** Does something in Redis, or in this process alone while Redis is lost. */
  either<Result>(shared: () => Promise<Result>, local: () => Promise<Result>): Promise<Result>;
  close(): void;
};

/** How long a call may wait for Redis, and how long after that none does. */
const REDIS_TIMEOUT_MS = 1_000;
const RETRY_MS = 2_000;

export function openSharedStore({ redisUrl, onFault }: RedisOptions): SharedStore {
  const redis = new Redis(redisUrl, {
    enableAutoPipelining: true,
    commandTimeout: REDIS_TIMEOUT_MS,
    connectTimeout: REDIS_TIMEOUT_MS,
    maxRetriesPerRequest: 0,
  });
  const outage = watchOutage(onFault);
  redis.on('error', outage.begin);
  redis.on('ready', outage.end);
  return {
    redis,
    async either(shared, local) {
      if (!outage.mayTry()) return local();
      try {
        const result = await shared();
        outage.end();
        return result;
      } catch (error) {
        outage.begin(error);
        return local();
      }
    },
    close: () => redis.disconnect(),
  };
}

/**
 * While Redis is lost, gone or hung, each process counts for itself, so that no call waits for it: an outage admits at
 * most the limit once more per process and window. One call in a while tries whether it is back.
 */
function watchOutage(onFault: RedisOptions['onFault']) {
  let retryAt: number | undefined;
  return {
    begin(error: unknown): void {
      if (retryAt === undefined) onFault?.(error);
      retryAt = performance.now() + RETRY_MS;
    },
    end(): void {
      retryAt = undefined;
    },
    mayTry(): boolean {
      if (retryAt === undefined) return true;
      if (performance.now() < retryAt) return false;
      retryAt = performance.now() + RETRY_MS;
      return true;
    },
  };
}
