import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';

/** The endpoint of one of the platform's own listeners, or of its database. */
export type OwnEndpoint = { readonly host: string; readonly port: number };

/** The endpoints of other processes of the platform, as far as they have announced them. */
export type EndpointSet = {
  hasPort(port: number): boolean;
  includes(address: string, port: number): boolean;
};

const NONE: EndpointSet = { hasPort: () => false, includes: () => false };

/**
 * Addresses that nobody may call through this platform, whatever TARGET_ALLOWLIST says. They are its own inner
 * listeners.
 */
export type OwnAddresses = {
  /** Is true when the platform has a listener at this port, on any host. */
  hasPort(port: number): boolean;
  /** Is true when one of these addresses with this port is the platform's own. */
  includes(addresses: readonly string[], port: number): Promise<boolean>;
};

type Resolve = (hostname: string) => Promise<readonly { readonly address: string }[]>;

export function createOwnAddresses(
  endpoints: readonly OwnEndpoint[],
  resolve: Resolve,
  others: EndpointSet = NONE,
): OwnAddresses {
  async function addressesOf({ host }: OwnEndpoint): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    return (await resolve(host).catch(() => [])).map(({ address }) => address);
  }
  return {
    hasPort: (port) => endpoints.some((endpoint) => endpoint.port === port) || others.hasPort(port),
    async includes(addresses, port) {
      if (addresses.some((address) => others.includes(address, port))) return true;
      for (const endpoint of endpoints) {
        if (endpoint.port !== port) continue;
        const own = await addressesOf(endpoint);
        const isHere = own.some(isOfThisMachine);
        if (addresses.some((address) => own.includes(address) || (isHere && isOfThisMachine(address))))
          return true;
      }
      return false;
    },
  };
}

/**
 * Is true for the many addresses of this machine. They are all of 127.0.0.0/8, each interface's, and each of them
 * written as IPv6.
 */
function isOfThisMachine(given: string): boolean {
  const address = given.replace(/^::ffff:(?=\d+\.)/, '');
  if (/^(?:127\.|0\.0\.0\.0$|::1?$|::ffff:7f|::ffff:0:0$)/.test(address)) return true;
  return Object.values(networkInterfaces()).some((each) => each?.some((one) => one.address === address));
}
