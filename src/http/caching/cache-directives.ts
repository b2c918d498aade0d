/** The directives of Cache-Control by their names in lower case. One without a value has an empty one. */
export type CacheDirectives = ReadonlyMap<string, string>;

/** A directive, whose value may be quoted. (RFC 9111 §5.2) */
const DIRECTIVE = /([^\s,;="]+)(?:\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]*)))?/g;
const SECONDS = /^\d+$/;
/** Seconds beyond which an age cannot be told. (RFC 9111 §1.2.2) */
const SECONDS_MAX = 2 ** 31;

/** Reads the directives of Cache-Control. Of several of one name, the first counts. (RFC 9111 §4.2.1) */
export function cacheDirectives(header: string | undefined): CacheDirectives {
  const directives = new Map<string, string>();
  for (const [, name = '', quoted, plain] of (header ?? '').matchAll(DIRECTIVE)) {
    const key = name.toLowerCase();
    if (!directives.has(key)) directives.set(key, quoted ?? plain ?? '');
  }
  return directives;
}

/** Reads a number of seconds. One that is none is zero, so that nothing is fresh by it. */
export function secondsIn(text: string): number {
  return SECONDS.test(text) ? Math.min(Number(text), SECONDS_MAX) : 0;
}
