import type { IncomingMessage } from 'node:http';
import { refuse } from '../errors.ts';

const HEADERS_MAX = 100;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';

/**
 * Refuses what Node's parser lets through and others read in more than one way: the beginning of request smuggling.
 * (RFC 9112 §3.2, §6.1)
 *
 * @throws BAD_USER_INPUT, HEADERS_TOO_LARGE, METHOD_NOT_ALLOWED
 */
export function checkRequest({ httpVersion, headers, rawHeaders, method }: IncomingMessage): void {
  if (rawHeaders.length > 2 * HEADERS_MAX)
    refuse('HEADERS_TOO_LARGE', { detail: `Send at most ${HEADERS_MAX} headers.` });
  if (httpVersion !== '1.1' && httpVersion !== '1.0')
    refuse('BAD_USER_INPUT', { detail: 'Use HTTP/1.1 or HTTP/1.0.' });
  const coding = headers['transfer-encoding'];
  if (coding !== undefined && (httpVersion === '1.0' || coding.toLowerCase() !== 'chunked'))
    refuse('BAD_USER_INPUT', { detail: 'The only Transfer-Encoding taken is chunked, in HTTP/1.1.' });
  checkSingle(rawHeaders);
  if (!isHost(headers.host))
    refuse('BAD_USER_INPUT', { detail: 'The header Host must be a host name, or one with a port.' });
  if (method === 'TRACE' || method === 'CONNECT')
    refuse('METHOD_NOT_ALLOWED', { detail: `${method} is not served here.`, headers: { Allow: METHODS } });
}

/** Node keeps the first of several and drops the rest; another reader may keep the last. */
function checkSingle(rawHeaders: readonly string[]): void {
  let hosts = 0;
  let authorizations = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts += 1;
    else if (name.length === 13 && name.toLowerCase() === 'authorization') authorizations += 1;
  }
  if (hosts > 1) refuse('BAD_USER_INPUT', { detail: 'Send the header Host once.' });
  if (authorizations > 1) refuse('BAD_USER_INPUT', { detail: 'Send the header Authorization once.' });
}

/** HTTP/1.0 knows no Host. */
function isHost(host: string | undefined): boolean {
  return host === undefined || /^(?:[A-Za-z0-9._~-]+|\[[0-9A-Fa-f:.]+\])(?::\d{1,5})?$/.test(host);
}
