/** What the names of the cookies of the OAuth providers' pages begin with. */
export const PROVIDER_COOKIE = '__Host-oauth.';

const PREFIX = '__host-';
/** What the names of all cookies of the platform begin with, in lower case. */
const OWN = [PROVIDER_COOKIE, '__Host-console', '__Host-portal'].map((each) => each.toLowerCase());

/**
 * Is it the name of a cookie of the platform's own pages? Browsers read its prefix in any case.
 *
 * Cookies know no ports: where the listeners are on one host they share them. The gateway gives them to no back-end, and lets no
 * back-end set them.
 */
export function isOwnCookie(name: string): boolean {
  const key = name.trim().toLowerCase();
  return key.startsWith(PREFIX) && OWN.some((each) => key.startsWith(each));
}
