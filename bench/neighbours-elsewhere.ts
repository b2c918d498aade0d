// What is not the platform's: the back-end that both orgs call, and who takes the webhooks of the org that attacks. A
// thread of its own, begun by neighbours-thread.mjs.
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

/** Longer than anybody waits. */
const HANGS_MS = 60_000;

const backEnd: RequestListener = ({ url = '' }, response) => {
  if (url.startsWith('/slow')) setTimeout(() => response.end('late'), HANGS_MS).unref();
  else response.end('{"name":"quick"}');
};
/** Takes a delivery and never answers. */
const hangs: RequestListener = (request) => request.resume();

const origins = [backEnd, hangs].map(
  (listener) =>
    new Promise<string>((resolve) => {
      const server = createServer(listener).listen(0, '127.0.0.1', () =>
        resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
      );
    }),
);
const [origin, hanging] = await Promise.all(origins);
parentPort?.postMessage({ origin, hangs: hanging });
