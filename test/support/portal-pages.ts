import {
  createPortalPages,
  type PortalPagesDeps,
} from '../../src/control-plane/portal/pages/portal-pages.ts';
import { Assets } from '../../src/ui/kit/assets.ts';
import type { Encoding } from './page-weight.ts';
import { CLIENT_ADDRESS, openPortal, type PortalWorld, passwordOf } from './portal.ts';

/** Response of a page. */
export type Page = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Text of its content in one line, without the frame around it. */
  readonly text: string;
  /** The redirect without the portal's address; undefined without one. */
  readonly location: string | undefined;
};

/** The fields of a form. Several values of one name are sent one after the other. */
export type Fields = Readonly<Record<string, string | readonly string[]>>;

/** A browser without scripts. It keeps cookies, sends forms with their page, and follows no redirects. */
export type Browser = {
  /** A path behind the portal's address, for example `/products/customer:1.0.0`. */
  get(path: string): Promise<Page>;
  /** The bytes of a page as they come, compressed. */
  weightOf(path: string, encoding: Encoding): Promise<number>;
  /** Posts from a page of this portal, or of another origin. */
  post(path: string, fields?: Fields, origin?: string): Promise<Page>;
};

export type PagesWorld = {
  readonly portal: PortalWorld;
  /** A browser in which nobody is signed in. */
  browser(language?: string): Browser;
  /** A browser in which somebody has signed in by the form. */
  signedIn(username: string, language?: string): Promise<Browser>;
  close(): Promise<void>;
};

const ORIGIN = 'http://control.test';
const BASE = '/portal/acme/sandbox';

/** Opens the pages of the portal over the world of `openPortal`, in sandbox. */
export async function openPages({
  assets = new Assets(),
  onFault = (fault) => {
    throw fault;
  },
}: Partial<Pick<PortalPagesDeps, 'assets' | 'onFault'>> = {}): Promise<PagesWorld> {
  const portal = await openPortal();
  const pages = createPortalPages({
    ...portal.deps,
    assets,
    onFault,
  });
  const browser = (language = 'en') =>
    browserOver((request) => pages.fetch(request, { clientAddress: CLIENT_ADDRESS }), language);
  return {
    portal,
    browser,
    async signedIn(username, language) {
      const opened = browser(language);
      const { status, text } = await opened.post('/sign-in', { username, password: passwordOf(username) });
      if (status !== 303) throw new Error(`${username} could not sign in: ${text}`);
      return opened;
    },
    close: () => portal.close(),
  };
}

function browserOver(fetch: (request: Request) => Response | Promise<Response>, language: string): Browser {
  const cookies = new Map<string, string>();
  let page: string | undefined;
  const send = async (path: string, init: RequestInit): Promise<Page> => {
    const headers = new Headers(init.headers);
    headers.set('host', new URL(ORIGIN).host);
    headers.set('accept-language', language);
    if (page !== undefined) headers.set('referer', page);
    if (init.method === undefined) page = `${ORIGIN}${BASE}${path}`;
    headers.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '));
    const response = await fetch(new Request(`${ORIGIN}${BASE}${path}`, { ...init, headers }));
    for (const cookie of response.headers.getSetCookie()) keep(cookies, cookie);
    const html = await response.text();
    const location = response.headers.get('location') ?? undefined;
    return {
      status: response.status,
      headers: response.headers,
      html,
      text: textOf(html),
      location: location?.startsWith(BASE) ? location.slice(BASE.length) : location,
    };
  };
  return {
    get: (path) => send(path, {}),
    async weightOf(path, encoding) {
      const headers = {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'accept-encoding': encoding,
      };
      const response = await fetch(new Request(`${ORIGIN}${BASE}${path}`, { headers }));
      if (response.status !== 200 || response.headers.get('content-encoding') !== encoding)
        throw new Error(`${path}: ${response.status}, ${response.headers.get('content-encoding')}`);
      return (await response.arrayBuffer()).byteLength;
    },
    post: (path, fields = {}, origin = ORIGIN) =>
      send(path, { method: 'POST', body: bodyOf(fields), headers: { origin } }),
  };
}

function keep(cookies: Map<string, string>, cookie: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
  if (/max-age=0\b/i.test(cookie)) cookies.delete(name);
  else cookies.set(name, value);
}

function bodyOf(fields: Fields): URLSearchParams {
  return new URLSearchParams(
    Object.entries(fields).flatMap(([name, values]) => [values].flat().map((value) => [name, value])),
  );
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&amp;': '&',
};

/** An attribute or a text as it was before it was written into HTML. */
export function unescaped(html: string): string {
  return html.replace(/&(?:lt|gt|quot|#39|amp);/g, (entity) => entities[entity] ?? entity);
}

function textOf(html: string): string {
  const main = /<main\b[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? html;
  return unescaped(main.replace(/<\/?time\b[^>]*>/g, '').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}
