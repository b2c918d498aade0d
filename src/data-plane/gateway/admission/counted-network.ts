import { publicNetworkOf } from '../../../http/ingress/public-network.ts';
import type { Call } from '../call.ts';

/**
 * Names the network that a call without a client counts under.
 *
 * It is undefined where many callers may stand behind it.
 */
export function countedNetworkOf({
  way: {
    addresses: [address = ''],
  },
}: Call): string | undefined {
  return publicNetworkOf(address);
}
