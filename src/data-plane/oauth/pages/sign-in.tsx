import { endpointPaths } from '../../../domain/oauth/oauth-paths.ts';
import { Refusal } from '../../../foundation/errors.ts';
import { Field } from '../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../ui/components/refused-notice.tsx';
import type { AssignedRegistry, Client } from '../../snapshot/snapshot.ts';
import { identifyPerson, registryOf } from '../authenticate-person.ts';
import type { OAuthResponse } from '../endpoint.ts';
import type { Form } from '../form-body.ts';
import { beginSignIn, hasOwnPages, type SignInPage } from '../redirect-sign-in.ts';
import { openSession, rememberDevice, setCookie } from '../session.ts';
import { inDatabase } from '../storage.ts';
import { FormToken, pageHeaders, show } from './frame.tsx';
import { type OAuthPageContext, SIGN_IN_UNAVAILABLE } from './page-context.ts';
import { pagePath } from './pages-url.ts';

/** The destination of a sign-in: a client, or the provider's own pages. */
type SignInOptions = SignInPage & {
  readonly client?: Client;
  readonly formTarget?: string;
  /** Asks the person also where the registry's own pages know them. */
  readonly isAnew?: boolean;
};

type Problem = { readonly refused: Refusal; readonly username: string };

/**
 * Asks who somebody is: the provider's user registry knows.
 *
 * A registry with pages of its own is gone to at once for an application. From the person's own pages, and for somebody
 * else, it takes a click: the browser has come from a form then, and may be led to no other site.
 *
 * @throws TEMPORARILY_UNAVAILABLE when such a registry cannot be asked
 */
export async function askToSignIn(
  pageContext: OAuthPageContext,
  options: SignInOptions,
): Promise<OAuthResponse> {
  const { provider, context, browser } = pageContext;
  if (!provider.registry || !hasOwnPages(provider.registry)) return showSignIn(pageContext, options);
  const registry = registryOf(pageContext, context);
  const { page, query, isAnew = false } = options;
  const url = await beginSignIn({ registry, isAnew, page, query }, pageContext, context);
  if (page === 'consents' || isAnew) return showSignInElsewhere(pageContext, options, { registry, url });
  const headers = {
    ...pageHeaders(),
    Location: url,
    ...(!browser.isKnown && { 'Set-Cookie': setCookie(pageContext, browser.token) }),
  };
  return { status: 303, headers };
}

type SignInElsewhere = { readonly registry: AssignedRegistry; readonly url: string };

/** The page that leads to the registry's own. */
function showSignInElsewhere(
  pageContext: OAuthPageContext,
  { client }: SignInOptions,
  { registry, url }: SignInElsewhere,
): OAuthResponse {
  const { text } = pageContext;
  return show(
    pageContext,
    <div class="card narrow">
      <h1 class="title">{text.signIn.title}</h1>
      <Lead pageContext={pageContext} client={client} />
      <p>
        <a class="button button-primary" href={url}>
          {text.signIn.elsewhere(registry.displayName)}
        </a>
      </p>
    </div>,
    { title: text.signIn.title },
  );
}

type LeadProps = { readonly pageContext: OAuthPageContext; readonly client: Client | undefined };

function Lead({ pageContext: { text, provider }, client }: LeadProps) {
  return (
    <p class="lead">
      {client
        ? text.signIn.leadClient(client.application.title, provider.title)
        : text.signIn.lead(provider.title)}
    </p>
  );
}

/** The page that asks for a username and a password. */
function showSignIn(
  pageContext: OAuthPageContext,
  { client, formTarget, query }: SignInOptions,
  problem?: Problem,
): OAuthResponse {
  const { text, provider } = pageContext;
  return show(
    pageContext,
    <div class="card narrow">
      <h1 class="title">{text.signIn.title}</h1>
      <Lead pageContext={pageContext} client={client} />
      <RefusedNotice refused={problem?.refused} isOnTop />
      <form method="post" class="form">
        <FormToken pageContext={pageContext} />
        <Field
          name="username"
          label={text.signIn.username}
          value={problem?.username}
          autocomplete="username"
          required
          autofocus
        />
        <Field
          name="password"
          label={text.signIn.password}
          type="password"
          autocomplete="current-password"
          required
        />
        <button class="button button-primary" type="submit" name="action" value="sign-in">
          {text.signIn.submit}
        </button>
      </form>
      {provider.registry?.type === 'LOCAL' && (
        <p class="text">
          <a class="link" href={pagePath(pageContext, endpointPaths(provider).password, query)}>
            {text.signIn.changePassword}
          </a>
        </p>
      )}
    </div>,
    {
      title: text.signIn.title,
      status: problem?.refused.status ?? 200,
      formTarget,
      headers: problem?.refused.headers,
    },
  );
}

/**
 * Signs a person in by the form, and leads back to the same page.
 *
 * A fault is shown beside its field.
 */
export async function signIn(
  pageContext: OAuthPageContext,
  form: Form,
  options: SignInOptions,
): Promise<OAuthResponse> {
  const { context, ...call } = pageContext;
  const { registry } = call.provider;
  if (registry && hasOwnPages(registry)) return askToSignIn(pageContext, { ...options, isAnew: true });
  try {
    const subject = await identifyPerson(form, call, context);
    const session = await inDatabase(SIGN_IN_UNAVAILABLE, () => openSession(subject, call, context));
    const cookies = [session, rememberDevice(subject, call, context)];
    return { status: 303, headers: { Location: `?${options.query}`, 'Set-Cookie': cookies } };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    if (error.cause !== undefined) context.onFault(error);
    return showSignIn(pageContext, options, { refused: error, username: form.get('username') ?? '' });
  }
}
