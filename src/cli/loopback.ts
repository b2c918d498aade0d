import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A listener of this machine that waits for what a browser brings. */
type Loopback = {
  readonly port: number;
  /** The first value that was brought. */
  readonly brought: Promise<string>;
  close(): void;
};

/** Characters of a value, at most. */
const LENGTH_MAX = 2_000;

/** Listens on the loopback address alone, for one value of the query's member `sealed`. (RFC 8252 §7.3) */
export async function openLoopback(): Promise<Loopback> {
  let bring: (sealed: string) => void = () => undefined;
  const brought = new Promise<string>((resolve) => {
    bring = resolve;
  });
  const server = createServer((request, response) => {
    const sealed = new URL(request.url ?? '/', 'http://127.0.0.1').searchParams.get('sealed') ?? '';
    const isValue = request.method === 'GET' && sealed !== '' && sealed.length <= LENGTH_MAX;
    response.writeHead(isValue ? 200 : 404, { 'content-type': 'text/plain', connection: 'close' });
    response.end(
      isValue ? 'You are signed in. Close this page, and go on in the terminal.\n' : 'Not here.\n',
    );
    if (isValue) bring(sealed);
  });
  await new Promise<void>((listening, failed) => {
    server.once('error', failed);
    server.listen(0, '127.0.0.1', listening);
  });
  return {
    port: (server.address() as AddressInfo).port,
    brought,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
}
