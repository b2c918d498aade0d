import type { Call } from './call.ts';
import { limitHeaderNames, limitHeaders } from './limit-headers.ts';
import { noticeNames, noticesOf } from './notices.ts';
import { hopByHop, namedByConnection } from './upstream-headers.ts';

/**
 * The headers of an answer as the caller gets them, as names and values in turn, in the back-end's order and case;
 * repeated ones stay repeated.
 *
 * @param raw as the back-end sent them: names and values in turn
 */
export function answerHeaders(call: Call, status: number, raw: readonly (Buffer | string)[]): string[] {
  const own = limitHeaders(call);
  const notices = noticesOf(call);
  const received: string[] = [];
  let named: ReadonlySet<string> | undefined;
  for (let at = 0; at < raw.length; at += 2) {
    const name = textOf(raw[at]);
    const key = name.toLowerCase();
    const value = textOf(raw[at + 1]);
    if (key === 'connection') named = namedByConnection(value.toLowerCase());
    else if (isForCaller(key, status) && !isReplaced(key, own.length > 0, notices.length > 0))
      received.push(name, value);
  }
  const headers = named ? without(received, named) : received;
  headers.push('X-Request-Id', call.requestId, ...own);
  // Hints are for loading what this answer needs.
  if (status >= 200) headers.push(...notices);
  return headers;
}

/** Node gives bytes; a header's bytes are Latin-1. */
const textOf = (part: Buffer | string | undefined) =>
  typeof part === 'string' ? part : (part?.toString('latin1') ?? '');

function isForCaller(key: string, status: number): boolean {
  if (hopByHop.has(key) || key === 'x-request-id') return false;
  // RFC 9110 §8.6: a 204 has no Content-Length.
  return key !== 'content-length' || status !== 204;
}

/** What the gateway says itself, it says in place of the back-end. */
function isReplaced(key: string, limited: boolean, deprecated: boolean): boolean {
  return (limited && limitHeaderNames.has(key)) || (deprecated && noticeNames.has(key));
}

function without(headers: readonly string[], names: ReadonlySet<string>): string[] {
  const kept: string[] = [];
  for (let at = 0; at < headers.length; at += 2)
    if (!names.has(headers[at]?.toLowerCase() ?? '')) kept.push(headers[at] ?? '', headers[at + 1] ?? '');
  return kept;
}
