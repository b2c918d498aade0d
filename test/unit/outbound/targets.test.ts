import { describe, expect, it } from 'vitest';
import { createTargets } from '../../../src/infrastructure/outbound/targets.ts';

/** A call of an address by itself. */
const at = (address: string) => ({ address, host: address, port: 443, org: undefined });

const forbidden = [
  ['0.0.0.0', 'this host'],
  ['0.255.255.255', 'this host'],
  ['10.0.0.0', 'private'],
  ['10.255.255.255', 'private'],
  ['100.64.0.0', 'shared'],
  ['100.127.255.255', 'shared'],
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['169.254.0.0', 'link-local'],
  ['169.254.169.254', 'the metadata of clouds'],
  ['169.254.255.255', 'link-local'],
  ['172.16.0.0', 'private'],
  ['172.31.255.255', 'private'],
  ['192.0.0.1', 'protocol assignments'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', '6to4 relays'],
  ['192.168.0.0', 'private'],
  ['192.168.255.255', 'private'],
  ['198.18.0.0', 'benchmarks'],
  ['198.19.255.255', 'benchmarks'],
  ['198.51.100.1', 'documentation'],
  ['203.0.113.1', 'documentation'],
  ['224.0.0.0', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.0', 'reserved'],
  ['255.255.255.255', 'broadcast'],
  ['::', 'unspecified'],
  ['::1', 'loopback'],
  ['::127.0.0.1', 'IPv4-compatible'],
  ['::ffff:127.0.0.1', 'IPv4-mapped'],
  ['::ffff:7f00:1', 'IPv4-mapped, in hexadecimal'],
  ['0:0:0:0:0:FFFF:A9FE:A9FE', 'IPv4-mapped metadata'],
  ['::ffff:0:127.0.0.1', 'IPv4-translated'],
  ['64:ff9b::7f00:1', 'NAT64'],
  ['64:ff9b:1:ffff::1', 'NAT64 of a network of its own'],
  ['100::1', 'discarded'],
  ['2001::1', 'Teredo'],
  ['2001:1ff:ffff::1', 'protocol assignments'],
  ['2001:db8::1', 'documentation'],
  ['2002:7f00:1::', '6to4'],
  ['2002:ffff::1', '6to4'],
  ['3fff:fff::1', 'documentation'],
  ['5f00:ffff::1', 'segment routing'],
  ['fc00::1', 'unique local'],
  ['fd12:3456::1', 'unique local'],
  ['fe80::1', 'link-local'],
  ['febf:ffff::1', 'link-local'],
  ['fe80::1%eth0', 'link-local with a zone'],
  ['fec0::1', 'site-local'],
  ['feff:ffff::1', 'site-local'],
  ['ff02::1', 'multicast'],
  ['ffff::1', 'multicast'],
] as const;

describe('without an allowlist', () => {
  const targets = createTargets([]);

  it.each(forbidden)('%s may not be called: %s', (address) => {
    expect(targets.allows(at(address))).toBe(false);
  });

  it.each([
    '1.1.1.1',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '2001:200::1',
    '2001:db9::1',
    '2003::1',
    '2606:4700::1',
    '::ffff:8.8.8.8',
    '::ffff:808:808',
  ])('%s may be called: it is public', (address) => {
    expect(targets.allows(at(address))).toBe(true);
  });

  it.each(['', 'localhost', '127.1', '2130706433', '0x7f.1', '127.0.0.1 ', '[::1]', 'fe80::1%', '%eth0'])(
    '%j may not be called: it is no public address',
    (text) => {
      expect(targets.allows(at(text))).toBe(false);
    },
  );
});

describe('with an allowlist', () => {
  const targets = createTargets(['127.0.0.0/8', 'fd00::/8', '10.1.0.0/16']);

  it.each(['127.0.0.1', '127.8.9.10', '::ffff:127.0.0.1', 'fd00::1', '10.1.255.255', '1.1.1.1'])(
    '%s may be called',
    (address) => {
      expect(targets.allows(at(address))).toBe(true);
    },
  );

  it.each(['10.2.0.0', '::1', 'fc00::1', '192.168.0.1', '169.254.169.254'])('%s still may not', (address) => {
    expect(targets.allows(at(address))).toBe(false);
  });

  it('refuses a network that is none, rather than allow too much', () => {
    for (const network of ['10.0.0.0/33', 'localhost/8', '/8', '10.0.0.0/', ''])
      expect(() => createTargets([network])).toThrow();
  });
});

describe('an entry', () => {
  const allows = (
    entry: string,
    { address = '10.0.0.5', host = 'db.internal', port = 8443, org = 'acme' } = {},
  ) => createTargets([entry]).allows({ address, host, port, org });

  it('with a port is for that port alone', () => {
    for (const entry of ['10.0.0.0/8:8443', '10.0.0.5:8443', 'db.internal:8443', '*.internal:8443']) {
      expect([entry, allows(entry)]).toEqual([entry, true]);
      expect([entry, allows(entry, { port: 443 })]).toEqual([entry, false]);
    }
    expect(allows('[fd00::/8]:443', { address: 'fd00::1', host: 'fd00::1', port: 443 })).toBe(true);
    expect(allows('[fd00::1]:443', { address: 'fd00::1', host: 'fd00::1', port: 80 })).toBe(false);
  });

  it('of an org is for its calls alone', () => {
    for (const entry of ['acme=10.0.0.0/8', 'acme=10.0.0.5:8443', 'acme=db.internal', 'acme=*.internal']) {
      expect([entry, allows(entry)]).toEqual([entry, true]);
      expect([entry, allows(entry, { org: 'beta' })]).toEqual([entry, false]);
    }
    expect(createTargets(['acme=10.0.0.0/8', 'fd00::/8']).orgs).toEqual(new Set(['acme']));
  });

  it('that is a name opens private networks alone: never this machine or the metadata of clouds', () => {
    expect(allows('*.internal', { host: 'a.b.INTERNAL.', address: 'fd00::1' })).toBe(true);
    for (const host of ['internal', 'db.internal.example', 'xinternal'])
      expect([host, allows('*.internal', { host })]).toEqual([host, false]);
    for (const address of [
      '127.0.0.1',
      '::1',
      '169.254.169.254',
      'fe80::1',
      '0.0.0.0',
      '::ffff:127.0.0.1',
      '64:ff9b::7f00:1',
    ])
      expect([address, allows('db.internal', { address })]).toEqual([address, false]);
    expect(allows('db.internal', { host: '10.0.0.5' })).toBe(false);
  });

  it.each([
    '10.0.0.0/8:0',
    '10.0.0.0/8:65536',
    '10.0.0.0/8:',
    '10.0.0.0/8/8',
    '10.0.0.0/-1',
    'fd00::/129',
    '[fd00::/8]443',
    '[fd00::/8',
    'fd00::/8:443x',
    '*',
    '*.',
    '*internal',
    'a.*.internal',
    'db_internal',
    'https://db.internal',
    'db.internal/path',
    '=10.0.0.0/8',
    'Acme=10.0.0.0/8',
    'acme=',
    'acme=beta=10.0.0.0/8',
  ])('is refused: %s', (text) => {
    expect(() => createTargets([text])).toThrow(`${text} is no target`);
  });
});
