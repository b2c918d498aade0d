import type { Context } from 'hono';

/**
 * Tells whether an origin is that of this host.
 *
 * Behind a proxy that speaks https for this process the scheme differs; the host does not.
 */
export function isOwnOrigin(origin: string, c: Context): boolean {
  return URL.canParse(origin) && new URL(origin).host === c.req.header('host');
}
