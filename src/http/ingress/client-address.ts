import type { IncomingHttpHeaders } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Tells whether the proxy at an address is trusted about the origin of its requests. */
export type TrustedProxies = (address: string) => boolean;

/** The parts of a request that tell its origin. Each request of node:http has them. */
type ReceivedRequest = {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: IncomingHttpHeaders;
};

export const trustsNobody: TrustedProxies = () => false;

/** @param networks TRUSTED_PROXIES, in CIDR notation */
export function trustedProxies(networks: readonly string[]): TrustedProxies {
  if (networks.length === 0) return trustsNobody;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', prefix] = network.split('/');
    list.addSubnet(address, Number(prefix), familyOf(address));
  }
  // A BlockList takes some microseconds to answer, and the proxies that call are few.
  const known = new Map<string, boolean>();
  return (address) => {
    const judged = known.get(address);
    if (judged !== undefined) return judged;
    const isTrusted = isIP(address) !== 0 && list.check(address, familyOf(address));
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(address, isTrusted);
    return isTrusted;
  };
}

const KNOWN_MAX = 10_000;

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

/** The way that a request came, as far as it is believed. */
export type ForwardedChain = {
  /** The address of the client, then those of the trusted proxies, the nearest last. */
  readonly addresses: readonly string[];
  /** Tells whether the sender is a trusted proxy. It then also names the scheme and the host. */
  readonly isProxied: boolean;
};

/**
 * The way that a request came. Each trusted one is believed about the one before it; what stands before the first that is not
 * trusted, or before what is no address, may be anybody's invention.
 *
 * Decision: `X-Forwarded-For` alone is read. Most proxies pass on a `Forwarded` (RFC 7239) that they have not written.
 */
export function forwardedChainOf(
  { socket, headers }: ReceivedRequest,
  isTrusted: TrustedProxies,
): ForwardedChain {
  const peer = written(socket.remoteAddress ?? '') ?? 'unknown';
  const addresses = [peer];
  if (!isTrusted(peer)) return { addresses, isProxied: false };
  for (const entry of (headers['x-forwarded-for'] ?? '').toString().split(',').reverse()) {
    const address = written(entry.trim());
    if (address === undefined) break;
    addresses.unshift(address);
    if (!isTrusted(address)) break;
  }
  return { addresses, isProxied: true };
}

/** The address of the caller; `unknown` once the connection is gone. */
export function clientAddress(request: ReceivedRequest, isTrusted: TrustedProxies): string {
  return forwardedChainOf(request, isTrusted).addresses[0] ?? 'unknown';
}

/** Normalizes an address: without port, brackets and zone, and IPv4 never as IPv6. */
function written(entry: string): string | undefined {
  if (isIP(entry) === 4) return entry;
  const address = entry.replace(/^\[(.*)\](?::\d+)?$|^([\d.]+):\d+$/, '$1$2').replace(/%.*$/, '');
  const [, mapped] = /^::ffff:([\d.]+)$/i.exec(address) ?? [];
  const plain = mapped ?? address;
  return isIP(plain) === 0 ? undefined : plain.toLowerCase();
}
