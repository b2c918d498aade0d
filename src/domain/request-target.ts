import { refuse } from '../errors.ts';

/** Where a request goes. Admission and forwarding both use this one reading of it. */
export type RequestTarget = {
  /** Begins with `/` and holds no dot segment. What need not be encoded is not; what else was encoded still is. */
  readonly path: string;
  /** With its `?`, as it came; empty when there is none. */
  readonly query: string;
};

const LENGTH_MAX = 8192;

/** Printable ASCII without space, `#` and `\`, which others read in more than one way. */
const ORDINARY = /^[!"$-[\]-~]*$/;
const BAD_ENCODING = /%(?![0-9a-f]{2})|%[01][0-9a-f]|%7f/i;
/** Also between encoded slashes, and with a parameter: back-ends decode the one and drop the other. */
const DOT_SEGMENT = /(?:\/|%2f|%5c)\.{1,2}(?:$|[/;]|%2f|%5c|%3b)/i;
const UNRESERVED = /[A-Za-z0-9._~-]/;

/**
 * Reads the target of a request, once. An encoded slash stays what it is: part of a segment. (RFC 3986 §6.2.2)
 *
 * @throws BAD_USER_INPUT when it is not in origin form, or holds what back-ends read differently: dot segments,
 *   control characters, a backslash, a fragment, a broken encoding
 * @throws TARGET_TOO_LONG above 8 KiB
 */
export function requestTarget(text: string): RequestTarget {
  if (text.length > LENGTH_MAX)
    refuse('TARGET_TOO_LONG', { detail: `Use an address of at most ${LENGTH_MAX} characters.` });
  if (text[0] !== '/') refuse('BAD_USER_INPUT', { detail: 'The address must begin with a slash.' });
  if (!ORDINARY.test(text))
    refuse('BAD_USER_INPUT', { detail: 'The address holds characters that must be percent-encoded.' });
  const end = text.indexOf('?');
  const path = normalPath(end < 0 ? text : text.slice(0, end));
  return { path, query: end < 0 ? '' : text.slice(end) };
}

function normalPath(path: string): string {
  const normal = path.includes('%') ? decodeUnreserved(path) : path;
  if (normal.includes('/.') || normal.includes('%'))
    if (DOT_SEGMENT.test(normal)) refuse('BAD_USER_INPUT', { detail: 'The path holds dot segments.' });
  return normal;
}

/** Takes the encoding from characters that need none, once: `%2561` stays as it is. (RFC 3986 §6.2.2.2) */
function decodeUnreserved(path: string): string {
  if (BAD_ENCODING.test(path))
    refuse('BAD_USER_INPUT', { detail: 'The path holds a broken percent-encoding or a control character.' });
  return path.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return UNRESERVED.test(character) ? character : encoded;
  });
}
