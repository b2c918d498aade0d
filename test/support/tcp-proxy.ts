import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** Faults of the connections that begin while they are set. */
export type Faults = {
  /** Everything arrives so much later, both ways. */
  readonly latencyMs?: number;
  /** The end of a connection arrives so much later still. */
  readonly closeMs?: number;
  /** A connection breaks after so many bytes of the server. */
  readonly cutAfterBytes?: number;
  /** Kind of the break. A RESET can be told from an orderly end, an END cannot. */
  readonly cutBy?: 'RESET' | 'END';
};

/** A TCP proxy before a server, to make it fail as networks do. */
export type TcpProxy = {
  readonly port: number;
  /** Replaces the faults of connections to come; none without an argument. */
  inject(faults?: Faults): void;
  /** Accepts everything and forwards nothing, as a server that hangs or a black hole does. */
  hang(): void;
  resume(): void;
  /** Breaks every connection by a reset; new ones are taken. */
  reset(): void;
  /** Breaks every connection and takes no new one: the server is gone. */
  cut(): Promise<void>;
  /** Listens again at the same port. */
  restore(): Promise<void>;
  /** Number of connections that are open now. */
  open(): number;
  close(): Promise<void>;
};

export async function openTcpProxy({ hostname, port }: URL): Promise<TcpProxy> {
  const sockets = new Set<Socket>();
  let isHanging = false;
  let faults: Faults = {};

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = connect({ port: Number(port), host: hostname, allowHalfOpen: true });
    const { cutAfterBytes, ...both } = faults;
    const passing = { ...both, isHanging: () => isHanging };
    pass(client, target, passing);
    pass(target, client, cutAfterBytes === undefined ? passing : { ...passing, cutAfterBytes });
    for (const socket of [client, target]) {
      sockets.add(socket);
      socket.on('close', () => sockets.delete(socket));
      if (isHanging) socket.pause();
    }
  });
  const listen = async (at: number) => {
    server.listen(at, '127.0.0.1');
    await once(server, 'listening');
  };
  const reset = () => {
    for (const socket of sockets) socket.resetAndDestroy();
  };
  const cut = async () => {
    if (!server.listening) return;
    server.close();
    reset();
    await once(server, 'close');
  };
  await listen(0);
  const own = (server.address() as AddressInfo).port;
  return {
    port: own,
    inject(next = {}) {
      faults = next;
    },
    hang() {
      isHanging = true;
      for (const socket of sockets) socket.pause();
    },
    resume() {
      isHanging = false;
      for (const socket of sockets) socket.resume();
    },
    reset,
    cut,
    restore: () => listen(own),
    open: () => sockets.size / 2,
    close: cut,
  };
}

type Passing = Faults & { readonly isHanging: () => boolean };

/** Forwards one side's bytes, no faster than the other reads. Then it forwards the end or failure. */
function pass(from: Socket, to: Socket, { latencyMs = 0, closeMs = 0, ...passing }: Passing): void {
  let left = passing.cutAfterBytes ?? Number.POSITIVE_INFINITY;
  from.on('data', (chunk) => {
    const part = chunk.subarray(0, left);
    left -= part.length;
    later(latencyMs, () => {
      if (!to.destroyed && !to.write(part)) from.pause();
    });
    if (left > 0) return;
    later(latencyMs, () => {
      from.destroy();
      if (passing.cutBy === 'END') to.end();
      // Behind what was written, which a reset would take back.
      else to.write('', () => setImmediate(() => to.resetAndDestroy()));
    });
  });
  to.on('drain', () => passing.isHanging() || from.resume());
  from.on('end', () => later(latencyMs + closeMs, () => to.end()));
  from.on('error', () => to.resetAndDestroy());
  from.on('close', () => later(latencyMs + closeMs, () => to.destroySoon()));
}

function later(milliseconds: number, act: () => void): void {
  if (milliseconds === 0) act();
  else setTimeout(act, milliseconds);
}
