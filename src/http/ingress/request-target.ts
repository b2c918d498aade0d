import { refuse } from '../../foundation/errors.ts';

/** The target of a request. Admission and forwarding both use this one reading of it. */
export type RequestTarget = {
  /** Begins with `/` and holds no dot segment. What need not be encoded is not; what else was encoded still is. */
  readonly path: string;
  /** The query with its `?`, as it came; empty when there is none. */
  readonly query: string;
};

const LENGTH_MAX = 8192;

/** Printable ASCII without space, `#` and `\`, which others read in more than one way. */
const ORDINARY = /^[!"$-[\]-~]*$/;
const BAD_ENCODING = /%(?![0-9a-f]{2})|%[01][0-9a-f]|%7f/i;
/** Overlong forms of ASCII, which UTF-8 does not have. A lax reader sees a slash or a dot. (RFC 3629 §3) */
const OVERLONG = /%c[01]%|%e0%[89]|%f0%8/i;
/**
 * Dot segments, also between encoded slashes, with a parameter, and before spaces.
 *
 * Back-ends decode the slashes and drop the rest.
 */
const DOT_SEGMENT = /(?:\/|%2f|%5c)\.{1,2}(?:%20)*(?:$|[/;]|%2f|%5c|%3b)/i;
const UNRESERVED = /[A-Za-z0-9._~-]/;
const ABSOLUTE = /^https?:\/\/([^/?]*)(.*)$/i;

/**
 * Reads the target of a request, once. An encoded slash stays what it is: part of a segment. (RFC 3986 §6.2.2)
 *
 * Decision: absolute form is taken when its authority is that of the header Host, as callers must send it (RFC 9112 §3.2).
 * Of two that differ another reader may take the other.
 *
 * @param host the header Host
 * @throws BAD_USER_INPUT when it is in neither form, or holds what back-ends read differently: dot segments, control
 *   characters, a backslash, a fragment, a broken or overlong encoding
 * @throws TARGET_TOO_LONG above 8 KiB
 */
export function requestTarget(rawTarget: string, host?: string): RequestTarget {
  if (rawTarget.length > LENGTH_MAX)
    refuse('TARGET_TOO_LONG', { detail: `Use an address of at most ${LENGTH_MAX} characters.` });
  const text = rawTarget[0] === '/' ? rawTarget : originForm(rawTarget, host);
  if (!ORDINARY.test(text))
    refuse('BAD_USER_INPUT', { detail: 'The address holds characters that must be percent-encoded.' });
  const end = text.indexOf('?');
  const path = normalPath(end < 0 ? text : text.slice(0, end));
  return { path, query: end < 0 ? '' : text.slice(end) };
}

function originForm(text: string, host: string | undefined): string {
  const [, authority = '', rest = ''] =
    ABSOLUTE.exec(text) ?? refuse('BAD_USER_INPUT', { detail: 'The address must begin with a slash.' });
  if (host !== undefined && host.toLowerCase() !== authority.toLowerCase())
    refuse('BAD_USER_INPUT', { detail: 'The address and the header Host name different hosts.' });
  return rest[0] === '/' ? rest : `/${rest}`;
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
  if (OVERLONG.test(path))
    refuse('BAD_USER_INPUT', { detail: 'The path holds an encoding that is no UTF-8.' });
  return path.replace(/%[0-9a-f]{2}/gi, (encoded) => {
    const character = String.fromCharCode(Number.parseInt(encoded.slice(1), 16));
    return UNRESERVED.test(character) ? character : encoded;
  });
}
