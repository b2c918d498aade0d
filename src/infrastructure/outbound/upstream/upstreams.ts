import { errors } from 'undici';
import type { ClientTls } from '../client-tls.ts';
import type { Receiver, UpstreamRequest } from './exchange.ts';
import type { PendingRequest } from './org-share.ts';
import { type Opening, Pool } from './pool.ts';
import { requestHead } from './request-head.ts';

/** Opens a connection to an origin. */
export type Connect = (
  to: {
    readonly origin: string;
    readonly connectMs: number;
    /** The org that owns the connection. Undefined for a shared one. */
    readonly org: string | undefined;
    /** The id of the org whose call needs it. Calls of others may use it later. */
    readonly openedBy: string;
    readonly tls?: ClientTls | undefined;
  },
  opening: Opening,
) => void;

/** Kept connections to back-ends. */
export type Upstreams = {
  /**
   * Sends a request on the next free connection.
   *
   * @param origin scheme, host and port
   * @returns undefined unless it has to wait for a connection
   */
  send(origin: string, request: UpstreamRequest, receiver: Receiver): PendingRequest | undefined;
  destroy(): void;
};

/** Keeps connections in pools: one for each origin, or for each origin and org. */
export class UpstreamPools implements Upstreams {
  readonly #connect: Connect;
  readonly #isByOrg: boolean;
  readonly #pools = new Map<string, Pool>();
  #isDestroyed = false;

  /** @param isByOrg gives each org connections of its own, because orgs may call different targets */
  constructor(connect: Connect, isByOrg = false) {
    this.#connect = connect;
    this.#isByOrg = isByOrg;
  }

  send(origin: string, request: UpstreamRequest, receiver: Receiver): PendingRequest | undefined {
    try {
      if (this.#isDestroyed) throw new errors.ClientDestroyedError();
      return this.#poolOf(origin, this.#isByOrg ? request.owner.org : undefined, request.tls).send({
        request,
        head: requestHead(request),
        receiver,
      });
    } catch (error) {
      receiver.onError(error as Error);
      return undefined;
    }
  }

  destroy(): void {
    this.#isDestroyed = true;
    for (const pool of [...this.#pools.values()]) pool.destroy();
  }

  #poolOf(origin: string, org: string | undefined, tls: ClientTls | undefined): Pool {
    const ofOrg = org === undefined ? origin : `${org} ${origin}`;
    const key = tls === undefined ? ofOrg : `${ofOrg} ${tls.id}`;
    const known = this.#pools.get(key);
    if (known) return known;
    const made = new Pool(
      (to, opening) => this.#connect({ ...to, origin, org, tls }, opening),
      () => this.#pools.delete(key),
    );
    this.#pools.set(key, made);
    return made;
  }
}
