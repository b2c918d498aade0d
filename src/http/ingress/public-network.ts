import { networkOf } from '../../domain/addresses/network.ts';
import { isPublic } from '../../domain/addresses/public-addresses.ts';

/**
 * Names the network that a caller's acts are counted under; undefined for a private one.
 *
 * A caller on a private network may be a proxy that the operator did not name in TRUSTED_PROXIES. It then stands for
 * all callers, and one of them must not shut out the others.
 */
export function publicNetworkOf(address: string): string | undefined {
  return isPublic(address) ? networkOf(address) : undefined;
}
