import type { Context, MiddlewareHandler } from 'hono';
import { type PortalUrls, portalUrl } from '../../../../domain/addresses/public-urls.ts';
import type { PortalEnv } from './page-context.ts';

/** `/<org>/<catalog>` */
const catalogPathOf = ({ req }: Context<PortalEnv>) => `/${req.param('org')}/${req.param('catalog')}`;

/** Tells whether the request came by a host name of this portal. */
const isAtOwnHost = (c: Context<PortalEnv>, { portalHosts }: PortalUrls) =>
  portalHosts?.pathOf(c.req.header('host')) === catalogPathOf(c);

/** Prefix of every path of the portal, as the browser knows it. */
export function baseOf(c: Context<PortalEnv>, urls: PortalUrls): string {
  return isAtOwnHost(c, urls) ? '' : `/portal${catalogPathOf(c)}`;
}

/** The path of the request, as the browser knows it. */
export function pathAtHost(c: Context<PortalEnv>, urls: PortalUrls): string {
  const { pathname } = new URL(c.req.url);
  return isAtOwnHost(c, urls) ? pathname.slice(`/portal${catalogPathOf(c)}`.length) : pathname;
}

/** Redirects to the host of a portal that has one. Its pages then share an origin with nobody's. */
export function redirectToOwnHost(urls: PortalUrls): MiddlewareHandler<PortalEnv> {
  return async (c, next) => {
    const isElsewhere = urls.portalHosts?.addressOf(catalogPathOf(c)) !== undefined && !isAtOwnHost(c, urls);
    if (!isElsewhere) return next();
    const { pathname, search } = new URL(c.req.url);
    const path = pathname.slice(`/portal${catalogPathOf(c)}`.length);
    return c.redirect(
      `${portalUrl(urls, catalogPathOf(c))}${path}${search}`,
      c.req.method === 'GET' ? 302 : 303,
    );
  };
}
