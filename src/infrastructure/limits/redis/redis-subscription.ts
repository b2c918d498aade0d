import { randomInt } from 'node:crypto';
import { Cluster, type Redis } from 'ioredis';

/** A channel that this process hears. */
export type RedisSubscription = { close(): void };

const AGAIN_MS = 500;
const KEEP_ALIVE_MS = 10_000;

/**
 * Hears a channel of Redis, again after each new connection. Messages are lost without a connection, or when the user
 * may not subscribe. Nobody is informed of that, and nothing may depend on messages.
 *
 * @param redis where to connect; of a Cluster any master will do: each passes on what is published at another
 */
export function subscribeToChannel(
  redis: Redis | Cluster,
  name: string,
  onMessage: (message: string) => void,
): RedisSubscription {
  let connection: Redis | undefined;
  let waiting: NodeJS.Timeout | undefined;

  function connect(): void {
    const nodes = redis instanceof Cluster ? redis.nodes('master') : [redis];
    const opened = nodes[randomInt(Math.max(1, nodes.length))]?.duplicate({
      lazyConnect: false,
      autoResubscribe: false,
      // Nothing is sent on it, so only keep-alive detects that the other end is gone.
      keepAlive: KEEP_ALIVE_MS,
      // The next connection may be to another node.
      retryStrategy: () => null,
    });
    connection = opened;
    if (!opened) {
      again();
      return;
    }
    // The main connection has the same faults, and reports them.
    opened.on('error', () => {});
    opened.on('ready', () => void opened.subscribe(name).catch(() => {}));
    opened.on('message', (_channel, message) => onMessage(message));
    opened.on('end', again);
  }
  function again(): void {
    waiting = setTimeout(connect, AGAIN_MS).unref();
  }
  connect();
  return {
    close() {
      clearTimeout(waiting);
      connection?.off('end', again);
      connection?.disconnect();
    },
  };
}
