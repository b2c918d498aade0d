import { isOwnCookie } from '../../../http/ingress/own-cookie.ts';

/** Every cookie of the platform's own has it. Most calls have none, and are looked at no further. */
const MAY_BE_OWN = /__host-/i;

/**
 * A caller's cookies without those of the platform's own pages; empty when none is left.
 *
 * No back-end is to see them.
 */
export function withoutOwnCookies(cookies: string): string {
  if (!MAY_BE_OWN.test(cookies)) return cookies;
  return cookies
    .split(/; */)
    .filter((each) => !isOwnCookie(each))
    .join('; ');
}

/**
 * Limits a back-end's cookie to its API, also where others share the host.
 *
 * Its path lies at or below that of the API, and it goes to no other host. (RFC 6265 §5.2)
 *
 * @param base the path of the API, as the caller wrote it
 * @returns undefined where no back-end may set it: it is one of the platform's own, or has no name, so that a server
 *   would read its value as name and value
 */
export function cookieOfApi(setCookie: string, base: string): string | undefined {
  const [pair = '', ...attributes] = setCookie.split(';');
  const end = pair.indexOf('=');
  if (end < 0 || pair.slice(0, end).trim() === '' || isOwnCookie(pair)) return undefined;
  const kept = attributes.filter((each) => !BINDING.has(nameOf(each)));
  // Of several the last one counts.
  const path = attributes.findLast((each) => nameOf(each) === 'path');
  return [pair, ...kept, ` Path=${pathWithin(base, path)}`].join(';');
}

/** Attributes that decide which requests carry a cookie. */
const BINDING: ReadonlySet<string> = new Set(['path', 'domain']);
const nameOf = (attribute: string) => (attribute.split('=', 1)[0] ?? '').trim().toLowerCase();

function pathWithin(base: string, attribute = ''): string {
  const path = attribute.slice(attribute.indexOf('=') + 1).trim();
  return path === base || path.startsWith(`${base}/`) ? path : base;
}
