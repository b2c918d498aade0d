import type { IncomingMessage, RequestListener } from 'node:http';
import type { Hono } from 'hono';
import { SECURITY_TXT_PATH } from '../../../http/security-txt.ts';
import { strictTransport } from '../../../http/strict-transport.ts';
import type { Config } from '../../settings/config.ts';

type ControlUrls = Pick<Config['urls'], 'console' | 'control'> & Partial<Pick<Config['urls'], 'portalHosts'>>;

/** Tells whether the console has its own origin and a host belongs to it. */
const isOfConsole = ({ console, control }: ControlUrls, host = '') =>
  console !== control && new URL(console).hostname === host.replace(/:\d+$/, '').toLowerCase();

/**
 * Tells whether a request names the host of a portal or of the console.
 *
 * These hosts have no pages of OAuth providers. A request to a portal is redirected to that portal's path on every
 * host: nothing else of this listener can be reached there but the files of pages.
 */
export function createOwnHosts(urls: ControlUrls): (request: IncomingMessage) => boolean {
  return (request) => {
    const { host } = request.headers;
    const portal = urls.portalHosts?.pathOf(host);
    if (portal === undefined && !isOfConsole(urls, host)) return false;
    const target = originForm(request.url ?? '/');
    request.url = portal === undefined || isOnEveryHost(target) ? target : `/portal${portal}${target}`;
    return true;
  };
}

/** Path and query, without the dot segments that would lead out of the portal. (RFC 9112 §3.2.2: a server takes the absolute form, too.) */
function originForm(target: string): string {
  const url = target.startsWith('/') ? `http://host.invalid${target}` : target;
  if (!URL.canParse(url)) return '/';
  const { pathname, search } = new URL(url);
  return pathname + search;
}

const isOnEveryHost = (target: string) => target.startsWith('/assets/') || target === SECURITY_TXT_PATH;

/** Redirects people to the console's own host, if it has one. No portals are served there. */
export function redirectToConsoleHost<Env extends object>(app: Hono<Env>, urls: ControlUrls): void {
  if (urls.console === urls.control) return;
  app.use('/portal/*', (c, next) =>
    isOfConsole(urls, c.req.header('host')) ? Promise.resolve(c.notFound()) : next(),
  );
  app.use('/console/*', async (c, next) => {
    if (isOfConsole(urls, c.req.header('host'))) return next();
    const { pathname, search } = new URL(c.req.url);
    return c.redirect(`${urls.console}${pathname}${search}`, c.req.method === 'GET' ? 302 : 303);
  });
}

/** Makes browsers use https alone (HSTS) on hosts whose address is https. */
export function strictByHost(urls: ControlUrls, handle: RequestListener): RequestListener {
  const [ofConsole, ofOthers] = [urls.console, urls.control].map((url) => strictTransport(url, handle)) as [
    RequestListener,
    RequestListener,
  ];
  return (request, response) =>
    (isOfConsole(urls, request.headers.host) ? ofConsole : ofOthers)(request, response);
}
