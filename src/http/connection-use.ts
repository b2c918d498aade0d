import type { Socket } from 'node:net';
import type { Connections } from './connection-responses.ts';

/** Time for which a connection counts as used after something has come over it. */
const USED_MS = 60_000;

type Http2Sessions = {
  /** Ends the session of a connection, if it has one. */
  endSession(socket: Socket): void;
};

/** Counts the connections that callers use, and gives some of them up. */
export class ConnectionUse {
  readonly #connections: Connections;
  readonly #http2: Http2Sessions | undefined;
  /** The bytes that had come over each connection, and when that was first seen. */
  readonly #uses = new WeakMap<Socket, { readonly bytesRead: number; readonly seenAt: number }>();

  constructor(connections: Connections, http2: Http2Sessions | undefined) {
    this.#connections = connections;
    this.#http2 = http2;
  }

  /** Returns the number of used connections. It looks at each open one, so that calls need not be counted. */
  count(): number {
    return this.#used().length;
  }

  /**
   * Lets so many used connections end, the oldest first. Callers then open others.
   *
   * No call is lost: a connection ends with its next answer, which says so (RFC 9112 §9.6), and a session of HTTP/2
   * once its requests are answered (RFC 9113 §6.8).
   */
  giveUp(count: number): void {
    for (const socket of this.#used().slice(0, count)) {
      this.#connections.endWithNext(socket);
      this.#http2?.endSession(socket);
    }
  }

  #used(): Socket[] {
    const now = performance.now();
    return [...this.#connections.kept()].filter((socket) => {
      const { bytesRead } = socket;
      const last = this.#uses.get(socket);
      if (last?.bytesRead === bytesRead) return now - last.seenAt < USED_MS;
      this.#uses.set(socket, { bytesRead, seenAt: now });
      return true;
    });
  }
}
