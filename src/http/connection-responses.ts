import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { acceptEvent } from './tls/accept-event.ts';

/** The responses of a connection that have not ended. */
type ConnectionResponses = {
  /** The answer to the request that came last. */
  newest: ServerResponse | undefined;
  /** The response whose turn it is. Those to pipelined requests wait for the ones before them. */
  begun: ServerResponse | undefined;
  /** Is true when the connection ends with the next response that begins. */
  endsWithNext: boolean;
};

type OtherConnections = { isBusy(socket: Socket): boolean };

/** Connections that one search for an idle one looks at. */
const LOOKED_AT = 64;

/**
 * The connections that are open. An idle one holds no answer: those that are sent to their end are let go.
 *
 * Answers are not kept in a set. A set that each call enters and leaves makes V8 renew its table every few calls, and each
 * old table holds its answers and the table after it until it is collected.
 */
export class Connections {
  readonly #open = new Map<Socket, ConnectionResponses>();
  /** Goes round the open connections, the oldest first. */
  #hand = this.#open.entries();

  readonly #others: OtherConnections | undefined;

  /** @param others connections whose requests are not counted here */
  constructor(server: Server, others?: OtherConnections) {
    this.#others = others;
    server.on(acceptEvent(server), (socket) => {
      this.#open.set(socket, { newest: undefined, begun: undefined, endsWithNext: false });
      socket.once('close', () => this.#open.delete(socket));
    });
  }

  get size(): number {
    return this.#open.size;
  }

  /**
   * Closes a connection over which no request is under way.
   *
   * The caller opens another when it needs one. (RFC 9112 §9.5) The search goes on where the last one ended and is
   * short, so that busy connections delay nobody.
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
      if (newest || begun || this.#others?.isBusy(socket)) continue;
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

  /** The connections that go on behind their next response. */
  *kept(): Generator<Socket> {
    for (const [socket, { endsWithNext }] of this.#open) if (!endsWithNext) yield socket;
  }

  /** Lets a connection end with the next response that begins, which says so. */
  endWithNext(socket: Socket): void {
    const connection = this.#open.get(socket);
    if (connection) connection.endsWithNext = true;
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

  /** Records that the turn of a response has come. */
  begin({ socket }: IncomingMessage, response: ServerResponse): void {
    const connection = this.#open.get(socket);
    if (!connection) return;
    connection.begun = response;
    if (connection.endsWithNext) response.shouldKeepAlive = false;
  }

  /** Forgets a response that has ended, sent or not. The next one of its connection may have begun already. */
  forget(response: ServerResponse): void {
    const connection = this.#open.get(response.req.socket);
    if (connection?.newest === response && !isLast(response)) connection.newest = undefined;
    if (connection?.begun === response) connection.begun = undefined;
  }
}

/**
 * Tells whether a response is the last one of its connection.
 *
 * It is where it said so, or where the rest of its request's body may turn out to be broken: another response would be
 * taken for that to a later request.
 */
export const isLast = ({ req, shouldKeepAlive }: ServerResponse): boolean =>
  !req.complete || !shouldKeepAlive;
