import { isIP } from 'node:net';
import { blockListOf, familyOf, readAllowedTarget } from '../../domain/addresses/target-allowlist.ts';

/** A connection that somebody would make. */
export type Target = {
  readonly address: string;
  /** The name or address in the URL. */
  readonly host: string;
  readonly port: number;
  /** The org whose call it is, where entries are for its calls alone. */
  readonly org: string | undefined;
};

/** Which addresses may be called: every public one, and private ones only as TARGET_ALLOWLIST has them. */
export type Targets = {
  /** The orgs that have entries of their own. */
  readonly orgs: ReadonlySet<string>;
  /** Does it make a difference at which port something is called? */
  readonly isByPort: boolean;
  allows(target: Target): boolean;
};

/**
 * Loopback, private, link-local, shared, multicast, documentation, tunnelled and reserved networks, as IANA's two
 * registries of special-purpose addresses list them; 169.254.169.254, the metadata of clouds, is in one.
 */
const SPECIAL_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/96',
  '::ffff:0:0:0/96',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '3fff::/20',
  '5f00::/16',
  'fc00::/7',
  'fe80::/10',
  'fec0::/10',
  'ff00::/8',
];

const special = blockListOf(SPECIAL_NETWORKS);

/** Is it an address that everybody can call? */
export function isPublic(given: string): boolean {
  // A zone (`fe80::1%eth0`) says through which interface, not where to.
  const [address = ''] = given.split('%');
  // A BlockList judges an IPv4 address that is written as IPv6 (`::ffff:7f00:1`) as what it is.
  return isIP(address) !== 0 && !special.check(address, familyOf(address));
}

/** @param allowlist entries of TARGET_ALLOWLIST. @throws RangeError for one that is none */
export function createTargets(allowlist: readonly string[]): Targets {
  const entries = allowlist.map((text) => {
    const entry = readAllowedTarget(text);
    if (!entry) throw new RangeError(`${text} is no target`);
    return entry;
  });
  return {
    orgs: new Set(entries.flatMap(({ org }) => org ?? [])),
    isByPort: entries.some(({ port }) => port !== null),
    allows({ address: given, host, port, org }) {
      if (isPublic(given)) return true;
      const [address = ''] = given.split('%');
      if (isIP(address) === 0) return false;
      return entries.some(
        (entry) =>
          (entry.org === null || entry.org === org) &&
          (entry.port === null || entry.port === port) &&
          entry.covers(host, address),
      );
    },
  };
}
