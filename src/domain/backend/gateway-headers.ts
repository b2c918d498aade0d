import { type InputPath, refuse } from '../../foundation/errors.ts';

/** Headers of one connection only, which are never passed on. (RFC 9110 §7.6.1) Trailers are not passed on either. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'proxy-authorization',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
];

/**
 * Headers that no back-end may send to a caller.
 *
 * Some concern the connection to it. Others speak for the whole origin, which APIs of others share: storage, the
 * relation of windows, other addresses, the reporting of errors. A service worker beyond the API's own path would stand
 * before the APIs of others.
 */
export const notForCallers: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'x-request-id',
  'alt-svc',
  'clear-site-data',
  'cross-origin-embedder-policy',
  'cross-origin-embedder-policy-report-only',
  'cross-origin-opener-policy',
  'cross-origin-opener-policy-report-only',
  'nel',
  'report-to',
  'reporting-endpoints',
  'service-worker-allowed',
  'sourcemap',
  'strict-transport-security',
  'x-sourcemap',
]);

/** Headers that the gateway alone writes. They frame a call, or tell where it comes from. */
const OF_GATEWAY: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'accept',
  'accept-encoding',
  'content-encoding',
  'content-length',
  'content-type',
  'expect',
  'forwarded',
  'host',
  'max-forwards',
  'traceparent',
  'tracestate',
  'via',
  'x-real-ip',
  'x-request-id',
]);
const PREFIXES = ['x-gatehouse-', 'x-forwarded-'];

/**
 * Headers that no caller may send to a back-end.
 *
 * The gateway sends them itself, or they would let a caller pass for somebody else or reach another path or method.
 */
const NOT_FROM_CALLERS: ReadonlySet<string> = new Set([
  ...HOP_BY_HOP,
  'host',
  'expect',
  'forwarded',
  'x-real-ip',
  'x-client-secret',
  'client-cert',
  'client-cert-chain',
  'x-request-id',
  'x-original-url',
  'x-original-host',
  'x-rewrite-url',
  'x-http-method',
  'x-http-method-override',
  'x-method-override',
  'x-client-ip',
  'true-client-ip',
]);

/** Tells whether no caller may send a header to a back-end. The name is in lower case, with hyphens. */
export const isNotFromCallers = (key: string): boolean =>
  NOT_FROM_CALLERS.has(key) || (key.startsWith('x-') && PREFIXES.some((prefix) => key.startsWith(prefix)));

/** Tells whether no setting may write a header of a call to a back-end. */
function isGatewayHeader(name: string): boolean {
  const key = name.toLowerCase();
  return OF_GATEWAY.has(key) || PREFIXES.some((prefix) => key.startsWith(prefix));
}

/** A name of a header. (RFC 9110 §5.6.2) */
const HEADER_NAME = /^[\w!#$%&'*+.^`|~-]{1,100}$/;
/** Text that a header can carry, without spaces around it. */
export const HEADER_VALUE = /^[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?$/;

/** @throws BAD_USER_INPUT for what is no name of a header, and for a header that is the gateway's */
export function checkHeaderName(name: string, path: InputPath): void {
  const refused = (detail: string) => refuse('BAD_USER_INPUT', { detail, path });
  if (!HEADER_NAME.test(name)) refused(`${JSON.stringify(name)} is no name of a header.`);
  if (isGatewayHeader(name)) refused(`The gateway writes ${name} itself: choose another header.`);
}
