import { headersByName } from '../answer-body.ts';
import type { CacheableHead, StorageRules } from './stored-answer.ts';

/** Headers of a 304 that describe a body, or a connection. They leave the stored answer as it is. (RFC 9111 §3.2) */
const NOT_UPDATED = new Set([
  'connection',
  'content-encoding',
  'content-length',
  'content-range',
  'content-type',
  'etag',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authentication-info',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);
/** The headers that a 304 has of an answer. (RFC 9110 §15.4.5) */
const OF_NOT_MODIFIED = new Set([
  'cache-control',
  'content-location',
  'date',
  'etag',
  'expires',
  'last-modified',
  'vary',
]);
/** The conditions that a cache can answer. (RFC 9111 §4.3.2) */
const CONDITIONS = new Set(['if-none-match', 'if-modified-since']);
const TAG = /(?:W\/)?"[^"]*"/g;

const withoutWeakness = (tag: string) => tag.replace(/^W\//, '');

/** Returns headers that validate a stored answer. They replace the caller's conditions. */
export function validatingHeaders(
  headers: readonly string[],
  { etag, lastModified }: StorageRules,
): readonly string[] {
  const asked = withoutNames(headers, CONDITIONS);
  if (etag !== undefined) asked.push('If-None-Match', etag);
  if (lastModified !== undefined) asked.push('If-Modified-Since', lastModified);
  return asked;
}

/** Tells whether a 304 is of a stored answer. Another one may be of what somebody else asked. (RFC 9111 §4.3.4) */
export function isOfStored(headers: readonly string[], { etag, lastModified }: StorageRules): boolean {
  const known = headersByName(headers);
  const [tag, modified] = [known.get('etag'), known.get('last-modified')];
  if (etag === undefined && lastModified === undefined) return false;
  if (tag !== undefined) return etag !== undefined && withoutWeakness(tag) === withoutWeakness(etag);
  return modified === undefined || etag !== undefined || modified === lastModified;
}

/** Returns the headers of a stored answer as a 304 updates them. (RFC 9111 §3.2) */
export function updatedHeaders(stored: readonly string[], received: readonly string[]): readonly string[] {
  const updates: string[] = [];
  const names = new Set(['age']);
  for (let at = 0; at < received.length; at += 2) {
    const name = received[at]?.toLowerCase() ?? '';
    if (NOT_UPDATED.has(name)) continue;
    names.add(name);
    updates.push(received[at] ?? '', received[at + 1] ?? '');
  }
  return [...withoutNames(stored, names), ...updates];
}

/** Tells whether the caller of a request has the answer already. (RFC 9110 §13.2.2) */
export function isNotModified(
  request: ReadonlyMap<string, string>,
  { status, headers }: CacheableHead,
): boolean {
  if (status !== 200) return false;
  const [tags, since] = [request.get('if-none-match'), request.get('if-modified-since')];
  if (tags === undefined && since === undefined) return false;
  const known = headersByName(headers);
  if (tags === undefined) return Date.parse(known.get('last-modified') ?? '') <= Date.parse(since ?? '');
  const etag = known.get('etag');
  if (tags.trim() === '*') return true;
  const own = etag === undefined ? undefined : withoutWeakness(etag);
  return (tags.match(TAG) ?? []).some((tag) => withoutWeakness(tag) === own);
}

/** Returns the headers of the 304 in place of an answer. */
export const notModifiedHeaders = (headers: readonly string[]): string[] =>
  headers.filter((_, at) => OF_NOT_MODIFIED.has(headers[at - (at % 2)]?.toLowerCase() ?? ''));

/** Returns headers without those of some names, which are in lower case. */
export const withoutNames = (headers: readonly string[], names: ReadonlySet<string>): string[] =>
  headers.filter((_, at) => !names.has(headers[at - (at % 2)]?.toLowerCase() ?? ''));
