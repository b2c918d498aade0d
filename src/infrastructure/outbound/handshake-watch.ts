import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { buildConnector } from 'undici';
import { LongTurns } from './long-turns.ts';

/** A handshake that is under way. */
type Handshake = {
  readonly socket: Socket;
  /** The time at which the server was reached. Before that, it is infinite. */
  reachedAt: number;
};

/** The last failure of a target that rests, and until when it does. */
type Failure = { readonly error: Error; readonly until: number };

const TARGETS_MAX = 2_000;
/** Certificates that a server may send. Those of public authorities send up to four. */
const CHAIN_MAX = 10;
/** The length of a turn of the event loop that other work does not have. */
const LONG_MS = 50;
/** The rest of a target for each millisecond of the turn in which it failed. */
const REST = 20;
const REST_MS_MAX = 10_000;

/** Refuses a server whose certificates take too long to verify. The code is that of OpenSSL. */
export class ChainTooLong extends Error {
  override readonly name = 'ChainTooLong';
  readonly code = 'CERT_CHAIN_TOO_LONG';
}

/**
 * Bounds what TLS handshakes with one target take of the thread that serves all orgs.
 *
 * OpenSSL verifies all certificates that a server sends, in one turn of the event loop, and only then says what is wrong
 * with them. A hundred with large keys take half a second. So a target that fails in a long turn rests: connections to it
 * fail at once, with the same error, and those under way are given up. A server that sends more than ten certificates is
 * refused even where their authority is trusted, which an org may choose.
 */
export class HandshakeWatch {
  readonly #now: () => number;
  readonly #turns: LongTurns;
  readonly #underWay = new Map<string, Set<Handshake>>();
  readonly #failures = new LRUCache<string, Failure>({ max: TARGETS_MAX });

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#turns = new LongTurns(LONG_MS, now);
  }

  /**
   * Returns a connector that is watched where it speaks TLS.
   *
   * @param tls tells apart connections to one target whose TLS has other options
   */
  watched(connect: buildConnector.connector, tls: string): buildConnector.connector {
    return (target, callback) => {
      const key = `${tls} ${target.host ?? target.hostname}:${target.port}`;
      const failure = this.#failures.get(key);
      if (target.protocol !== 'https:') connect(target, callback);
      else if (failure && this.#now() < failure.until) callback(failure.error, null);
      else this.#open(key, (opened) => connect(target, opened), callback);
    };
  }

  #open(key: string, connect: (opened: buildConnector.Callback) => void, callback: buildConnector.Callback) {
    const opened = (error: Error | null, socket: Socket | null) => {
      const longMs = this.#turns.longestSince(handshake.reachedAt);
      this.#end(key, handshake);
      const fault = error ?? faultOfChain(socket);
      if (!fault) return callback(null, socket as Socket);
      socket?.destroy();
      if (longMs >= LONG_MS) this.#rest(key, fault, longMs);
      callback(fault, null);
    };
    // Undici returns the socket, which its types leave out.
    const socket = connect(opened) as unknown as Socket;
    const reachedAt = socket.connecting ? Number.POSITIVE_INFINITY : this.#now();
    const handshake: Handshake = { socket, reachedAt };
    socket.once('connect', () => {
      handshake.reachedAt = this.#now();
    });
    socket.once('close', () => this.#end(key, handshake));
    const others = this.#underWay.get(key) ?? new Set();
    this.#underWay.set(key, others.add(handshake));
    this.#turns.watch();
  }

  #end(key: string, handshake: Handshake): void {
    const others = this.#underWay.get(key);
    if (!others?.delete(handshake)) return;
    if (others.size === 0) this.#underWay.delete(key);
    this.#turns.unwatch();
  }

  #rest(key: string, error: Error, longMs: number): void {
    this.#failures.set(key, { error, until: this.#now() + Math.min(REST_MS_MAX, longMs * REST) });
    for (const { socket } of this.#underWay.get(key) ?? []) socket.destroy(error);
  }
}

function faultOfChain(socket: Socket | null): ChainTooLong | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  let certificate = socket.getPeerX509Certificate();
  for (let count = 0; certificate; count += 1) {
    if (count === CHAIN_MAX) return new ChainTooLong(`The server sends more than ${CHAIN_MAX} certificates.`);
    certificate = certificate.issuerCertificate;
  }
  return undefined;
}
