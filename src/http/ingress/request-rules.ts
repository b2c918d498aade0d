import { type IncomingMessage, METHODS, type ServerResponse } from 'node:http';
import { Refusal, refuse } from '../../foundation/errors.ts';
import { tooLarge } from './declared-body-size.ts';

const HEADERS_MAX = 100;
const ALLOWED = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
/** Methods that are served. Those of RTSP are not among Node's METHODS; SOURCE is of ICE. */
const SERVED: ReadonlySet<string> = new Set(
  METHODS.filter((method) => !['CONNECT', 'SOURCE', 'TRACE'].includes(method)),
);
/** The header Host: a name or an address, and a port up to 65535. */
export const HOST =
  /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::(?:\d{1,4}|[1-5]\d{4}|6[0-4]\d{3}|65[0-4]\d\d|655[0-2]\d|6553[0-5]))?$/;

/**
 * Returns the refusal of a request that other readers than Node's parser read differently.
 *
 * Request smuggling begins with these. (RFC 9112 §3.2, §6.1) It is a value, because who serves the path of the request
 * gives it its form: BAD_USER_INPUT, EXPECTATION_FAILED, HEADERS_TOO_LARGE, HTTP_VERSION_UNSUPPORTED, METHOD_NOT_ALLOWED or
 * REQUEST_TOO_LARGE.
 */
export function brokenRuleOf(request: IncomingMessage): Refusal | undefined {
  try {
    checkRequest(request);
    return undefined;
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
}

function checkRequest({ httpVersion, headers, rawHeaders, method = '' }: IncomingMessage): void {
  if (rawHeaders.length > 2 * HEADERS_MAX)
    refuse('HEADERS_TOO_LARGE', {
      detail: `Send at most ${HEADERS_MAX} headers.`,
      facts: { max: HEADERS_MAX },
    });
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    refuse('HTTP_VERSION_UNSUPPORTED', { facts: { httpVersion } });
  checkSingle(rawHeaders);
  const { host, expect, 'content-length': length, 'transfer-encoding': coding } = headers;
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked'))
    refuse('BAD_USER_INPUT', {
      detail: 'The only Transfer-Encoding taken is chunked, in HTTP/1.1.',
      facts: { header: 'Transfer-Encoding' },
    });
  // What a number cannot hold exactly would be told to the back-end as another length.
  if (length !== undefined && Number(length) > Number.MAX_SAFE_INTEGER)
    throw tooLarge(Number.MAX_SAFE_INTEGER);
  // HTTP/1.0 knows no Host.
  if (host === undefined ? httpVersion === '1.1' : !HOST.test(host))
    refuse('BAD_USER_INPUT', {
      detail: 'The header Host must be a host name, or one with a port.',
      facts: { header: 'Host' },
    });
  if (expect !== undefined && expect.toLowerCase() !== '100-continue')
    refuse('EXPECTATION_FAILED', { facts: { header: 'Expect' } });
  if (!SERVED.has(method))
    refuse('METHOD_NOT_ALLOWED', {
      detail: `${method} is not served here.`,
      facts: { allowed: ALLOWED },
      headers: { Allow: ALLOWED },
    });
}

/** Refuses a second field of a kind. Node keeps the first one; another reader may keep the last. */
function checkSingle(rawHeaders: readonly string[]): void {
  let hosts = 0;
  let authorizations = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1;
  }
  if (hosts > 1) refuseSeveral('Host');
  if (authorizations > 1) refuseSeveral('Authorization');
}

function refuseSeveral(header: string): never {
  return refuse('BAD_USER_INPUT', { detail: `Send the header ${header} once.`, facts: { header, max: 1 } });
}

/**
 * Tells whether a request is for the gateway itself, or may not be forwarded further.
 *
 * (RFC 9110 §9.3.7, `OPTIONS *`; §7.6.2)
 */
export function isForServer({ method, url, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && (url === '*' || /^0+$/.test(`${headers['max-forwards']}`));
}

export function answerForServer(response: ServerResponse): void {
  response.writeHead(204, ['Allow', ALLOWED]);
  response.end();
}
