import type { Server } from 'node:http';
import type { Socket } from 'node:net';
import { type Refusal, refusal } from '../foundation/errors.ts';
import type { Connections } from './connection-responses.ts';
import { type NetworkOf, NetworkShares } from './network-shares.ts';
import { acceptEvent } from './tls/accept-event.ts';

/** Bounds of the connections that a listener has open. */
export type ConnectionBounds = {
  /** The most that are open at the same time. */
  readonly max: number;
  readonly networkOf: NetworkOf;
};

/** Refused connections that are answered at the same time. Any more are closed without an answer. */
const ANSWERED_MAX = 100;
/**
 * The fraction of a listener's connections that one network may have: a tenth.
 *
 * It takes more than one network to fill a listener.
 */
const NETWORKS = 10;

/** Returns how many of so many connections one network may have. */
export const networkShareOf = (max: number): number => Math.ceil(max / NETWORKS);

/**
 * Keeps the connections of a listener within their bounds. A network that has its share is refused, and so is everybody
 * where all connections are busy; where some are idle, one of them gives way. It costs connections something, and calls
 * nothing.
 *
 * Install it after whatever else listens to `connection`: a refused one is not shown to it.
 *
 * @param refuse answers on a socket that nobody reads, and ends it
 */
export function limitConnections(
  server: Server,
  connections: Connections,
  { max, networkOf, refuse }: ConnectionBounds & { refuse(socket: Socket, refused: Refusal): void },
): void {
  const maxOfNetwork = networkShareOf(max);
  const shares = new NetworkShares({ max: Number.POSITIVE_INFINITY, maxOfNetwork, networkOf });
  let answered = 0;
  const accepted = acceptEvent(server);
  const accepts = server.listeners(accepted);
  server.removeAllListeners(accepted);
  server.on(accepted, (socket: Socket) => {
    const leave = shares.enter(socket);
    if (typeof leave === 'string') return turnAway(socket, tooMany(maxOfNetwork));
    if (connections.size >= max && !connections.closeIdle()) {
      leave();
      return turnAway(socket, full(max));
    }
    socket.once('close', leave);
    for (const accept of accepts) accept.call(server, socket);
  });

  function turnAway(socket: Socket, refused: Refusal): void {
    socket.on('error', () => {});
    if (answered >= ANSWERED_MAX) {
      socket.destroy();
      return;
    }
    answered += 1;
    socket.once('close', () => {
      answered -= 1;
    });
    socket.resume();
    refuse(socket, refused);
  }
}

const tooMany = (max: number) =>
  refusal('CONCURRENCY_EXCEEDED', {
    detail: `One address may have ${max} connections open at the same time: close some, or send several requests over each.`,
    facts: { max },
  });

const full = (max: number) =>
  refusal('TEMPORARILY_UNAVAILABLE', { detail: `All ${max} connections are busy: try again in a moment.` });
