import type { IncomingMessage } from 'node:http';

/** W3C Trace Context §3.2: version, trace id, id of the caller's span, flags; later versions may say more. */
const TRACEPARENT = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})[0-9a-f]{16}-[0-9a-f]{2}(-.*)?$/;

/**
 * The trace that a request belongs to; undefined where it says none, or not as the standard does. Several headers are
 * one value here, and none that is valid.
 */
export function traceIdOf({ headers }: IncomingMessage): string | undefined {
  const { traceparent } = headers;
  if (typeof traceparent !== 'string') return undefined;
  const [, version, traceId, more] = TRACEPARENT.exec(traceparent) ?? [];
  return version === '00' && more !== undefined ? undefined : traceId;
}
