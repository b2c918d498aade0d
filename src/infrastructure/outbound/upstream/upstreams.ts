import { errors } from 'undici';
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

/** @param isByOrg gives each org connections of its own, because orgs may call different targets */
export function createUpstreams(connect: Connect, isByOrg = false): Upstreams {
  const pools = new Map<string, Pool>();
  let isDestroyed = false;

  function poolOf(origin: string, org: string | undefined): Pool {
    const key = org === undefined ? origin : `${org} ${origin}`;
    const known = pools.get(key);
    if (known) return known;
    const made = new Pool(
      (connectMs, opening) => connect({ origin, connectMs, org }, opening),
      () => pools.delete(key),
    );
    pools.set(key, made);
    return made;
  }
  return {
    send(origin, request, receiver) {
      try {
        if (isDestroyed) throw new errors.ClientDestroyedError();
        return poolOf(origin, isByOrg ? request.owner.org : undefined).send({
          request,
          head: requestHead(request),
          receiver,
        });
      } catch (error) {
        receiver.onError(error as Error);
        return undefined;
      }
    },
    destroy() {
      isDestroyed = true;
      for (const pool of [...pools.values()]) pool.destroy();
    },
  };
}
