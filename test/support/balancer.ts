import { once } from 'node:events';
import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Settings } from './platform.ts';

/**
 * A small load balancer over /readyz, asked every 50 ms.
 *
 * It gives calls in turn to processes that are Ready, and retries nothing.
 */
export type Balancer = {
  readonly url: string;
  /** Resolves when so many gateways are Ready. */
  sees(ready: number): Promise<void>;
  close(): Promise<void>;
};

const ASK_EVERY_MS = 50;

export async function startBalancer(gateways: readonly Settings[]): Promise<Balancer> {
  // It keeps its connections, as load balancers do: what ends them in the wrong moment loses a call.
  const agent = new Agent({ keepAlive: true });
  const targets = gateways.map(({ GATEWAY_PORT, OPS_PORT }) => ({ GATEWAY_PORT, OPS_PORT, isReady: false }));
  let turn = 0;
  const server = createServer((incoming, answer) => {
    const ready = targets.filter(({ isReady }) => isReady);
    turn += 1;
    const port = ready[turn % ready.length]?.GATEWAY_PORT;
    const { method, url, headers } = incoming;
    const onward = request({ host: '127.0.0.1', port, agent, method, path: url, headers }, (response) => {
      answer.writeHead(response.statusCode ?? 502);
      response.pipe(answer);
    });
    onward.on('error', (error) => answer.writeHead(502).end(error.message));
    incoming.pipe(onward);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  let isClosed = false;
  const asking = targets.map(async (target) => {
    while (!isClosed) {
      target.isReady = await isReady(target.OPS_PORT);
      await sleep(ASK_EVERY_MS);
    }
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async sees(ready) {
      while (targets.filter((target) => target.isReady).length !== ready) await sleep(ASK_EVERY_MS);
    },
    async close() {
      isClosed = true;
      await Promise.all(asking);
      agent.destroy();
      server.close();
      server.closeAllConnections();
    },
  };
}

async function isReady(port: string | undefined): Promise<boolean> {
  try {
    return (await fetch(`http://127.0.0.1:${port}/readyz`)).status === 200;
  } catch {
    return false;
  }
}
