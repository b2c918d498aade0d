import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Time limits of every listener: a slow client holds nothing for long. */
const LIMITS = {
  headersTimeout: 15_000,
  requestTimeout: 60_000,
  keepAliveTimeout: 75_000,
  connectionsCheckingInterval: 5_000,
  maxHeaderSize: 16_384,
};
const GRACE_MS = 10_000;

export type Listener = { readonly port: number; close(): Promise<void> };

/** An address is taken by another process. */
export class AddressTaken extends Error {
  override readonly name = 'AddressTaken';
}

export type Address = {
  readonly host: string;
  readonly port: number;
  /** The setting that names the port. */
  readonly setting: string;
  /** Gets the requests that expect 100 Continue; without it they are told at once to go on. */
  readonly onCheckContinue?: RequestListener;
};

/**
 * Listens on an address.
 *
 * @throws AddressTaken with a sentence that names the address and the setting
 */
export async function listen(handler: RequestListener, address: Address): Promise<Listener> {
  const server = createServer({ ...LIMITS, highWaterMark: 65_536, noDelay: true }, handler);
  // More headers than this are refused rather than silently dropped by Node at its own limit.
  server.maxHeadersCount = 0;
  if (address.onCheckContinue) server.on('checkContinue', address.onCheckContinue);
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'EADDRINUSE' ? taken(address) : error),
    );
    server.listen(address.port, address.host, 4096, resolve);
  });
  return { port: (server.address() as AddressInfo).port, close: () => close(server) };
}

function taken({ host, port, setting }: Address): AddressTaken {
  return new AddressTaken(
    `${host}:${port} is in use by another process: stop that one, or set ${setting} to another port.`,
  );
}

/** Takes no new connection, lets calls in flight finish, and then ends what is left. */
function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(() => server.closeAllConnections(), GRACE_MS);
    server.close(() => {
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}
