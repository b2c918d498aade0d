import { BlockList, isIP } from 'node:net';

/** Which addresses may be called: every public one, and private ones only in the networks of TARGET_ALLOWLIST. */
export type Targets = { allows(address: string): boolean };

/** Loopback, private, link-local, shared, multicast, documentation and reserved networks; 169.254.169.254 is one. */
const SPECIAL_NETWORKS = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  '::/128',
  '::1/128',
  '64:ff9b::/96',
  '64:ff9b:1::/48',
  '100::/64',
  '2001:db8::/32',
  '2002::/16',
  'fc00::/7',
  'fe80::/10',
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

/** An IPv4 address that is written as IPv6 is judged as what it is. */
function unmapped(address: string): string {
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address;
}

/** @param allowlist private networks in CIDR notation */
export function createTargets(allowlist: readonly string[]): Targets {
  const special = networks(SPECIAL_NETWORKS);
  const allowed = networks(allowlist);
  return {
    allows(given) {
      const address = unmapped(given);
      const family = familyOf(address);
      if (isIP(address) === 0) return false;
      return !special.check(address, family) || allowed.check(address, family);
    },
  };
}
