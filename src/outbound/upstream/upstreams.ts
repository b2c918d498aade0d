import type { Socket } from 'node:net';
import { errors } from 'undici';
import { Connection, type ConnectionOwner, type Outgoing } from './connection.ts';
import type { Receiver, UpstreamRequest } from './exchange.ts';
import { requestHead } from './request-head.ts';

/** Opens a connection to an origin, and tells the one or the other. It is half open where the other side has ended. */
export type Connect = (origin: string, opened: (error: Error | null, socket: Socket | null) => void) => void;

/** Kept connections to back-ends. */
export type Upstreams = {
  /**
   * Sends a request by the next connection that is free.
   *
   * @param origin scheme, host and port
   * @returns false when it has to wait because as many as may be are in use
   */
  send(origin: string, request: UpstreamRequest, receiver: Receiver): boolean;
  destroy(): void;
};

/** To one origin. */
const CONNECTIONS_MAX = 128;

export function createUpstreams(connect: Connect): Upstreams {
  const pools = new Map<string, Pool>();
  let isDestroyed = false;

  function poolOf(origin: string): Pool {
    const known = pools.get(origin);
    if (known) return known;
    const made = new Pool(
      (opened) => connect(origin, opened),
      () => pools.delete(origin),
    );
    pools.set(origin, made);
    return made;
  }
  return {
    send(origin, request, receiver) {
      try {
        if (isDestroyed) throw new errors.ClientDestroyedError();
        return poolOf(origin).send({ request, head: requestHead(request), receiver });
      } catch (error) {
        receiver.onError(error as Error);
        return true;
      }
    },
    destroy() {
      isDestroyed = true;
      for (const pool of [...pools.values()]) pool.destroy();
    },
  };
}

/** The connections to one origin. */
class Pool implements ConnectionOwner {
  readonly #connect: (opened: Parameters<Connect>[1]) => void;
  readonly #onEmpty: () => void;
  readonly #all = new Set<Connection>();
  /** The one used last is used first, so that those that are not needed are given up. */
  readonly #free: Connection[] = [];
  readonly #waiting: Outgoing[] = [];
  #connecting = 0;
  #isDestroyed = false;

  constructor(connect: (opened: Parameters<Connect>[1]) => void, onEmpty: () => void) {
    this.#connect = connect;
    this.#onEmpty = onEmpty;
  }

  send(outgoing: Outgoing): boolean {
    const free = this.#free.pop();
    if (free) {
      if (!free.begin(outgoing)) this.onFree(free);
      return true;
    }
    this.#waiting.push(outgoing);
    this.#open();
    return this.#waiting.length <= this.#connecting;
  }

  /** One for each that waits, as far as there may be more. */
  #open(): void {
    if (this.#waiting.length <= this.#connecting) return;
    if (this.#all.size + this.#connecting >= CONNECTIONS_MAX) return;
    this.#connecting += 1;
    this.#connect((error, socket) => {
      this.#connecting -= 1;
      if (socket) this.#add(socket);
      else this.#fail(error ?? new errors.SocketError('not connected'));
    });
  }

  #add(socket: Socket): void {
    const connection = new Connection(socket, this);
    this.#all.add(connection);
    if (this.#isDestroyed) connection.destroy();
    else this.onFree(connection);
  }

  #fail(error: Error): void {
    this.#waiting.shift()?.receiver.onError(error);
    this.#open();
    this.#forget();
  }

  onFree(connection: Connection): void {
    for (let next = this.#waiting.shift(); next; next = this.#waiting.shift())
      if (connection.begin(next)) return;
    this.#free.push(connection);
  }

  onClosed(connection: Connection): void {
    this.#all.delete(connection);
    const at = this.#free.indexOf(connection);
    if (at >= 0) this.#free.splice(at, 1);
    this.#open();
    this.#forget();
  }

  #forget(): void {
    if (this.#all.size + this.#connecting + this.#waiting.length === 0) this.#onEmpty();
  }

  destroy(): void {
    this.#isDestroyed = true;
    for (const { receiver } of this.#waiting.splice(0)) receiver.onError(new errors.ClientDestroyedError());
    for (const connection of [...this.#all]) connection.destroy();
  }
}
