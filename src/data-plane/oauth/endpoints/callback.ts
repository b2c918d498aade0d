import { networkOf } from '../../../domain/addresses/network.ts';
import { endpointPaths } from '../../../domain/oauth/oauth-paths.ts';
import { refusal, refuse } from '../../../foundation/errors.ts';
import { authenticateWithLimit } from '../../../infrastructure/user-registries/limited-authentication.ts';
import type { AuthenticationResult } from '../../../infrastructure/user-registries/registry-type.ts';
import { registryOf } from '../authenticate-person.ts';
import { redirectWithError } from '../authorize/redirect.ts';
import { returnAddressOf } from '../authorize/request.ts';
import type { OAuthEndpoint, OAuthResponse } from '../endpoint.ts';
import { noteNobody } from '../failed-sign-in.ts';
import { parametersOf, TWICE } from '../form-body.ts';
import { pageHeaders } from '../pages/frame.tsx';
import { onPage } from '../pages/on-page.ts';
import { type OAuthPageContext, SIGN_IN_UNAVAILABLE, sessionAt } from '../pages/page-context.ts';
import { pagesUrl } from '../pages/pages-url.ts';
import { begunSignIn, finishSignIn, isOfBrowser, type SealedSignIn } from '../redirect-sign-in.ts';
import { openSession } from '../session.ts';
import { inDatabase } from '../storage.ts';

/**
 * The address that a registry's own pages send people back to.
 *
 * The browser has to be the one that was sent away, and is known by another token afterwards: nobody is signed in as
 * somebody else by a link, and no answer is of use twice. (OpenID Connect Core §3.1.2.5, RFC 9700 §4.7)
 */
export const callback: OAuthEndpoint = {
  methods: ['GET'],
  isPage: true,
  answer: (call, context) => onPage(call, context, answerPage),
};

async function answerPage(pageContext: OAuthPageContext): Promise<OAuthResponse> {
  const { provider, context, query, text } = pageContext;
  if (!provider.grantTypes.has('ACCESS_CODE')) refuse('NOT_FOUND');
  const { parameters, repeated } = parametersOf(query);
  if (repeated.size > 0) refuse('BAD_USER_INPUT', { detail: TWICE });
  const state = parameters.get('state') ?? '';
  const begun = begunSignIn(state, pageContext, context);
  if (!begun || !isOfBrowser(begun, pageContext, context)) {
    // Another window of the browser may have signed in meanwhile. What is asked then comes from no registry.
    if (begun && (await sessionAt(pageContext))) return leadOn(pageContext, begun);
    return refuse('FORBIDDEN', { detail: text.problem.stale });
  }
  const registry = registryOf(pageContext, context);
  const network = networkOf(pageContext.address);
  // Each attempt is a request to the registry.
  const result = await authenticateWithLimit(
    { target: [provider.id, 'callback', network], source: [provider.id, 'address', network] },
    () => finishSignIn({ registry, begun, state, query }, pageContext, context),
    context.attempts,
  );
  const { answer, subject } = result;
  if (answer !== 'ACCEPTED' || subject === undefined) return answerFailure(pageContext, begun, result);
  const cookie = await inDatabase(SIGN_IN_UNAVAILABLE, () => openSession(subject, pageContext, context));
  return leadOn(pageContext, begun, cookie);
}

/** Leads to the page that the sign-in was for. */
function leadOn(
  pageContext: OAuthPageContext,
  { page, query }: SealedSignIn,
  cookie?: string,
): OAuthResponse {
  const { provider, context } = pageContext;
  const { pathname } = new URL(pagesUrl(pageContext, context.urls));
  const Location = `${pathname}${endpointPaths(provider)[page]}?${query}`;
  return { status: 303, headers: { ...pageHeaders(), Location, ...(cookie && { 'Set-Cookie': cookie }) } };
}

/** Tells the client that the person has declined, and the person of any other failure. The audit is told the reason. */
function answerFailure(
  pageContext: OAuthPageContext,
  { page, query }: SealedSignIn,
  { answer, message, isDeclined, retryAfterSeconds = 5 }: AuthenticationResult,
): OAuthResponse {
  const { context, text } = pageContext;
  if (isDeclined && page === 'authorize') {
    const address = returnAddressOf(parametersOf(query), pageContext);
    return redirectWithError(pageContext, address, refusal('CONSENT_DENIED'));
  }
  if (!isDeclined) noteNobody(message, pageContext, context);
  if (answer === 'UNAVAILABLE')
    return refuse('TEMPORARILY_UNAVAILABLE', {
      detail: text.problem.notAsked,
      headers: { 'Retry-After': `${retryAfterSeconds}` },
    });
  return refuse('SIGN_IN_FAILED', { detail: text.problem.notSignedIn });
}
