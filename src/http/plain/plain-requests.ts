import type { IncomingMessage, RequestListener, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { acceptEvent } from '../tls/accept-event.ts';
import { PlainConnection, type PlainListener } from './plain-connection.ts';
import type { PlainHead } from './plain-head.ts';

export type PlainHandler = {
  /** Is true for a request that is served as it came; any other is node:http's. */
  readonly takes: (head: PlainHead) => boolean;
  readonly serve: RequestListener;
};

const LOOK_MS = 1_000;
/** Looks after which a silent connection is node:http's. It then has that one's time limit for a head. */
const LOOKS_BEFORE_FIRST = 1;
/** Node keeps a connection for a second longer than it says. */
const MARGIN_MS = 1_000;

/**
 * Serves plain requests from the sockets of a server, before its parser sees them.
 *
 * The server's own listener gets the sockets of which it has to read: documented as the injection of connections
 * (`server.emit('connection', socket)`), but for the other listeners, which know the socket already.
 *
 * Install it before whatever else listens to `connection`.
 */
export class PlainRequests {
  readonly #open = new Set<PlainConnection>();
  /** Looks after which an idle connection ends. */
  readonly #keptLooks: number;

  constructor(server: Server, { takes, serve }: PlainHandler) {
    const open = this.#open;
    const accepted = acceptEvent(server);
    const [byNode] = server.listeners(accepted);
    if (!byNode) throw new TypeError('A server of node:http listens to its connections.');
    server.removeAllListeners(accepted);
    const listener: PlainListener = {
      keepAlive: `Connection: keep-alive\r\nKeep-Alive: timeout=${Math.floor(server.keepAliveTimeout / 1000)}\r\n`,
      takes,
      // They have of node:http's own what a handler of plain requests uses.
      serve: (request, response) =>
        serve(
          request as unknown as IncomingMessage,
          response as unknown as ServerResponse & { req: IncomingMessage },
        ),
      giveAway(connection, socket) {
        open.delete(connection);
        byNode.call(server, socket);
      },
      onClosed: (connection) => open.delete(connection),
    };
    server.on(accepted, (socket: Socket) => open.add(new PlainConnection(socket, listener)));
    this.#keptLooks = (server.keepAliveTimeout + MARGIN_MS) / LOOK_MS;
    const looking = setInterval(() => this.#look(), LOOK_MS).unref();
    server.once('close', () => clearInterval(looking));
  }

  /** Closes the connections over which no request is under way. */
  closeIdle(): void {
    for (const connection of this.#open) if (connection.isIdle) connection.destroy();
  }

  closeAll(): void {
    for (const connection of this.#open) connection.destroy();
  }

  #look(): void {
    for (const connection of this.#open) {
      const looks = connection.look();
      if (connection.isIdle) {
        if (looks > this.#keptLooks) connection.destroy();
      } else if (looks > LOOKS_BEFORE_FIRST) connection.giveAway();
    }
  }
}
