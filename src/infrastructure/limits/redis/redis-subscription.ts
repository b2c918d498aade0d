import { randomInt } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';

const AGAIN_MS = 500;
const KEEP_ALIVE_MS = 10_000;

/**
 * Hears a channel of Redis, again after each new connection. Messages are lost without a connection, or when the user
 * may not subscribe. Nobody is informed of that, and nothing may depend on messages.
 */
export class RedisSubscription {
  readonly #redis: Redis | Cluster;
  readonly #channel: string;
  readonly #onMessage: (message: string) => void;
  #connection: Redis | undefined;
  #waiting: NodeJS.Timeout | undefined;

  /** @param redis where to connect; of a Cluster any master will do: each passes on what is published at another */
  constructor(redis: Redis | Cluster, channel: string, onMessage: (message: string) => void) {
    this.#redis = redis;
    this.#channel = channel;
    this.#onMessage = onMessage;
    this.#connect();
  }

  close(): void {
    clearTimeout(this.#waiting);
    this.#connection?.off('end', this.#again);
    this.#connection?.disconnect();
  }

  #connect(): void {
    const nodes = this.#redis instanceof Cluster ? this.#redis.nodes('master') : [this.#redis];
    const opened = nodes[randomInt(Math.max(1, nodes.length))]?.duplicate({
      lazyConnect: false,
      autoResubscribe: false,
      // Nothing is sent on it, so only keep-alive detects that the other end is gone.
      keepAlive: KEEP_ALIVE_MS,
      // The next connection may be to another node.
      retryStrategy: () => null,
    });
    this.#connection = opened;
    if (!opened) {
      this.#again();
      return;
    }
    // The main connection has the same faults, and reports them.
    opened.on('error', () => {});
    opened.on('ready', () => void opened.subscribe(this.#channel).catch(() => {}));
    opened.on('message', (_channel, message) => this.#onMessage(message));
    opened.on('end', this.#again);
  }

  readonly #again = (): void => {
    this.#waiting = setTimeout(() => this.#connect(), AGAIN_MS).unref();
  };
}
