import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import { ownPath, type PortalEnv, type PortalPages } from '../parts/page-context.ts';
import { showNotFound } from '../parts/problem.tsx';
import { endBegun, readBegun, writeBegun, writeDevice, writeSession } from './session-cookie.ts';
import { showSignIn, signInProviders } from './sign-in.tsx';
import { ProviderForm } from './sign-in-forms.tsx';

const BEGIN = graphql(`
  mutation BeginSignIn($provider: String!) { beginSignIn(provider: $provider) { url kept } }
`);

const FINISH = graphql(`
  mutation FinishSignIn($provider: String!, $kept: String!, $query: String!) {
    finishSignIn(provider: $provider, kept: $kept, query: $query) { kept session { token expiresAt } }
  }
`);

const METADATA = graphql(`
  query SignInMetadata { catalog { signInProviders { name metadata } } }
`);

const SIGN_IN_WITH = graphql(`
  mutation SignInWith($provider: String!, $username: String!, $password: String!) {
    signInWith(provider: $provider, username: $username, password: $password) { kept session { token expiresAt } }
  }
`);

const SIGN_UP_WITH = graphql(`
  mutation SignUpWith($kept: String!, $consumerOrgTitle: String!) {
    signUpWith(kept: $kept, consumerOrgTitle: $consumerOrgTitle) { token expiresAt }
  }
`);

/** Adds sign-in by identity providers, at their pages or by a form. */
export function signInWith(pages: PortalPages): void {
  pages.get('/sign-in/with/:provider', async (c) => {
    const { pageContext } = c.var;
    const returnTo = ownPath(pageContext, c.req.query('returnTo'));
    if (pageContext.frame.viewer) return c.redirect(returnTo, 303);
    const name = c.req.param('provider');
    const provider = (await signInProviders(c)).find((each) => each.name === name);
    if (!provider) return showNotFound(c);
    if (provider.takesPasswords) return showProviderForm(c, { provider, returnTo });
    const { result, refused } = await attempt(pageContext.run(BEGIN, { provider: name }));
    if (refused) return showSignIn(c, { returnTo, refused });
    const { kept } = result.beginSignIn;
    writeBegun(c, pageContext.address, { kept, returnTo, isForAnySite: provider.answersByPost });
    return c.redirect(result.beginSignIn.url, 303);
  });

  pages.get('/sign-in/with/:provider/callback', (c) => finish(c, new URL(c.req.url).search.slice(1)));
  pages.post('/sign-in/with/:provider/callback', async (c) => {
    const { SAMLResponse, RelayState } = await readForm(c, 'SAMLResponse', 'RelayState');
    return finish(c, `${new URLSearchParams({ SAMLResponse, RelayState })}`);
  });

  pages.get('/sign-in/with/:provider/metadata', async (c) => {
    const { catalog } = await c.var.pageContext.run(METADATA);
    const name = c.req.param('provider');
    const metadata = catalog.signInProviders.find((each) => each.name === name)?.metadata;
    return metadata
      ? c.body(metadata, 200, { 'content-type': 'application/samlmetadata+xml; charset=utf-8' })
      : showNotFound(c);
  });

  pages.post('/sign-in/with/:provider', async (c) => {
    const { run, address, issueDevice } = c.var.pageContext;
    const name = c.req.param('provider');
    const { username, password, returnTo } = await readForm(c, 'username', 'password', 'returnTo');
    const { result, refused } = await attempt(run(SIGN_IN_WITH, { provider: name, username, password }));
    if (!refused) {
      writeDevice(c, address, issueDevice(username));
      return signedIn(c, { ...result.signInWith, returnTo });
    }
    const provider = (await signInProviders(c)).find((each) => each.name === name);
    return provider?.takesPasswords
      ? showProviderForm(c, { provider, username, returnTo: ownPath(c.var.pageContext, returnTo), refused })
      : showNotFound(c);
  });

  pages.get('/sign-in/organization', (c) => showOwnOrg(c));
  pages.post('/sign-in/organization', async (c) => {
    const { run, address } = c.var.pageContext;
    const { kept, returnTo } = readBegun(c, address);
    const { consumerOrgTitle } = await readForm(c, 'consumerOrgTitle');
    const { result, refused } = await attempt(run(SIGN_UP_WITH, { kept, consumerOrgTitle }));
    if (refused) return showOwnOrg(c, { consumerOrgTitle, refused });
    endBegun(c, address);
    return signedIn(c, { session: result.signUpWith, returnTo });
  });
}

