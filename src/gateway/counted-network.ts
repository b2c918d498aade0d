import { networkOf } from '../domain/client-address.ts';
import { createTargets } from '../outbound/targets.ts';
import type { Call } from './call.ts';

const networks = createTargets([]);

/**
 * The network under which what a caller does is counted; undefined for a private one. Who calls from one may be a proxy that the operator did not name in
 * TRUSTED_PROXIES: then it stands for all callers, and one of them must not shut out the others.
 */
export function countedNetworkOf({
  way: {
    addresses: [address = ''],
  },
}: Call): string | undefined {
  return networks.allows(address) ? networkOf(address) : undefined;
}
