import { refuse } from '../../../foundation/errors.ts';
import type { Language } from '../../../foundation/text/languages.ts';
import type { OAuthContext, OAuthRequest } from '../endpoint.ts';
import { type Form, readForm } from '../form-body.ts';
import { type BrowserCookie, type Session, sessionOf } from '../session.ts';
import { inDatabase } from '../storage.ts';
import type { OAuthPageMessages } from './messages.ts';

/** One request for a page of the provider. */
export type OAuthPageContext = OAuthRequest & {
  readonly context: OAuthContext;
  readonly language: Language;
  readonly text: OAuthPageMessages;
  readonly browser: BrowserCookie;
  /** The query of the request, without its question mark. */
  readonly query: string;
};

export const SIGN_IN_UNAVAILABLE = 'Nobody can sign in now: try again in a moment.';

export function sessionAt({ browser, context, ...call }: OAuthPageContext): Promise<Session | undefined> {
  return inDatabase(SIGN_IN_UNAVAILABLE, () => sessionOf(browser, call, context));
}

/** The token of a page's form, bound to the browser's cookie. No other site can send it. */
export function formTokenOf({ browser, context }: OAuthPageContext): string {
  return context.secrets.hash(formTokenText(browser));
}

const formTokenText = ({ token }: BrowserCookie) => `form of ${token}`;

/**
 * Reads a form that one of our pages sent.
 *
 * @throws FORBIDDEN when it came from elsewhere, or the page was older than the cookie of the browser
 */
export async function readPageForm(pageContext: OAuthPageContext): Promise<Form> {
  const { request, browser, context, text } = pageContext;
  const { 'sec-fetch-site': site, origin, host } = request.headers;
  if (site !== undefined ? site !== 'same-origin' : isForeign(origin, host))
    refuse('FORBIDDEN', { detail: 'The form came from another site.' });
  const form = await readForm(request);
  if (!browser.isKnown || !context.secrets.matches(formTokenText(browser), form.get('form_token') ?? ''))
    refuse('FORBIDDEN', { detail: text.problem.stale });
  return form;
}

/**
 * Tells whether a form comes from another origin.
 *
 * Browsers send `null` where the page forbids a referrer; then the token alone decides.
 */
function isForeign(origin: string | undefined, host: string | undefined): boolean {
  if (origin === undefined || origin === 'null') return false;
  return !URL.canParse(origin) || new URL(origin).host !== host;
}
