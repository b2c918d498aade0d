import { describe, expect, it } from 'vitest';
import { networkOf } from '../../../src/domain/addresses/network.ts';
import { clientAddress, forwardedChainOf, trustedProxies } from '../../../src/http/ingress/client-address.ts';

const isTrusted = trustedProxies(['10.0.0.0/8', 'fd00::/8']);
const from = (remoteAddress: string | undefined, told?: string) => ({
  socket: { remoteAddress },
  headers: told === undefined ? {} : { 'x-forwarded-for': told },
});

describe('the address of a client', () => {
  it.each([
    { case: 'is the peer', peer: '192.0.2.1', told: undefined, address: '192.0.2.1' },
    {
      case: 'is the peer that is not trusted, whatever it says',
      peer: '192.0.2.1',
      told: '6.6.6.6',
      address: '192.0.2.1',
    },
    {
      case: 'is that of the peer as IPv4 though the listener speaks IPv6',
      peer: '::ffff:192.0.2.9',
      told: undefined,
      address: '192.0.2.9',
    },
    { case: 'is what a trusted peer says', peer: '10.0.0.1', told: '192.0.2.7', address: '192.0.2.7' },
    { case: 'is the trusted peer that says nothing', peer: '10.0.0.1', told: undefined, address: '10.0.0.1' },
    {
      case: 'is the last one that is not trusted',
      peer: '10.0.0.1',
      told: '6.6.6.6, 192.0.2.7, 10.0.0.2',
      address: '192.0.2.7',
    },
    {
      case: 'is the first one where all are trusted',
      peer: '10.0.0.1',
      told: '10.0.0.3, 10.0.0.2',
      address: '10.0.0.3',
    },
    {
      case: 'is the last that was read before what is no address',
      peer: '10.0.0.1',
      told: '192.0.2.7, unknown, 10.0.0.2',
      address: '10.0.0.2',
    },
    { case: 'is the peer that says nothing fit', peer: '10.0.0.1', told: '', address: '10.0.0.1' },
    { case: 'is without a port', peer: '10.0.0.1', told: '192.0.2.7:4711', address: '192.0.2.7' },
    {
      case: 'is without brackets and port',
      peer: '10.0.0.1',
      told: '[2001:DB8::7]:4711',
      address: '2001:db8::7',
    },
    { case: 'is without a zone', peer: 'fd00::1', told: 'fe80::7%eth0', address: 'fe80::7' },
    {
      case: 'is IPv4 though the listener speaks IPv6',
      peer: '::ffff:10.0.0.1',
      told: '192.0.2.7',
      address: '192.0.2.7',
    },
    {
      case: 'is what a trusted IPv6 peer says',
      peer: 'fd00::1',
      told: '2001:db8::7',
      address: '2001:db8::7',
    },
    { case: 'is unknown when the connection is gone', peer: undefined, told: '6.6.6.6', address: 'unknown' },
  ])('$case: $address', ({ peer, told, address }) => {
    expect(clientAddress(from(peer, told), isTrusted)).toBe(address);
  });

  it('is never what is said where nobody is trusted', () => {
    expect(clientAddress(from('10.0.0.1', '6.6.6.6'), trustedProxies([]))).toBe('10.0.0.1');
  });

  it('comes with the trusted proxies behind it, the nearest last', () => {
    expect(forwardedChainOf(from('10.0.0.1', '6.6.6.6, 192.0.2.7, 10.0.0.2'), isTrusted)).toEqual({
      addresses: ['192.0.2.7', '10.0.0.2', '10.0.0.1'],
      isProxied: true,
    });
  });

  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0db8:0001:0002:ffff::1', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['2001::2:3:4:5:6:7', '2001:0:2:3::/64'],
    ['::1', '0:0:0:0::/64'],
    ['unknown', 'unknown'],
  ])('counts %s as %s: of IPv6 a /64 is one place', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});
