import { isIP } from 'node:net';
import { blockListOf, familyOf } from './target-allowlist.ts';

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
