import type { Call } from './call.ts';
import { limitHeaderNames, limitHeaders } from './limit-headers.ts';
import { measureHeaderNames, measureHeaders } from './measure-headers.ts';
import { noticeNames, noticesOf } from './notices.ts';
import { setsProviderCookie } from './provider-cookies.ts';
import { hopByHop, namedByConnection } from './upstream-headers.ts';

/**
 * The headers of an answer as the caller gets them, as names and values in turn, in the back-end's order and case;
 * repeated ones stay repeated.
 *
 * @param raw as the back-end sent them: names and values in turn
 */
export function answerHeaders(call: Call, status: number, raw: readonly (Buffer | string)[]): string[] {
  const limits = limitHeaders(call);
  const notices = noticesOf(call);
  const measures = measureHeaders(call);
  // What the gateway says itself, it says in place of the back-end.
  const isReplaced = (key: string) =>
    (limits.length > 0 && limitHeaderNames.has(key)) ||
    (notices.length > 0 && noticeNames.has(key)) ||
    (measures.length > 0 && measureHeaderNames.has(key)) ||
    (call.cors.length > 0 && key.startsWith('access-control-'));
  const received: string[] = [];
  let named: ReadonlySet<string> | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const name = textOf(raw[at]);
    const key = name.toLowerCase();
    const value = textOf(raw[at + 1]);
    if (key === 'connection') named = namedByConnection(value.toLowerCase());
    else if (key === 'set-cookie' && setsProviderCookie(value)) continue;
    else if (isForCaller(key, status) && !isReplaced(key)) received.push(name, value);
  }
  const headers = named ? without(received, named) : received;
  headers.push('X-Request-Id', call.requestId, ...limits, ...measures, ...call.cors);
  // Hints are for loading what this answer needs.
  if (status >= 200) headers.push(...notices);
  return headers;
}

/** Node gives bytes; a header's bytes are Latin-1. */
const textOf = (part: Buffer | string | undefined) =>
  typeof part === 'string' ? part : (part?.toString('latin1') ?? '');

function isForCaller(key: string, status: number): boolean {
  if (hopByHop.has(key) || key === 'x-request-id') return false;
  // A worker beyond the API's own path would stand before the pages of OAuth providers.
  if (key === 'service-worker-allowed') return false;
  // RFC 9110 §8.6: a 204 has no Content-Length.
  return key !== 'content-length' || status !== 204;
}

function without(headers: readonly string[], names: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    if (!names.has(headers[at]?.toLowerCase() ?? '')) kept.push(headers[at] ?? '', headers[at + 1] ?? '');
  return kept;
}
