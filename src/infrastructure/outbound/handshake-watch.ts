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
  /** The address of the server once it was reached. */
  address: string | undefined;
  network: string | undefined;
  /** Tells whether a key of the server takes long to verify with. */
  isExpensive: boolean;
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
/** Expensive handshakes within the longest rest that a whole network rests for. */
const OF_NETWORK_MAX = 3;

/** Refuses a server that sends too many certificates. The code is that of OpenSSL. */
export class ChainTooLong extends Error {
  override readonly name = 'ChainTooLong';
  readonly code = 'CERT_CHAIN_TOO_LONG';
}

/** Refuses a server whose certificates took long to verify. One has a far larger key than others. */
export class CertificateTooExpensive extends Error {
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
 * all of it rests.
 */
export class HandshakeWatch {
  readonly #now: () => number;
  readonly #turns: LongTurns;
  readonly #underWay = new Map<string, Set<Handshake>>();
  readonly #failures = new LRUCache<string, Failure>({ max: TARGETS_MAX });
  /** The times of the last long turns that keys of a network's servers took. */
  readonly #ofNetworks = new LRUCache<string, readonly number[]>({ max: TARGETS_MAX });

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
      const isLong = longMs >= LONG_MS;
      const expensive = isLong && handshake.isExpensive ? tooExpensive() : undefined;
      const fault = expensive ?? error ?? faultOfChain(socket);
      if (!fault) return callback(null, socket as Socket);
      socket?.destroy();
      if (expensive && handshake.address) this.#restAddresses(handshake, expensive, longMs);
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
      network: undefined,
      isExpensive: false,
    };
    socket.once('connect', () => this.#reach(handshake));
    // Before Node tells what is wrong, with which it forgets the certificates.
    socket.prependOnceListener('secure', () => {
      handshake.isExpensive = isExpensive(socket);
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
    const address = addressOf(handshake.socket);
    handshake.reachedAt = this.#now();
    const network = networkKeyOf(handshake.socket);
    handshake.address = address;
    handshake.network = network;
    for (const key of [address, network]) {
      const failure = this.#failures.get(key);
      if (failure && handshake.reachedAt < failure.until) handshake.socket.destroy(failure.error);
    }
  }

  #rest(key: string, error: Error, longMs: number): void {
    this.#failures.set(key, { error, until: this.#restEnd(longMs) });
    for (const { socket } of this.#underWay.get(key) ?? []) socket.destroy(error);
  }

  #restAddresses({ address = '', network = '' }: Handshake, error: Error, longMs: number): void {
    const since = this.#now() - REST_MS_MAX;
    const times = [...(this.#ofNetworks.get(network) ?? []).filter((at) => at > since), this.#now()];
    this.#ofNetworks.set(network, times);
    this.#failures.set(address, { error, until: this.#restEnd(longMs) });
    const isAll = times.length >= OF_NETWORK_MAX;
    if (isAll) this.#failures.set(network, { error, until: this.#restEnd(REST_MS_MAX) });
    const all = [...this.#underWay.values()].flatMap((handshakes) => [...handshakes]);
    for (const other of all)
      if (other.address === address || (isAll && other.network === network)) other.socket.destroy(error);
  }

  #restEnd(longMs: number): number {
    return this.#now() + Math.min(REST_MS_MAX, longMs * REST);
  }
}

function addressOf({ remoteAddress, remotePort }: Socket): string {
  return `address ${remoteAddress}:${remotePort}`;
}

const networkKeyOf = ({ remoteAddress = '' }: Socket) => `network ${networkOf(remoteAddress)}`;

function faultOfChain(socket: Socket | null): ChainTooLong | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  let certificate = socket.getPeerX509Certificate();
  for (let count = 0; certificate; count += 1) {
    if (count === CHAIN_MAX) return new ChainTooLong(`The server sends more than ${CHAIN_MAX} certificates.`);
    certificate = certificate.issuerCertificate;
  }
  return undefined;
}

const tooExpensive = () =>
  new CertificateTooExpensive('The server sends a certificate with a key that takes long to verify with.');

/**
 * Tells whether a key of a server takes long to verify with. It reads the raw certificates: asked for X509Certificate
 * objects this early, Node would compare no names.
 */
function isExpensive(socket: Socket): boolean {
  let certificate = socket instanceof TLSSocket ? socket.getPeerCertificate(true) : undefined;
  for (let count = 0; certificate?.raw && count < CHAIN_MAX; count += 1) {
    if (!verifiesQuickly(new X509Certificate(certificate.raw).publicKey)) return true;
    const issuer: DetailedPeerCertificate = certificate.issuerCertificate;
    certificate = issuer === certificate ? undefined : issuer;
  }
  return false;
}
