import type { Call } from '../call.ts';
import type { WeightedUpstreams } from './weighted-upstreams.ts';

/** Returns what a call sticks to a target by. It is undefined where calls are spread, or lack the header. */
export function stickyKeyOf(
  { client, way, request }: Pick<Call, 'client' | 'way' | 'request'>,
  { sticky }: WeightedUpstreams,
): string | undefined {
  if (!sticky) return undefined;
  // A credential is one client. An open API knows its caller by the address alone.
  if (sticky.by === 'CLIENT') return client?.credentialId ?? way.addresses[0];
  return request.headers[sticky.header]?.toString();
}
