import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Server as TcpServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Connections } from './connection-responses.ts';

const GRACE_MS = 10_000;
/** Interval at which an ending listener looks for connections that became idle unnoticed. */
const LOOK_MS = 250;
/** Time for the connections that wait to be accepted. Callers who come faster than they are served have no end. */
const ACCEPT_MS = 500;
/** Turns in a row without a connection. One is not enough: what the kernel has just taken comes with the next. */
const QUIET_TURNS = 2;

/** Reads the requests of some connections of a server. */
type RequestReader = {
  /** Closes the connections over which no request is under way. */
  closeIdle(): void;
  closeAll(): void;
};

type GracefulCloseDeps = {
  readonly connections: Connections;
  /** Readers of requests beside Node's. */
  readonly readers: readonly (RequestReader | undefined)[];
  /** Time from the begin of the drain that idle connections are kept. */
  readonly idleGraceMs: number;
};

/**
 * Ends a server without losing a call.
 *
 * A caller may send a request just while its idle connection is closed. It gets no answer then, and does not know whether
 * it was served. Therefore such a connection is kept for a while: its next answer says that the connection ends. So does
 * each answer of the drain, and whoever is idle after it has been so since it began.
 */
export class GracefulClose {
  readonly #server: Server;
  readonly #connections: Connections;
  readonly #readers: readonly (RequestReader | undefined)[];
  readonly #idleGraceMs: number;
  #drainsSince: number | undefined;
  #isClosing = false;
  /** One listener for all responses, which says by `this` which one. */
  readonly #forget: (this: ServerResponse) => void;

  constructor(server: Server, { connections, readers, idleGraceMs }: GracefulCloseDeps) {
    this.#server = server;
    this.#connections = connections;
    this.#readers = readers;
    this.#idleGraceMs = idleGraceMs;
    const ended = (response: ServerResponse) => this.#ended(response);
    this.#forget = function () {
      ended(this);
    };
  }

  follow(request: IncomingMessage, response: ServerResponse): void {
    this.#connections.begin(request, response);
    response.on('close', this.#forget);
    if (this.#drainsSince !== undefined) response.shouldKeepAlive = false;
  }

  drain(): void {
    this.#drainsSince ??= performance.now();
    for (const answer of this.#connections.begun()) answer.shouldKeepAlive = false;
  }

  async close(): Promise<void> {
    this.drain();
    const timer = setTimeout(() => {
      this.#server.closeAllConnections();
      for (const reader of this.#readers) reader?.closeAll();
    }, GRACE_MS);
    await this.#acceptWaiting();
    this.#isClosing = true;
    // Not at once: who has just connected may have asked already. And behind the reading of a turn that was late.
    const looking = setInterval(() => setImmediate(this.#look), LOOK_MS);
    await new Promise<void>((resolve) => {
      // Not the HTTP server's own `close`: it begins by closing what Node takes for idle.
      TcpServer.prototype.close.call(this.#server, () => resolve());
      this.#closeIdle();
    });
    clearTimeout(timer);
    clearInterval(looking);
  }

  /**
   * Accepts the connections that wait for it, and lets the kernel take no more.
   *
   * It would reset those that wait when the listener closes, with the requests that they have brought. A caller whose
   * connection it does not take yet tries again after a second. It is then refused, or served by the next process.
   */
  async #acceptWaiting(): Promise<void> {
    const until = performance.now() + ACCEPT_MS;
    let quiet = 0;
    const accepted = () => {
      quiet = 0;
    };
    this.#server.on('connection', accepted);
    shortenBacklog(this.#server);
    while (quiet < QUIET_TURNS && performance.now() < until) {
      quiet += 1;
      await nextTurn();
    }
    this.#server.off('connection', accepted);
  }

  #ended(response: ServerResponse): void {
    this.#connections.forget(response);
    if (this.#isClosing) this.#closeIdle();
  }

  readonly #look = (): void => {
    this.#closeIdle();
    this.#closeUnused();
  };

  /**
   * Closes idle connections, unless a complete response is not yet taken by its caller.
   *
   * Node takes such a response for idle, and would abort it.
   */
  #closeIdle(): void {
    if (performance.now() - (this.#drainsSince ?? 0) < this.#idleGraceMs) return;
    for (const { writableEnded } of this.#connections.begun()) if (writableEnded) return;
    this.#server.closeIdleConnections();
    for (const reader of this.#readers) reader?.closeIdle();
  }

  /** Node takes a connection for busy over which nothing has ever come. */
  #closeUnused(): void {
    for (const socket of this.#connections.sockets()) if (socket.bytesRead === 0) socket.destroy();
  }
}

/**
 * Shortens the queue of connections that wait to be accepted. Node has no public name for it.
 *
 * The queue stays as it is under a Node whose internals differ. Callers that connect during a stop may be reset then.
 */
function shortenBacklog(server: Server): void {
  const { _handle: handle } = server as { readonly _handle?: { listen?(backlog: number): number } };
  handle?.listen?.(0);
}
