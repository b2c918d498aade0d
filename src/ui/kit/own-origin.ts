import type { Context } from 'hono';

/** Does a page of this host ask? Behind a proxy that speaks https for this process the scheme differs; the host does not. */
export function isOwnOrigin(origin: string, c: Context): boolean {
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host');
}
