/** The form of W3C Trace Context §3.2: version, trace id, parent span id, flags. Later versions may add more. */
const TRACEPARENT =
  /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-([0-9a-f]{2})(-.*)?$/;
const SAMPLED = 1;

/** The span of another process that a request comes from. */
type RemoteSpan = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

/**
 * Reads the header `traceparent`. Undefined where it is missing or invalid. Several headers are one value here, which
 * is invalid.
 */
export function readTraceparent(header: string | readonly string[] | undefined): RemoteSpan | undefined {
  if (typeof header !== 'string') return undefined;
  const [, version, traceId, spanId, flags = '', more] = TRACEPARENT.exec(header) ?? [];
  if (traceId === undefined || spanId === undefined || (version === '00' && more !== undefined))
    return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & SAMPLED) !== 0 };
}

/** Writes the header for a span of this process. */
export function writeTraceparent({ traceId, spanId, isSampled }: RemoteSpan): string {
  return `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;
}
