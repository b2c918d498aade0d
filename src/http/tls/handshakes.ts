import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { acceptEvent } from './accept-event.ts';

/** Names the network that a connection counts under; undefined where callers may share its address. */
export type NetworkOf = (socket: Socket) => string | undefined;

/** Handshakes at the same time. Each takes about a millisecond of the processor. */
const HANDSHAKES_MAX = 1_000;
/** Handshakes at the same time of one network. */
const NETWORK_MAX = HANDSHAKES_MAX / 10;

/** Names a connection, before its handshake and after it. */
const nameOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

/**
 * Bounds the handshakes of a listener. A connection above the bounds is closed, as no answer can be read before one.
 *
 * Install it after whatever else listens to the sockets of the server: others replace its listeners.
 */
export function limitHandshakes(server: Server, networkOf: NetworkOf = () => undefined): void {
  const open = new Map<string, string | undefined>();
  const ofNetwork = new Map<string, number>();
  const accepts = server.listeners('connection');
  server.removeAllListeners('connection');
  server.on('connection', (socket: Socket) => {
    const network = networkOf(socket);
    const isFull = open.size >= HANDSHAKES_MAX || (network && (ofNetwork.get(network) ?? 0) >= NETWORK_MAX);
    if (isFull) {
      socket.destroy();
      return;
    }
    const name = nameOf(socket);
    open.set(name, network);
    if (network) ofNetwork.set(network, (ofNetwork.get(network) ?? 0) + 1);
    socket.once('close', () => end(name));
    for (const accept of accepts) accept.call(server, socket);
  });
  server.on(acceptEvent(server), (socket: Socket) => end(nameOf(socket)));

  function end(name: string): void {
    const network = open.get(name);
    if (!open.delete(name) || !network) return;
    const left = (ofNetwork.get(network) ?? 1) - 1;
    if (left > 0) ofNetwork.set(network, left);
    else ofNetwork.delete(network);
  }
}
