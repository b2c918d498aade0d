import type { Call } from './call.ts';
import type { Forwarding } from './forward/forward.ts';
import { upstreamOf } from './rest-passthrough.ts';

/** Where an admitted call of a GraphQL API goes: to its server, the checked document as it came. */
export function graphqlProxy(call: Call): Forwarding {
  const upstream = upstreamOf(call);
  return { upstream, path: `${upstream.path}${upstream.query}` || '/', body: call.document?.bytes ?? null };
}
