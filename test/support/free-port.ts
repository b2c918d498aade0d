import { once } from 'node:events';
import { createServer } from 'node:net';

/** First port to be tried. It is below those that the system hands out, which could be taken before. */
const FIRST_PORT = 12_000;
const PORTS_A_WORKER = 2_000;
/** Each process begins elsewhere, so that runs side by side rarely meet. */
let candidate = process.pid;

/**
 * A port that is free now, for a process that is told where to listen. Each worker of vitest has ports of its own, and hands
 * out none twice.
 */
export async function freePort(): Promise<number> {
  const own = (Number(process.env['VITEST_POOL_ID'] ?? 1) % 8) * PORTS_A_WORKER;
  const port = FIRST_PORT + own + (candidate++ % PORTS_A_WORKER);
  const server = createServer().listen(port, '127.0.0.1');
  const isFree = await once(server, 'listening').then(
    () => true,
    () => false,
  );
  if (!isFree) return freePort();
  server.close();
  await once(server, 'close');
  return port;
}
