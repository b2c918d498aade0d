import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type NetworkOf, NetworkShares } from '../network-shares.ts';
import { acceptEvent } from './accept-event.ts';

/** Handshakes at the same time. Each takes about a millisecond of the processor. */
const HANDSHAKES_MAX = 1_000;

/** Names a connection, before its handshake and after it. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/**
 * Bounds the handshakes of a listener. A connection above the bounds is closed, as no answer can be read before one.
 *
 * Install it after whatever else listens to the sockets of the server: others replace its listeners.
 */
export function limitHandshakes(server: Server, networkOf: NetworkOf = () => undefined): void {
  const shares = new NetworkShares({ max: HANDSHAKES_MAX, maxOfNetwork: HANDSHAKES_MAX / 10, networkOf });
  /** Handshakes under way, each with what gives its place back. */
  const open = new Map<string, () => void>();
  const accepts = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const leave = shares.enter(socket);
    if (typeof leave === 'string') {
      socket.destroy();
      return;
    }
    const name = nameOf(socket);
    open.set(name, leave);
    socket.once('close', () => end(name));
    for (const accept of accepts) accept.call(server, socket);
  });
  server.on(acceptEvent(server), (socket: Socket) => end(nameOf(socket)));

  function end(name: string): void {
    const leave = open.get(name);
    open.delete(name);
    leave?.();
  }
}
