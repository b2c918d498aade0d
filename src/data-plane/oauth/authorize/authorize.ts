import { refusal, refuse } from '../../../foundation/errors.ts';
import { type Transaction, transact } from '../../../infrastructure/database/change.ts';
import { registryOf } from '../authenticate-person.ts';
import { issueCode } from '../codes.ts';
import { type Allowance, isAllowed, rememberConsent } from '../consent.ts';
import type { OAuthEndpoint, OAuthResponse } from '../endpoint.ts';
import { type Form, parametersOf } from '../form-body.ts';
import { countIssue } from '../issue-counts.ts';
import { showConsent } from '../pages/consent.tsx';
import { onPage } from '../pages/on-page.ts';
import { type OAuthPageContext, readPageForm, sessionAt } from '../pages/page-context.ts';
import { askToSignIn, signIn } from '../pages/sign-in.tsx';
import { refusalOf } from '../refusal.ts';
import { endSession, goesOn, type Session } from '../session.ts';
import { inDatabase } from '../storage.ts';
import { redirectWithCode, redirectWithError } from './redirect.ts';
import { type AuthorizationRequest, authorizationRequest, returnAddressOf } from './request.ts';

const UNAVAILABLE = 'The authorization cannot be kept now.';

/**
 * The authorization endpoint: a person signs in, allows or refuses, and returns to the client.
 *
 * The request is in the query, and the forms of the pages go to the same address. (RFC 6749 §3.1 and §4.1)
 */
export const authorize: OAuthEndpoint = {
  methods: ['GET', 'POST'],
  isPage: true,
  async answer(call, context) {
    if (!call.provider.grantTypes.has('ACCESS_CODE'))
      refuse('RESPONSE_TYPE_UNSUPPORTED', {
        detail: 'The OAuth provider supports no response type: get a token from the token endpoint.',
      });
    return onPage(call, context, answerPage);
  },
};

/**
 * Answers with a page. A fault of the client or its address is shown to the person alone, any other sent to the client.
 */
async function answerPage(pageContext: OAuthPageContext): Promise<OAuthResponse> {
  const query = parametersOf(pageContext.query);
  const address = returnAddressOf(query, pageContext);
  const form = pageContext.request.method === 'POST' ? await readPageForm(pageContext) : undefined;
  try {
    const request = authorizationRequest(query, address, pageContext);
    return form ? await answerForm(pageContext, request, form) : await answerRequest(pageContext, request);
  } catch (error) {
    return redirectWithError(pageContext, address, refusalOf(error, pageContext.context.onFault));
  }
}

/** Asks what has to be asked: who the person is, and what they allow. */
async function answerRequest(
  pageContext: OAuthPageContext,
  request: AuthorizationRequest,
): Promise<OAuthResponse> {
  const { prompt } = request;
  registryOf(pageContext, pageContext.context);
  const session = await sessionAt(pageContext);
  if (!session || prompt.has('login')) {
    if (prompt.has('none')) refuse('LOGIN_REQUIRED');
    return askToSignIn(pageContext, signInOptions(pageContext, request));
  }
  const mayRemember = !prompt.has('consent') && isSureOfClient(request);
  const code = mayRemember ? await codeFor(pageContext, request, { session, when: isAllowed }) : undefined;
  if (code !== undefined) return redirectWithCode(pageContext, request, code);
  if (prompt.has('none')) refuse('CONSENT_REQUIRED');
  return showConsent(pageContext, request, session);
}

/** One of our pages was answered. */
async function answerForm(
  pageContext: OAuthPageContext,
  request: AuthorizationRequest,
  form: Form,
): Promise<OAuthResponse> {
  const action = form.get('action');
  if (action === 'deny') return redirectWithError(pageContext, request, refusal('CONSENT_DENIED'));
  registryOf(pageContext, pageContext.context);
  if (action === 'sign-in') return signIn(pageContext, form, signInOptions(pageContext, request));
  const session = await sessionAt(pageContext);
  if (!session) return toSignInAnew(pageContext, request);
  if (action === 'switch') {
    await inDatabase(UNAVAILABLE, () => endSession(session, pageContext.context));
    return toSignInAnew(pageContext, request);
  }
  // What the provider offers has changed since the page was shown: it is asked again.
  if (action !== 'allow' || (form.get('shown_scope') ?? '') !== request.scopes.join(' '))
    return again(pageContext);
  const code = await codeFor(pageContext, request, {
    session,
    async when(transaction, allowance) {
      await rememberConsent(transaction, allowance, pageContext.context.clock());
      return true;
    },
  });
  return code === undefined ? again(pageContext) : redirectWithCode(pageContext, request, code);
}

const again = ({ query }: OAuthPageContext): OAuthResponse => ({
  status: 303,
  headers: { Location: `?${query}` },
});

/** Asks for somebody else, also where the registry's own pages know the person. */
function toSignInAnew({ query }: OAuthPageContext, { prompt }: AuthorizationRequest): OAuthResponse {
  const parameters = new URLSearchParams(query);
  parameters.set('prompt', prompt.has('consent') ? 'login consent' : 'login');
  return { status: 303, headers: { Location: `?${parameters}` } };
}

type ConsentedSession = {
  readonly session: Session;
  readonly when: (transaction: Transaction, allowance: Allowance) => Promise<boolean>;
};

/** A code, in one transaction with the session and consent behind it; undefined without them. */
function codeFor(
  pageContext: OAuthPageContext,
  request: AuthorizationRequest,
  { session, when }: ConsentedSession,
): Promise<string | undefined> {
  const { catalog, provider, context } = pageContext;
  const { client, scopes, binding } = request;
  const authorization = { catalog, provider, client, subject: session.subject, scopes };
  return inDatabase(UNAVAILABLE, () =>
    transact(context.database, async (transaction) => {
      if (!(await goesOn(transaction, session))) return undefined;
      if (!(await when(transaction, allowanceOf(pageContext, request, session)))) return undefined;
      const name = `${catalog.id} ${provider.id} ${session.subject}`;
      countIssue('CODE', { orgId: catalog.orgId, name }, context);
      return issueCode(authorization, binding, { ...context, database: { prisma: transaction } });
    }),
  );
}

/**
 * Tells whether the client cannot be somebody else, so that an earlier consent holds.
 *
 * Its code goes to an https address, or is redeemed with its secret. Any program on a device can claim the rest. (RFC
 * 6749 §10.2, RFC 8252 §8.6)
 */
function isSureOfClient({ redirectUri, client }: AuthorizationRequest): boolean {
  return redirectUri.startsWith('https:') || client.clientType === 'CONFIDENTIAL';
}

function allowanceOf(
  { catalog, provider }: OAuthPageContext,
  { client, scopes }: AuthorizationRequest,
  { subject }: Session,
): Allowance {
  return { catalogProvider: { catalog, provider }, client, subject, scopes };
}

/** Options of the sign-in page. A person who has just signed in is not asked to again. */
function signInOptions({ query }: OAuthPageContext, { client, redirectUri, prompt }: AuthorizationRequest) {
  const parameters = new URLSearchParams(query);
  if (prompt.has('login')) parameters.set('prompt', prompt.has('consent') ? 'consent' : '');
  const isAnew = prompt.has('login');
  return {
    client,
    formTarget: redirectUri,
    page: 'authorize' as const,
    query: isAnew ? `${parameters}` : query,
    isAnew,
  };
}