/** Ends a sign-in that the browser has come back from. */
async function finish(c: Context<PortalEnv>, query: string): Promise<Response> {
  const { run, address } = c.var.pageContext;
  const { kept, returnTo } = readBegun(c, address);
  // It is of use once, however the sign-in ends.
  endBegun(c, address);
  const provider = c.req.param('provider') ?? '';
  const { result, refused } = await attempt(run(FINISH, { provider, kept, query }));
  if (refused) return showSignIn(c, { returnTo: ownPath(c.var.pageContext, returnTo), refused });
  return signedIn(c, { ...result.finishSignIn, returnTo });
}

type SignedIn = {
  readonly session?: { readonly token: string; readonly expiresAt: string } | null;
  readonly kept?: string | null;
  readonly returnTo: string;
};

/** Keeps a session, or the proof of a person who names a consumer org first. */
function signedIn(c: Context<PortalEnv>, { session, kept, returnTo }: SignedIn): Response {
  const { pageContext } = c.var;
  const { address, base } = pageContext;
  if (session) {
    writeSession(c, address, session);
    const after = encodeURIComponent(ownPath(pageContext, returnTo));
    return c.redirect(`${base}/sign-in?signedIn&returnTo=${after}`, 303);
  }
  writeBegun(c, address, { kept: kept ?? '', returnTo });
  return c.redirect(`${base}/sign-in/organization`, 303);
}

type ProviderPage = {
  readonly provider: { readonly name: string; readonly title: string };
  readonly returnTo: string;
  readonly username?: string;
  readonly refused?: PageRefusal | undefined;
};

function showProviderForm(c: Context<PortalEnv>, { provider, ...form }: ProviderPage): Response {
  const { text, base, frame } = c.var.pageContext;
  const title = text.signIn.with(provider.title);
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{title}</h1>
      <p class="lead">{text.signIn.withLead(provider.title, frame.catalog.branding.name)}</p>
      <RefusedNotice refused={form.refused} isOnTop />
      <ProviderForm action={`${base}/sign-in/with/${provider.name}`} text={text.signIn} {...form} />
      <p class="text">
        <a class="link" href={`${base}/sign-in?returnTo=${encodeURIComponent(form.returnTo)}`}>
          {text.signIn.otherWays}
        </a>
      </p>
    </div>,
    { title, refused: form.refused },
  );
}

type OwnOrgForm = { readonly consumerOrgTitle?: string; readonly refused?: PageRefusal | undefined };

function showOwnOrg(c: Context<PortalEnv>, { consumerOrgTitle, refused }: OwnOrgForm = {}): Response {
  const { text, base, frame } = c.var.pageContext;
  const { ownOrg } = text.signIn;
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{ownOrg.title}</h1>
      <p class="lead">{ownOrg.lead(frame.catalog.branding.name)}</p>
      <RefusedNotice refused={refused} beside={['consumerOrgTitle']} isOnTop />
      <form method="post" action={`${base}/sign-in/organization`} class="form">
        <Field
          name="consumerOrgTitle"
          label={text.account.consumerOrg}
          hint={text.signUp.consumerOrgHint}
          value={consumerOrgTitle}
          refused={refused}
          autocomplete="organization"
          required
          autofocus
        />
        <button class="button button-primary" type="submit">
          {ownOrg.submit}
        </button>
      </form>
    </div>,
    { title: ownOrg.title, refused },
  );
}
