import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A TCP proxy before a server, to make it hang or go away as networks do. */
export type TcpProxy = {
  readonly port: number;
  /** Accepts and takes everything, passes nothing on: the server hangs. */
  hang(): void;
  resume(): void;
  /** Ends every connection and takes no new one: the server is gone. */
  cut(): Promise<void>;
  /** Listens again at the same port. */
  restore(): Promise<void>;
  /** How many connections are open now. */
  open(): number;
  close(): Promise<void>;
};

export async function openTcpProxy({ hostname, port }: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isHanging = false;
  const server = createServer((client) => {
    const target = connect(Number(port), hostname);
    for (const [from, to] of [
      [client, target],
      [target, client],
    ] as const) {
      sockets.add(from);
      if (isHanging) from.pause();
      from.on('data', (chunk) => to.write(chunk));
      from.on('error', () => {});
      from.on('close', () => {
        sockets.delete(from);
        to.destroy();
      });
    }
    if (isHanging) for (const socket of [client, target]) socket.pause();
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  const cut = async () => {
    if (!server.listening) return;
    server.close();
    for (const socket of sockets) socket.resetAndDestroy();
    await once(server, 'close');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  const each = (act: (socket: Socket) => void) => {
    for (const socket of sockets) act(socket);
  };
  return {
    port: own,
    hang() {
      isHanging = true;
      each((socket) => socket.pause());
    },
    resume() {
      isHanging = false;
      each((socket) => socket.resume());
    },
    cut,
    restore: () => listen(own),
    open: () => sockets.size / 2,
    close: cut,
  };
}
