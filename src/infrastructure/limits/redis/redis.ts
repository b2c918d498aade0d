import { Cluster, Redis, type RedisOptions } from 'ioredis';
import { RedisSubscription } from './redis-subscription.ts';
import { type RedisUrl, readRedisUrl } from './redis-url.ts';

type SharedStoreOptions = {
  /** REDIS_URL: a server, nodes of a Redis Cluster, or Sentinels. */
  readonly redisUrl: string;
  /** Called once when Redis is lost, not at each call. */
  readonly onFault?: ((error: unknown) => void) | undefined;
};

/** The time for which a call waits for an answer. After the first timeout, no call waits until Redis is back. */
export const PATIENCE_MS = 250;
const PROBE_EVERY_MS = 500;
const CONNECT_MS = 1_000;
/** The time after which a silent connection is replaced, while a request is under way. */
const SILENCE_MS = 2_000;

/** A connection to Redis that nobody waits for long. */
export class SharedStore {
  readonly redis: Redis | Cluster;
  readonly #outage: RedisOutage;
  readonly #channels: RedisSubscription[] = [];

  constructor({ redisUrl, onFault }: SharedStoreOptions) {
    const redis = connect(redisUrl);
    this.redis = redis;
    // A write: a server that is full, or a replica, answers PING.
    const probe = () => soon(redis.set('gatehouse:probe', 1, 'PX', PROBE_EVERY_MS));
    this.#outage = new RedisOutage(probe, onFault);
    redis.on('error', (error) => this.#outage.begin(error));
  }

  /** Is true while Redis does not answer. Nobody waits for it then. */
  isLost(): boolean {
    return this.#outage.isOn;
  }

  /** Returns how often Redis was lost. */
  timesLost(): number {
    return this.#outage.times;
  }

  /**
   * Sends a command to Redis.
   *
   * @param late called with an answer that nobody waits for any more
   * @throws when Redis is lost, or has no good answer within {@link PATIENCE_MS}
   */
  async ask<Result>(command: () => Promise<Result>, late?: (result: Result) => void): Promise<Result> {
    if (this.#outage.isOn) throw new Error('Redis is lost.');
    try {
      return await soon(command(), late);
    } catch (error) {
      this.#outage.begin(error);
      throw error;
    }
  }

  /** Runs in Redis, or in this process alone while Redis is lost. */
  either<Result>(shared: () => Promise<Result>, local: () => Promise<Result>): Promise<Result> {
    return this.ask(shared).catch(local);
  }

  /** Hears a channel over a connection of its own. Messages are lost while that is lost. */
  hear(channel: string, onMessage: (message: string) => void): void {
    this.#channels.push(new RedisSubscription(this.redis, channel, onMessage));
  }

  close(): void {
    this.#outage.close();
    for (const channel of this.#channels) channel.close();
    this.redis.disconnect();
  }
}

function connect(redisUrl: string): Redis | Cluster {
  const read = readRedisUrl(redisUrl);
  const options: RedisOptions = {
    enableAutoPipelining: true,
    connectTimeout: CONNECT_MS,
    socketTimeout: SILENCE_MS,
    maxRetriesPerRequest: 0,
    // A command that may have run must not run again: points would be given back twice.
    autoResendUnfulfilledCommands: false,
    retryStrategy: (times) => Math.min(50 * times, PROBE_EVERY_MS),
    // After a failover: the next connection is to the new master.
    reconnectOnError: ({ message }) => message.startsWith('READONLY'),
  };
  if (read.kind === 'SERVER') return new Redis(redisUrl, options);
  return read.kind === 'CLUSTER' ? cluster(read, options) : byName(read, options);
}

function secrets({ username, password, isTls }: RedisUrl): RedisOptions {
  return {
    ...(username !== undefined && { username }),
    ...(password !== undefined && { password }),
    ...(isTls && { tls: {} }),
  };
}

function cluster(read: RedisUrl, options: RedisOptions): Cluster {
  return new Cluster([...read.nodes], {
    enableAutoPipelining: true,
    retryDelayOnFailover: 0,
    clusterRetryStrategy: (times) => Math.min(50 * times, PROBE_EVERY_MS),
    redisOptions: { ...options, ...secrets(read) },
  });
}

/** Connects to the master that Sentinels name. Each new connection asks them again. */
function byName(read: RedisUrl, options: RedisOptions): Redis {
  return new Redis({
    ...options,
    ...secrets(read),
    sentinels: [...read.nodes],
    ...(read.sentinelUsername !== undefined && { sentinelUsername: read.sentinelUsername }),
    ...(read.sentinelPassword !== undefined && { sentinelPassword: read.sentinelPassword }),
    name: read.master ?? '',
    db: read.database,
    sentinelCommandTimeout: CONNECT_MS,
    sentinelRetryStrategy: (times) => Math.min(50 * times, PROBE_EVERY_MS),
    ...(read.isTls && { enableTLSForSentinelMode: true, sentinelTLS: {} }),
  });
}

function soon<Result>(reply: Promise<Result>, late?: (result: Result) => void): Promise<Result> {
  return new Promise((resolve, reject) => {
    let isLate = false;
    // Data that is in the socket already is read first: a busy process must not take Redis for busy.
    const timer = setTimeout(() => setImmediate(giveUp), PATIENCE_MS);
    function giveUp() {
      isLate = true;
      reject(new Error(`Redis did not answer within ${PATIENCE_MS} ms.`));
    }
    reply.then(
      (result) => {
        clearTimeout(timer);
        if (isLate) late?.(result);
        else resolve(result);
      },
      (error: unknown) => {
        clearTimeout(timer);
        reject(error);
      },
    );
  });
}

/** Stops requests to Redis from the first fault on. A probe is sent at intervals until one is answered. */
class RedisOutage {
  readonly #probe: () => Promise<unknown>;
  readonly #onFault: SharedStoreOptions['onFault'];
  #times = 0;
  /** The timer of the next probe. It stays until one is answered. */
  #timer: NodeJS.Timeout | undefined;
  #isClosed = false;

  constructor(probe: () => Promise<unknown>, onFault: SharedStoreOptions['onFault']) {
    this.#probe = probe;
    this.#onFault = onFault;
  }

  get isOn(): boolean {
    return this.#timer !== undefined;
  }

  get times(): number {
    return this.#times;
  }

  begin(error: unknown): void {
    if (this.#timer || this.#isClosed) return;
    this.#times += 1;
    this.#probeLater();
    this.#onFault?.(error);
  }

  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #probeLater(): void {
    if (this.#isClosed) return;
    this.#timer = setTimeout(() => {
      this.#probe().then(
        () => {
          this.#timer = undefined;
        },
        () => this.#probeLater(),
      );
    }, PROBE_EVERY_MS).unref();
  }
}
