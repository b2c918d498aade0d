import { BlockList, isIP } from 'node:net';

/** Which addresses may be called: every public one, and private ones only in the networks of TARGET_ALLOWLIST. */
export type Targets = { allows(address: string): boolean };

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

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

function networks(list: readonly string[]): BlockList {
  const made = new BlockList();
  for (const network of list) {
    const [address = '', prefix] = network.split('/');
    made.addSubnet(address, Number(prefix), familyOf(address));
  }
  return made;
}

/** @param allowlist private networks in CIDR notation */
export function createTargets(allowlist: readonly string[]): Targets {
  const special = networks(SPECIAL_NETWORKS);
  const allowed = networks(allowlist);
  return {
    allows(given) {
      // A zone (`fe80::1%eth0`) says through which interface, not where to.
      const [address = ''] = given.split('%');
      if (isIP(address) === 0) return false;
      // A BlockList judges an IPv4 address that is written as IPv6 (`::ffff:7f00:1`) as what it is.
      const family = familyOf(address);
      return !special.check(address, family) || allowed.check(address, family);
    },
  };
}
