import { createHash } from 'node:crypto';

/** Returns the ETag of a text: a strong one. */
export const etagOf = (text: string): string => `"${createHash('sha256').update(text).digest('base64url')}"`;

/** Tells whether a header If-None-Match names an ETag. They are compared weakly. (RFC 9110 §13.1.2) */
export function isKnownEtag(ifNoneMatch: string | null | undefined, etag: string): boolean {
  const known = (ifNoneMatch ?? '').split(',').map((each) => each.trim().replace(/^W\//, ''));
  return known.includes(etag) || known.includes('*');
}
