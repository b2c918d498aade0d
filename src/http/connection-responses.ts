import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** What is under way over a connection. */
export type ConnectionResponses = {
  /** The answer to the request that came last. */
  newest: ServerResponse | undefined;
  /** The answer whose turn it is: one to a request that was pipelined waits for those before it. */
  begun: ServerResponse | undefined;
};

/** So many connections are looked at for one that is idle. */
const LOOKED_AT = 64;

/**
 * The connections that are open. Answers that are sent to their end are let go, so that an idle connection holds none of
 * them. Not a set of answers: whatever is added and taken out again with each call makes V8 renew the set's table every few
 * calls, and of old tables each holds its answers and the table after it, until all that is held is collected.
 */
export class Connections {
  readonly #open = new Map<Socket, ConnectionResponses>();
  /** Goes round the open connections, the oldest first. */
  #hand = this.#open.entries();

  constructor(server: Server) {
    server.on('connection', (socket) => {
      this.#open.set(socket, { newest: undefined, begun: undefined });
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Closes a connection over which no request is under way; the caller opens another when it needs one. (RFC 9112 §9.5)
   * The search goes on where the last one ended and is short, so that busy connections make nobody wait.
   *
   * @returns whether one was found
   */
  closeIdle(): boolean {
    for (let step = 0; step < LOOKED_AT; step += 1) {
      let next = this.#hand.next();
      if (next.done) {
        this.#hand = this.#open.entries();
        next = this.#hand.next();
      }
      if (next.done) return false;
      const [socket, { newest, begun }] = next.value;
      if (newest || begun) continue;
      this.#open.delete(socket);
      socket.destroy();
      return true;
    }
    return false;
  }

  of(socket: Socket): ConnectionResponses | undefined {
    return this.#open.get(socket);
  }

  sockets(): Iterable<Socket> {
    return this.#open.keys();
  }

  /** The answers whose turn it is. */
  *begun(): Generator<ServerResponse> {
    for (const { begun } of this.#open.values()) if (begun) yield begun;
  }

  /** A request has come. */
  add({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (connection) connection.newest = response;
  }

  /** Its turn has come. */
  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (connection) connection.begun = response;
  }

  /** It is sent to its end, or never will be. The next one of its connection may have begun before this is known. */
  forget(response: ServerResponse): void {
    const connection = this.#open.get(response.req.socket);
    if (connection?.newest === response && !isLast(response)) connection.newest = undefined;
    if (connection?.begun === response) connection.begun = undefined;
  }
}

/**
 * Is nothing more to be answered over its connection? Behind an answer that said so, or where what is left of the body of
 * its request may yet turn out to be broken: another answer would be taken for that to a later request.
 */
export const isLast = ({ req, shouldKeepAlive }: ServerResponse): boolean =>
  !req.complete || !shouldKeepAlive;
