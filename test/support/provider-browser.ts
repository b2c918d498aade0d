import { createHash } from 'node:crypto';
import { CATALOG, CLIENT, PROVIDER } from './oauth.ts';
import { REDIRECT_URI } from './stored-oauth.ts';

/** Response of a page of the provider. */
export type ProviderPage = {
  readonly status: number;
  readonly headers: Headers;
  readonly html: string;
  /** Text of its content in one line. */
  readonly text: string;
  /** The redirect; undefined without one. */
  readonly location: URL | undefined;
  /** The hidden fields of the form that has a button of this value. */
  hidden(action: string): Record<string, string>;
};

/** A browser without scripts. It keeps cookies, sends the forms of pages, and follows no redirects. */
export type ProviderBrowser = {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Record<string, string>): Promise<ProviderPage>;
  /** Sends the form of the last page with the button of this value. */
  submit(
    action: string,
    fields?: Record<string, string>,
    headers?: Record<string, string>,
  ): Promise<ProviderPage>;
};

const AUTHORIZE = `${CATALOG}/${PROVIDER}/oauth2/authorize`;
export const CONSENTS = `${CATALOG}/${PROVIDER}/oauth2/consents`;
export const VERIFIER = 'a-code-verifier-of-at-least-43-characters-for-tests';
export const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');
/** Signs alice in. */
export const SIGN_IN = { username: 'alice', password: 'alice-password' };

type Query = Readonly<Record<string, string | undefined>>;

/** The address of an authorization request of `demo-key`: with PKCE, for the scope `customer`. */
export function authorizePath(change: Query = {}): string {
  const query: Query = {
    response_type: 'code',
    client_id: CLIENT,
    redirect_uri: REDIRECT_URI,
    scope: 'customer',
    state: 'a state',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
    ...change,
  };
  const entries = Object.entries(query).filter((each): each is [string, string] => each[1] !== undefined);
  return `${AUTHORIZE}?${new URLSearchParams(entries)}`;
}

/** @param url where the endpoints listen */
export function openProviderBrowser(url: string, language = 'en'): ProviderBrowser {
  const cookies = new Map<string, string>();
  const state: { at: string; page: ProviderPage | undefined } = { at: '', page: undefined };
  const send = async (path: string, init: RequestInit): Promise<ProviderPage> => {
    const headers = new Headers(init.headers);
    headers.set('accept-language', language);
    if (cookies.size > 0) headers.set('cookie', [...cookies].map((pair) => pair.join('=')).join('; '));
    const response = await fetch(`${url}${path}`, { ...init, headers, redirect: 'manual' });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    const html = await response.text();
    const location = response.headers.get('location');
    const { status } = response;
    return {
      status,
      headers: response.headers,
      html,
      text: textOf(html),
      location: location === null ? undefined : new URL(location, `${url}${path}`),
      hidden: (action) => hiddenFields(html, action),
    };
  };
  return {
    cookies,
    async get(path, headers = {}) {
      state.at = path;
      state.page = await send(path, { headers });
      return state.page;
    },
    async submit(action, fields = {}, headers = {}) {
      const hidden = state.page?.hidden(action) ?? {};
      const body = new URLSearchParams({ ...hidden, ...fields, action });
      const answered = await send(state.at, { method: 'POST', body, headers: { origin: url, ...headers } });
      if (answered.status !== 303) state.page = answered;
      return answered;
    },
  };
}

/**
 * Signs alice in and allows the request.
 *
 * @returns the address that she is led back to
 */
export async function allow(browser: ProviderBrowser, path = authorizePath()): Promise<URL> {
  let page = await browser.get(path);
  if (page.html.includes('name="password"')) {
    await browser.submit('sign-in', SIGN_IN);
    page = await browser.get(path.replace(/&prompt=[^&]*/, ''));
  }
  const { location } = page.location ? page : await browser.submit('allow');
  if (!location) throw new Error(`She was not led back: ${page.text}`);
  return location;
}

function hiddenFields(html: string, action: string): Record<string, string> {
  const form = html.match(/<form\b.*?<\/form>/gs)?.find((each) => each.includes(`value="${action}"`)) ?? '';
  return Object.fromEntries(
    [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, unescaped(value)],
    ),
  );
}

const entities: Readonly<Record<string, string>> = { lt: '<', gt: '>', quot: '"', '#39': "'", amp: '&' };
const unescaped = (html: string) =>
  html.replace(/&(lt|gt|quot|#39|amp);/g, (_, name) => entities[name] ?? '');

function textOf(html: string): string {
  const main = /<main\b[^>]*>(.*)<\/main>/s.exec(html)?.[1] ?? html;
  return unescaped(main.replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();
}
