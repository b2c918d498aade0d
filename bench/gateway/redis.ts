import { once } from 'node:events';
import { connect } from 'node:net';

const REDIS = process.env['REDIS_URL_BENCH'] ?? 'redis://127.0.0.1:6379';

/** Address of the Redis that gateways count in; undefined where none answers. */
export async function redisUrl(): Promise<string | undefined> {
  const { hostname, port } = new URL(REDIS);
  const socket = connect(Number(port) || 6379, hostname);
  try {
    await once(socket, 'connect');
    return REDIS;
  } catch {
    return undefined;
  } finally {
    socket.destroy();
  }
}
