import { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { type DetailedPeerCertificate, TLSSocket } from 'node:tls';
import { LRUCache } from 'lru-cache';
import type { buildConnector } from 'undici';
import { networkOf } from '../../domain/addresses/network.ts';
import { verifiesQuickly } from '../../foundation/public-key-bounds.ts';
import { LongTurns } from './long-turns.ts';

/** A handshake that is under way. */
type Handshake = {
  readonly socket: Socket;
  /** The time at which the server was reached. Before that, it is infinite. */
  reachedAt: number;
  /** The key of the server's address once it was reached. */
  address: string | undefined;
  /** The keys of the org, and of the server's network once it was reached. They rest with the third expensive one. */
  readonly groups: string[];
  /** The reason why handshakes with the server take long, found in its certificates. */
  expensive: Error | undefined;
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
/** Expensive handshakes within the longest rest that a whole group rests for. */
const OF_GROUP_MAX = 3;

/** The target of a connection, with the id of the org that opens it. */
export type WatchedTarget = buildConnector.Options & { readonly openedBy?: string | undefined };
export type WatchedConnector = (target: WatchedTarget, callback: buildConnector.Callback) => void;

type WatchedOptions = {
  /** Tells apart connections to one target whose TLS has other options. */
  readonly tls: string;
  /** The id of the org that opens the connections, unless a target says it. */
  readonly openedBy: string | undefined;
};

/** Refuses a server that sends too many certificates. The code is that of OpenSSL. */
class ChainTooLong extends Error {
  override readonly name = 'ChainTooLong';
  readonly code = 'CERT_CHAIN_TOO_LONG';
}

/** Refuses a server whose certificates took long to verify. One has a far larger key than others. */
class CertificateTooExpensive extends Error {
  override readonly name = 'CertificateTooExpensive';
  readonly code = 'CERT_KEY_TOO_LARGE';
}

/**
 * Bounds what TLS handshakes with one target take of the thread that serves all orgs.
 *
 * OpenSSL verifies all certificates that a server sends, in one turn of the event loop, and only then says what is wrong
 * with them. A hundred with large keys take half a second. So a target that fails in a long turn rests: connections to it
 * fail at once, with the same error, and those under way are given up. A server that sends more than ten certificates is
 * refused even where their authority is trusted, which an org may choose.
 *
 * An org can name one server by hundreds of names. So with a server whose keys are the reason its address rests as well.
 * Servers at many ports of a host, or many addresses of an IPv6 network, cost nothing either. With the third of a network
 * all of it rests, and with the third of an org all handshakes of that org, which may name servers of many networks.
 */
export class HandshakeWatch {
  readonly #now: () => number;
  readonly #turns: LongTurns;
  readonly #underWay = new Map<string, Set<Handshake>>();
  readonly #failures = new LRUCache<string, Failure>({ max: TARGETS_MAX });
  /** The times of the last expensive handshakes of each network and org. */
  readonly #ofGroups = new LRUCache<string, readonly number[]>({ max: TARGETS_MAX });

  constructor(now: () => number = () => performance.now()) {
    this.#now = now;
    this.#turns = new LongTurns(LONG_MS, now);
  }

  /** Returns a connector that is watched where it speaks TLS. */
  watched(connect: buildConnector.connector, { tls, openedBy }: WatchedOptions): WatchedConnector {
    return (target, callback) => {
      const key = `${tls} ${target.host ?? target.hostname}:${target.port}`;
      const org = target.openedBy ?? openedBy;
      const groups = org === undefined ? [] : [`org ${org}`];
      if (target.protocol !== 'https:') return connect(target, callback);
      const failure = this.#failureOf([key, ...groups]);
      if (failure) return callback(failure, null);
      const opening = (opened: buildConnector.Callback) => connect(target, opened);
      return this.#open({ key, groups }, opening, callback);
    };
  }

  /** Returns the failure for which one of these rests. */
  #failureOf(keys: readonly string[]): Error | undefined {
    const failures = keys.map((key) => this.#failures.get(key));
    return failures.find((failure) => failure && this.#now() < failure.until)?.error;
  }

  #open(
    { key, groups }: { readonly key: string; readonly groups: string[] },
    connect: (opened: buildConnector.Callback) => void,
    callback: buildConnector.Callback,
  ): void {
    const opened = (error: Error | null, socket: Socket | null) => {
      const longMs = this.#turns.longestSince(handshake.reachedAt);
      this.#end(key, handshake);
      const isLong = longMs >= LONG_MS;
      const expensive = isLong ? handshake.expensive : undefined;
      const fault = expensive ?? error ?? faultOfChain(socket);
      if (!fault) return callback(null, socket as Socket);
      socket?.destroy();
      if (expensive) this.#restWithOthers(handshake, expensive, longMs);
      if (isLong) this.#rest(key, fault, longMs);
      callback(fault, null);
    };
    // Undici returns the socket, which its types leave out.
    const socket = connect(opened) as unknown as Socket;
    const reachedAt = socket.connecting ? Number.POSITIVE_INFINITY : this.#now();
    const handshake: Handshake = {
      socket,
      reachedAt,
      address: undefined,
      groups,
      expensive: undefined,
    };
    socket.once('connect', () => this.#reach(handshake));
    // Before Node tells what is wrong, with which it forgets the certificates.
    socket.prependOnceListener('secure', () => {
      handshake.expensive = expenseOf(socket);
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

  #reach(handshake: Handshake): void {
    const { socket, groups } = handshake;
    handshake.reachedAt = this.#now();
    handshake.address = addressOf(socket);
    groups.push(networkKeyOf(socket));
    const failure = this.#failureOf([handshake.address, ...groups]);
    if (failure) socket.destroy(failure);
  }

  #rest(key: string, error: Error, longMs: number): void {
    this.#failures.set(key, { error, until: this.#restEnd(longMs) });
    for (const { socket } of this.#underWay.get(key) ?? []) socket.destroy(error);
  }

  /** Lets the address of a server rest, and what has met too many such servers. */
  #restWithOthers({ address, groups }: Handshake, error: Error, longMs: number): void {
    const resting = groups.filter((group) => this.#countIn(group) >= OF_GROUP_MAX);
    for (const group of resting) this.#failures.set(group, { error, until: this.#restEnd(REST_MS_MAX) });
    if (address !== undefined) this.#failures.set(address, { error, until: this.#restEnd(longMs) });
    for (const others of this.#underWay.values())
      for (const other of [...others]) {
        const isOfAddress = other.address !== undefined && other.address === address;
        if (isOfAddress || other.groups.some((group) => resting.includes(group))) other.socket.destroy(error);
      }
  }

  /** Counts an expensive handshake. @returns the number of those within the longest rest */
  #countIn(group: string): number {
    const since = this.#now() - REST_MS_MAX;
    const times = [...(this.#ofGroups.get(group) ?? []).filter((at) => at > since), this.#now()];
    this.#ofGroups.set(group, times);
    return times.length;
  }

  #restEnd(longMs: number): number {
    return this.#now() + Math.min(REST_MS_MAX, longMs * REST);
  }
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `address ${remoteAddress}:${remotePort}`;
}

const networkKeyOf = ({ remoteAddress = '' }: Socket) => `network ${networkOf(remoteAddress)}`;

const tooLong = () => new ChainTooLong(`The server sends more than ${CHAIN_MAX} certificates.`);

function faultOfChain(socket: Socket | null): ChainTooLong | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  let certificate = socket.getPeerX509Certificate();
  for (let count = 0; certificate; count += 1) {
    if (count === CHAIN_MAX) return tooLong();
    certificate = certificate.issuerCertificate;
  }
  return undefined;
}

/**
 * Finds why handshakes with a server take long.
 *
 * A key takes long to verify with, or there are too many certificates. It reads the raw certificates: asked for
 * X509Certificate objects this early, Node would compare no names.
 */
function expenseOf(socket: Socket): Error | undefined {
  let certificate = socket instanceof TLSSocket ? socket.getPeerCertificate(true) : undefined;
  for (let count = 0; certificate?.raw; count += 1) {
    if (count === CHAIN_MAX) return tooLong();
    if (!verifiesQuickly(new X509Certificate(certificate.raw).publicKey))
      return new CertificateTooExpensive(
        'The server sends a certificate with a key that takes long to verify with.',
      );
    const issuer: DetailedPeerCertificate = certificate.issuerCertificate;
    certificate = issuer === certificate ? undefined : issuer;
  }
  return undefined;
}
