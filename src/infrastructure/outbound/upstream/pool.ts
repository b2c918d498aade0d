import type { Socket } from 'node:net';
import { errors } from 'undici';
import { type ConnectionOwner, UpstreamConnection } from './connection.ts';
import type { ShareOwner } from './exchange.ts';
import { OrgShare, type Outgoing, type PendingRequest, Share } from './org-share.ts';

/** Receives the bytes of a new connection, and its socket or the error. */
export type Opening = {
  /** Takes what the connection reads. The socket itself emits no data. The next read overwrites what is lent. */
  onBytes(bytes: Buffer, areLent: boolean): void;
  /** The socket is half open when the other side has ended. */
  opened(error: Error | null, socket: Socket | null): void;
};
/** Opens a connection. */
export type Open = (to: { readonly connectMs: number; readonly openedBy: string }, opening: Opening) => void;

/** Idle APIs that are remembered. */
const IDLE_MAX = 1_000;

/**
 * The connections to one origin, kept for all callers. Each API has a share of its own, so that connections that one
 * holds on to do not block another. The APIs of an org share a bound and are served in turns.
 */
export class Pool implements ConnectionOwner {
  readonly #open: Open;
  readonly #onEmpty: () => void;
  readonly #all = new Set<UpstreamConnection>();
  /** Free connections. The last used one is used first, so that superfluous ones expire. */
  readonly #free: UpstreamConnection[] = [];
  readonly #shares = new Map<string, Share>();
  #orgs = new Map<string, OrgShare>();
  /** Shares with waiting requests. The share that was served last is at the end. */
  readonly #queue = new Set<Share>();
  #connecting = 0;
  #isDestroyed = false;

  constructor(open: Open, onEmpty: () => void) {
    this.#open = open;
    this.#onEmpty = onEmpty;
  }

  /** @throws BACKEND_BUSY */
  send(outgoing: Outgoing): PendingRequest | undefined {
    const share = this.#shareOf(outgoing.request.owner);
    const free = share.hasRoom ? this.#free.pop() : undefined;
    if (!free) return this.#wait(share, outgoing);
    if (!this.#begin(free, share, outgoing)) this.onFree(free);
    return undefined;
  }

  #shareOf({ org, api }: ShareOwner): Share {
    const known = this.#shares.get(api);
    if (known) return known;
    if (this.#shares.size >= IDLE_MAX) this.#forgetIdle();
    const ofOrg = this.#orgs.get(org) ?? new OrgShare(org);
    const share = new Share(ofOrg);
    this.#orgs.set(org, ofOrg);
    this.#shares.set(api, share);
    return share;
  }

  #forgetIdle(): void {
    for (const [api, share] of this.#shares) if (share.isIdle) this.#shares.delete(api);
    for (const [org, { held }] of this.#orgs) if (held === 0) this.#orgs.delete(org);
  }

  #wait(share: Share, outgoing: Outgoing): PendingRequest {
    const waiter = share.wait(outgoing);
    this.#queue.add(share);
    this.#connect(share);
    if (share.lacksConnection) waiter.limit();
    return waiter;
  }

  /** Opens a connection for each waiting request, as far as its share has room. */
  #connect(share: Share): void {
    if (!share.lacksConnection || !share.hasRoom) return;
    share.beginConnecting();
    this.#connecting += 1;
    let connection: UpstreamConnection | undefined;
    this.#open(
      { connectMs: share.connectMs, openedBy: share.org.id },
      {
        onBytes: (bytes, areLent) => connection?.read(bytes, areLent),
        opened: (error, socket) => {
          share.endConnecting();
          this.#connecting -= 1;
          connection = socket ? new UpstreamConnection(socket, this) : undefined;
          if (connection) this.#add(connection, share);
          else this.#fail(share, error ?? new errors.SocketError('not connected'));
        },
      },
    );
  }

  #add(connection: UpstreamConnection, share: Share): void {
    this.#all.add(connection);
    if (this.#isDestroyed) connection.destroy();
    else if (!this.#serve(connection, share)) this.onFree(connection);
  }

  #fail(share: Share, error: Error): void {
    share.next()?.receiver.onError(error);
    this.#goOn();
  }

  onFree(connection: UpstreamConnection): void {
    this.#takeBack(connection);
    if (this.#queue.size > 0)
      for (const share of [...this.#queue]) if (this.#serve(connection, share)) return;
    this.#free.push(connection);
  }

  onClosed(connection: UpstreamConnection): void {
    this.#takeBack(connection);
    this.#all.delete(connection);
    const at = this.#free.indexOf(connection);
    if (at >= 0) this.#free.splice(at, 1);
    // All free ones have been idle for longer: the request that is sent again must not meet another closed one.
    if (connection.closedAsItWasUsed) for (const idle of this.#free.splice(0)) idle.destroy();
    this.#goOn();
  }

  #takeBack(connection: UpstreamConnection): void {
    connection.share?.giveBack();
    connection.share = undefined;
  }

  /**
   * Gives a connection to the request of a share that has waited for longest. Requests that were given up are skipped.
   * Then it is the turn of other shares.
   */
  #serve(connection: UpstreamConnection, share: Share): boolean {
    if (!share.hasRoom) return false;
    this.#queue.delete(share);
    for (let next = share.next(); next; next = share.next()) {
      if (!this.#begin(connection, share, next)) continue;
      if (share.isWaiting) this.#queue.add(share);
      return true;
    }
    return false;
  }

  /** @returns false when its receiver does not want it any more */
  #begin(connection: UpstreamConnection, share: Share, outgoing: Outgoing): boolean {
    share.take();
    connection.share = share;
    const isBegun = connection.begin(outgoing);
    if (!isBegun) this.#takeBack(connection);
    return isBegun;
  }

  /** Serves waiting requests, when there is room again. The room may be for another API of the same org. */
  #goOn(): void {
    for (const share of [...this.#queue]) {
      const free = share.hasRoom ? this.#free.pop() : undefined;
      if (!free) this.#connect(share);
      else if (!this.#serve(free, share)) this.#free.push(free);
    }
    if (this.#all.size + this.#connecting === 0) this.#onEmpty();
  }

  destroy(): void {
    this.#isDestroyed = true;
    for (const share of this.#queue) share.giveUp(new errors.ClientDestroyedError());
    for (const connection of [...this.#all]) connection.destroy();
  }
}
