import { AsyncLocalStorage } from 'node:async_hooks';
import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import { type ClientTls, tlsOptionsOf } from './client-tls.ts';
import type { HandshakeWatch } from './handshake-watch.ts';
import type { Resolve } from './name-lookups.ts';
import type { OwnAddresses } from './own-addresses.ts';
import { bare, portOf } from './scheme-ports.ts';
import { type Connector, readInto } from './socket-reads.ts';
import type { Targets } from './targets.ts';

class TargetNotAllowed extends Error {
  override readonly name = 'TargetNotAllowed';
  readonly code = 'TARGET_NOT_ALLOWED';
}

/** Decides which addresses may be connected to. */
export type ConnectionGuard = {
  readonly targets: Targets;
  readonly own: OwnAddresses;
  /** Origins that may be connected to at any address. */
  readonly trusted: ReadonlySet<string>;
  /** Returns every address of a name. */
  readonly resolve: Resolve;
};

/** The use of a connector, and how it opens connections. */
export type ConnectorOptions = {
  readonly connectMs: number;
  readonly allowHalfOpen?: boolean;
  /** The org whose calls use the connections, where it has entries of its own. */
  readonly org?: string | undefined;
  /** The id of the org whose calls use the connections, unless a target says it. */
  readonly openedBy?: string | undefined;
  /** TLS besides what every target has. */
  readonly tls?: ClientTls | undefined;
  /** True for a connector that reaches trusted origins. These expect HTTP that names its caller, so that bare connections do not. */
  readonly reachesTrusted?: boolean;
};

/** The org by whose turn the name of a connection is looked up. Node calls the look-up without the target. */
const lookingUp = new AsyncLocalStorage<string>();

/** Tells whether an address of a host may be connected to. */
type AddressFilter = (host: string, address: string) => boolean;
type ConnectorPair = Readonly<
  Record<'toTargets' | 'toTrusted', { allows: AddressFilter; connect: Connector }>
>;

/** Ports with a connector each, where the port makes a difference. Each connector remembers TLS sessions. */
const PORTS_MAX = 100;

/**
 * Opens connections to allowed addresses only.
 *
 * It checks after DNS, for each connection, and connects to the address that it checked: no DNS rebinding.
 */
export class GuardedConnector {
  readonly #guard: ConnectionGuard;
  readonly #handshakes: HandshakeWatch;
  readonly #options: ConnectorOptions;
  readonly #byPort = new Map<number, ConnectorPair>();

  constructor(guard: ConnectionGuard, handshakes: HandshakeWatch, options: ConnectorOptions) {
    this.#guard = guard;
    this.#handshakes = handshakes;
    this.#options = options;
  }

  readonly connect: Connector = (target, callback) => {
    const asker = target.openedBy ?? this.#options.openedBy ?? '';
    lookingUp.run(asker, () => this.#connect(target, callback));
  };

  #connect(target: Parameters<Connector>[0], callback: buildConnector.Callback): void {
    const { own, trusted } = this.#guard;
    const { reachesTrusted = true } = this.#options;
    const connected: buildConnector.Callback = (...result) => callback(...resetsAsFailures(result));
    const host = bare(target.hostname);
    const port = portOf(target);
    const { toTargets, toTrusted } = this.#pairAt(port);
    const { allows, connect } = reachesTrusted && trusted.has(originOf(target)) ? toTrusted : toTargets;
    // A literal address is connected to without a look-up.
    if (isIP(host) !== 0 && !allows(host, host))
      callback(new TargetNotAllowed(`${host} is not allowed`), null);
    else if (own.hasPort(port))
      this.#foreignAddress(host, port, allows).then(
        (hostname) => connect({ ...target, hostname }, connected),
        (error) => callback(error, null),
      );
    else connect(target, connected);
  }

  #pairAt(port: number): ConnectorPair {
    const { targets } = this.#guard;
    const key = targets.isByPort ? port : 0;
    const known = this.#byPort.get(key);
    if (known) return known;
    if (this.#byPort.size >= PORTS_MAX) this.#byPort.clear();
    const { org } = this.#options;
    const made = {
      toTargets: this.#filtered((host, address) => targets.allows({ address, host, port, org })),
      toTrusted: this.#filtered(() => true),
    };
    this.#byPort.set(key, made);
    return made;
  }

  #filtered(allows: AddressFilter) {
    const { connectMs, allowHalfOpen = false, tls, openedBy } = this.#options;
    const options = { allowHalfOpen, lookup: this.#lookup(allows), timeout: connectMs, ...tlsOptionsOf(tls) };
    const watched = (connect: buildConnector.connector) =>
      this.#handshakes.watched(connect, { tls: tls?.id ?? '', openedBy });
    return { allows, connect: readInto(options, watched) };
  }

  #lookup(allows: AddressFilter): LookupFunction {
    return (hostname, { all }, callback) => {
      this.#allowedAddresses(hostname, allows).then(
        (addresses) => {
          if (all) callback(null, [...addresses]);
          else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
        },
        (error) => callback(error, '', 0),
      );
    };
  }

  /** @throws TargetNotAllowed unless every address of the name may be called */
  async #allowedAddresses(hostname: string, allows: AddressFilter): Promise<readonly LookupAddress[]> {
    const addresses = await this.#guard.resolve(hostname, lookingUp.getStore());
    if (addresses.length === 0 || addresses.some(({ address }) => !allows(hostname, address)))
      throw new TargetNotAllowed(`${hostname} is not allowed`);
    return addresses;
  }

  /**
   * Returns the one address to connect to, where the platform may listen on that port.
   *
   * @throws TargetNotAllowed
   */
  async #foreignAddress(host: string, port: number, allows: AddressFilter): Promise<string> {
    const addresses = isIP(host) === 0 ? await this.#allowedAddresses(host, allows) : [{ address: host }];
    const texts = addresses.map(({ address }) => address);
    if (await this.#guard.own.includes(texts, port))
      throw new TargetNotAllowed(`${host}:${port} is this platform's own`);
    return texts[0] ?? '';
  }
}

/**
 * Reports resets under undici's own name for a broken connection. undici ignores ECONNRESET at the end of an answer
 * that lasts until the connection ends, to work around a fault of macOS, and takes the answer for complete.
 */
function resetsAsFailures(result: Parameters<buildConnector.Callback>): Parameters<buildConnector.Callback> {
  result[1]?.prependListener('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'ECONNRESET') error.code = 'UND_ERR_SOCKET';
  });
  return result;
}

function originOf({ protocol, host, hostname }: buildConnector.Options): string {
  return new URL(`${protocol}//${host ?? hostname}`).origin;
}
