import { notForCallers } from '../../../domain/backend/gateway-headers.ts';
import { limitHeaderNames, limitHeaders } from '../accounting/limit-headers.ts';
import { measureHeaderNames, measureHeaders } from '../accounting/measure-headers.ts';
import { type Call, chosenOf } from '../call.ts';
import { corsHeaders, replacesCors } from '../route/cors.ts';
import { cookieOfApi } from './cookies.ts';
import { noticeNames, noticesOf } from './deprecation-notices.ts';
import { sandboxOf } from './sandbox.ts';
import { namedByConnection } from './upstream-headers.ts';

/**
 * Headers of an answer for the caller, as names and values in turn.
 *
 * They keep the back-end's order and case, and repeated ones stay repeated.
 *
 * @param raw as the back-end sent them: names and values in turn
 */
export function answerHeaders(call: Call, status: number, raw: readonly string[]): string[] {
  const received: string[] = [];
  let connection: string | undefined;
  let contentType: string | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]];
    if (!isLookedAt(name)) {
      received.push(name, value);
      continue;
    }
    const key = name.toLowerCase();
    if (key === 'connection') connection = connection === undefined ? value : `${connection},${value}`;
    else if (key === 'set-cookie') addCookie(received, name, cookieOfApi(value, publicBaseOf(call)));
    else if (isForCaller(key, status) && !isReplaced(key, call)) received.push(name, value);
    if (key === 'content-type') contentType = contentType === undefined ? value : `${contentType},${value}`;
  }
  // First: of several X-Content-Type-Options browsers read the first. (Fetch Standard)
  const sandbox = sandboxOf(status, contentType, chosenOf(call).api);
  if (sandbox.length > 0) received.unshift(...sandbox);
  const named = namedByConnection(connection?.toLowerCase());
  const headers = named ? without(received, named) : received;
  headers.push('X-Request-Id', call.requestId);
  add(headers, limitHeaders(call));
  add(headers, measureHeaders(call));
  add(headers, corsHeaders(call));
  // Hints are for loading what this answer needs.
  if (status >= 200) add(headers, noticesOf(call));
  return headers;
}

/** Adds names and values. Several spread lists would be copied into one of arguments first. */
function add(headers: string[], further: readonly string[]): void {
  for (const each of further) headers.push(each);
}

/** The path of the API as the caller wrote it. */
function publicBaseOf({ target, rest }: Call): string {
  return target.path.slice(0, target.path.length - rest.length);
}

function addCookie(headers: string[], name: string, cookie: string | undefined): void {
  if (cookie !== undefined) headers.push(name, cookie);
}

/** Names of headers in lower case that are not passed on unchanged. Those of CORS have a prefix. */
const LOOKED_AT = [
  ...notForCallers,
  ...limitHeaderNames,
  ...noticeNames,
  ...measureHeaderNames,
  'set-cookie',
  'content-type',
  'content-length',
];
const CORS_PREFIX = 'access-control-';
const LENGTHS_LOOKED_AT: ReadonlySet<number> = new Set(LOOKED_AT.map(({ length }) => length));

/**
 * Tells by its length whether a header may need a change. That is cheaper than lower case.
 *
 * Many other headers have one of these lengths, too.
 */
const isLookedAt = ({ length }: string) => length > CORS_PREFIX.length || LENGTHS_LOOKED_AT.has(length);

/** Tells whether the gateway's own header replaces that of the back-end. */
function isReplaced(key: string, call: Call): boolean {
  return (
    (isLimited(call) && limitHeaderNames.has(key)) ||
    (noticeNames.has(key) && noticesOf(call).length > 0) ||
    (call.document !== undefined && measureHeaderNames.has(key)) ||
    (key.startsWith('access-control-') && replacesCors(call))
  );
}

const isLimited = ({ counted, charged, metering }: Call) =>
  counted.length > 0 || charged.length > 0 || (metering !== undefined && metering.reserved.length > 0);

function isForCaller(key: string, status: number): boolean {
  if (notForCallers.has(key)) return false;
  // RFC 9110 §8.6: a 204 has no Content-Length.
  return key !== 'content-length' || status !== 204;
}

function without(headers: readonly string[], names: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    if (!names.has(headers[at]?.toLowerCase() ?? '')) kept.push(headers[at] ?? '', headers[at + 1] ?? '');
  return kept;
}
