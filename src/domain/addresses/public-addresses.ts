import { isIP } from 'node:net';
import { blockListOf, familyOf } from './target-allowlist.ts';

/**
 * Networks of special purpose, from the two registries of IANA. They are loopback, private, link-local, shared,
 * multicast, documentation, tunnelled and reserved. One includes 169.254.169.254, the metadata service of clouds.
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

/** Is true for an address in no network of special purpose. */
export function isPublic(addressText: string): boolean {
  // A zone (`fe80::1%eth0`) names an interface and does not change the address.
  const [address = ''] = addressText.split('%');
  // BlockList checks an IPv4 address in IPv6 form (`::ffff:7f00:1`) as IPv4.
  return isIP(address) !== 0 && !special.check(address, familyOf(address));
}
