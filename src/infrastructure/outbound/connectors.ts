import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import type { buildConnector } from 'undici';
import type { OwnAddresses } from './own-addresses.ts';
import { type Connector, readInto } from './socket-reads.ts';
import type { Targets } from './targets.ts';

export class TargetNotAllowed extends Error {
  override readonly name = 'TargetNotAllowed';
  readonly code = 'TARGET_NOT_ALLOWED';
}

export type ConnectorDeps = {
  readonly targets: Targets;
  readonly own: OwnAddresses;
  /** Origins that may be connected to at any address. */
  readonly trusted: ReadonlySet<string>;
  /** Returns every address of a name. */
  readonly resolve: (hostname: string) => Promise<readonly LookupAddress[]>;
};

/** The use of a connector, and how it opens connections. */
type ConnectorOptions = {
  readonly connectMs: number;
  readonly allowHalfOpen?: boolean;
  /** The org whose calls use the connections, where it has entries of its own. */
  readonly org?: string | undefined;
  /** True for a connector that reaches trusted origins. These expect HTTP that names its caller, so that bare connections do not. */
  readonly reachesTrusted?: boolean;
};

/** Tells whether an address of a host may be connected to. */
type AddressFilter = (host: string, address: string) => boolean;
type ConnectorPair = Readonly<
  Record<'toTargets' | 'toTrusted', { allows: AddressFilter; connect: Connector }>
>;

/** Ports with a connector each, where the port makes a difference. Each connector remembers TLS sessions. */
const PORTS_MAX = 100;

/** Makes connectors that reach allowed addresses only. They check after DNS, for each connection. */
export function createConnectors({ targets, own, trusted, resolve }: ConnectorDeps) {
  /** @throws TargetNotAllowed unless every address of the name may be called */
  async function allowedAddresses(
    hostname: string,
    allows: AddressFilter,
  ): Promise<readonly LookupAddress[]> {
    const addresses = await resolve(hostname);
    if (addresses.length === 0 || addresses.some(({ address }) => !allows(hostname, address)))
      throw new TargetNotAllowed(`${hostname} is not allowed`);
    return addresses;
  }
  // The connection goes to the checked address: no DNS rebinding.
  const pinnedTo =
    (allows: AddressFilter): LookupFunction =>
    (hostname, { all }, callback) => {
      allowedAddresses(hostname, allows).then(
        (addresses) => {
          if (all) callback(null, [...addresses]);
          else callback(null, addresses[0]?.address ?? '', addresses[0]?.family ?? 0);
        },
        (error) => callback(error, '', 0),
      );
    };
  /**
   * Returns the one address to connect to, where the platform may listen on that port.
   * @throws TargetNotAllowed
   */
  async function foreignAddress(host: string, port: number, allows: AddressFilter): Promise<string> {
    const addresses = isIP(host) === 0 ? await allowedAddresses(host, allows) : [{ address: host }];
    const texts = addresses.map(({ address }) => address);
    if (await own.includes(texts, port)) throw new TargetNotAllowed(`${host}:${port} is this platform's own`);
    return texts[0] ?? '';
  }

  return (options: ConnectorOptions): Connector => {
    const { connectMs, allowHalfOpen = false, org, reachesTrusted = true } = options;
    const known = new Map<number, ConnectorPair>();
    const way = (allows: AddressFilter) => ({
      allows,
      connect: readInto({ allowHalfOpen, lookup: pinnedTo(allows), timeout: connectMs }),
    });
    const waysAt = (port: number): ConnectorPair => {
      const key = targets.isByPort ? port : 0;
      const found = known.get(key);
      if (found) return found;
      if (known.size >= PORTS_MAX) known.clear();
      const made = {
        toTargets: way((host, address) => targets.allows({ address, host, port, org })),
        toTrusted: way(() => true),
      };
      known.set(key, made);
      return made;
    };
    return (target, callback) => {
      const connected: buildConnector.Callback = (...result) => callback(...resetsAsFailures(result));
      const host = bare(target.hostname);
      const port = portOf(target);
      const { toTargets, toTrusted } = waysAt(port);
      const { allows, connect } = reachesTrusted && trusted.has(originOf(target)) ? toTrusted : toTargets;
      // A literal address is connected to without a look-up.
      if (isIP(host) !== 0 && !allows(host, host))
        callback(new TargetNotAllowed(`${host} is not allowed`), null);
      else if (own.hasPort(port))
        foreignAddress(host, port, allows).then(
          (hostname) => connect({ ...target, hostname }, connected),
          (error) => callback(error, null),
        );
      else connect(target, connected);
    };
  };
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

/** Schemes of URLs, each with its default port. */
export type SchemePorts = Readonly<Record<string, number>>;
export const httpPorts: SchemePorts = { http: 80, https: 443 };

type SchemeAndPort = { readonly port: string; readonly protocol: string };

export const portOf = ({ port, protocol }: SchemeAndPort, ports = httpPorts): number =>
  Number(port) || (ports[protocol.slice(0, -1)] ?? 80);

/** Returns the host of a URL without the brackets of IPv6. */
export const bare = (hostname: string): string => hostname.replace(/^\[|\]$/g, '');
