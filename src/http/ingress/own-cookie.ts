/** Prefix of the cookies of the OAuth providers' pages. */
export const PROVIDER_COOKIE = '__Host-oauth.';

const PREFIX = '__host-';
/** Prefixes of all cookies of the platform, in lower case. */
const OWN = [PROVIDER_COOKIE, '__Host-console', '__Host-portal'].map((each) => each.toLowerCase());

/**
 * Tells whether a name is that of a cookie of the platform's own pages.
 *
 * Browsers read its prefix in any case. Cookies know no ports: listeners on one host share them. The gateway gives
 * these cookies to no back-end, and lets no back-end set them.
 */
export function isOwnCookie(name: string): boolean {
  const key = name.trim().toLowerCase();
  return key.startsWith(PREFIX) && OWN.some((each) => key.startsWith(each));
}
