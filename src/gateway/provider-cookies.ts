import { PROVIDER_COOKIE } from '../domain/provider-cookie.ts';

/** A caller's cookies without those of the OAuth providers' pages, which are no back-end's to see; empty when none is left. */
export function withoutProviderCookies(cookies: string): string {
  if (!cookies.includes(PROVIDER_COOKIE)) return cookies;
  return cookies
    .split(/; */)
    .filter((each) => !each.startsWith(PROVIDER_COOKIE))
    .join('; ');
}

/** Would a back-end sign its caller in to the pages of an OAuth provider? */
export function setsProviderCookie(setCookie: string): boolean {
  return setCookie.trimStart().startsWith(PROVIDER_COOKIE);
}
