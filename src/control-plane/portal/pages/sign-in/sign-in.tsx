import type { Context } from 'hono';
import { attempt } from '../../../../graphql/server/run-document.ts';
import { PasskeyForm } from '../../../../ui/components/passkey-form.tsx';
import {
  type Refused,
  type RefusedAnswer,
  RefusedNotice,
} from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import { ownPath, type PortalEnv, type PortalPageContext, type PortalPages } from '../parts/page-context.ts';
import { passkeyIsland } from './passkey-island.ts';
import { endSession, writeDevice, writeSession } from './session-cookie.ts';
import { ProviderButtons, ProviderForm } from './sign-in-forms.tsx';

const SIGN_IN = graphql(`
  mutation SignIn($username: String!, $password: String!) {
    signIn(username: $username, password: $password) { token expiresAt }
  }
`);

const SIGN_OUT = graphql(`mutation SignOut { signOut }`);

/** Adds sign-in, which returns to the page before, and sign-out. */
export function signIn(pages: PortalPages): void {
  pages.get('/sign-in', async (c) => {
    const { frame, base, text } = c.var.pageContext;
    const returnTo = ownPath(c.var.pageContext, c.req.query('returnTo'));
    if (frame.viewer) return c.redirect(returnTo, 303);
    const { signedIn, ended } = c.req.query();
    // Somebody who has just signed in and is not: the browser did not keep the cookie.
    const message =
      signedIn !== undefined ? text.signIn.cookieMissing : ended !== undefined && text.signIn.ended;
    const refused = message ? { message, status: 200 } : undefined;
    return showSignIn(c, { returnTo: returnTo === `${base}/` ? '' : returnTo, refused });
  });

  pages.post('/sign-in', async (c) => {
    const { pageContext } = c.var;
    const { username, password, returnTo } = await readForm(c, 'username', 'password', 'returnTo');
    const { result, refused } = await attempt(pageContext.run(SIGN_IN, { username, password }));
    if (refused) return showSignIn(c, { returnTo, username, refused });
    writeSession(c, pageContext.address, result.signIn);
    writeDevice(c, pageContext.address, pageContext.issueDevice(username));
    const after = encodeURIComponent(ownPath(pageContext, returnTo));
    return c.redirect(`${pageContext.base}/sign-in?signedIn&returnTo=${after}`, 303);
  });

  pages.post('/sign-out', async (c) => {
    const { pageContext } = c.var;
    if (pageContext.frame.viewer) await pageContext.run(SIGN_OUT);
    endSession(c, pageContext.address);
    return c.redirect(`${pageContext.base}/`, 303);
  });
}

type SignInForm = {
  readonly returnTo: string;
  readonly username?: string;
  readonly refused: (Refused & RefusedAnswer & { readonly code?: string }) | undefined;
};

const PROVIDERS = graphql(`
  query SignInProviders { catalog { takesPasskeys signInProviders { name title takesPasswords answersByPost } } }
`);

/** Reads the identity providers of the portal. */
export async function signInProviders(c: Context<PortalEnv>) {
  return (await signInWays(c)).signInProviders;
}

const signInWays = async (c: Context<PortalEnv>) => (await c.var.pageContext.run(PROVIDERS)).catalog;

/** Shows every way to sign in. */
export async function showSignIn(
  c: Context<PortalEnv>,
  { returnTo, username, refused }: SignInForm,
): Promise<Response> {
  const { text, base, frame, assets } = c.var.pageContext;
  const { takesPasswords } = frame.catalog;
  const { signInProviders: providers, takesPasskeys } = await signInWays(c);
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{text.signIn.title}</h1>
      <p class="lead">{text.signIn.lead(frame.catalog.branding.name)}</p>
      <RefusedNotice refused={refused} isOnTop />
      {refused?.code !== undefined && (
        <p class="small quiet">
          <code class="code">{refused.code}</code>
        </p>
      )}
      {takesPasswords && (
        <ProviderForm action={`${base}/sign-in`} returnTo={returnTo} username={username} text={text.signIn} />
      )}
      {takesPasswords && providers.length > 0 && <p class="small quiet">{text.signIn.or}</p>}
      {providers.length > 0 && (
        <ProviderButtons base={base} returnTo={returnTo} providers={providers} text={text.signIn} />
      )}
      {takesPasskeys && (
        <PasskeyForm
          path={`${base}/sign-in/passkey`}
          label={text.signIn.passkey}
          returnTo={returnTo}
          assets={assets}
          isWide
        />
      )}
      {takesPasswords && <PasswordLinks returnTo={returnTo} pageContext={c.var.pageContext} />}
    </div>,
    {
      title: text.signIn.title,
      refused,
      ...(takesPasskeys && { island: passkeyIsland(c.var.pageContext, 'AUTHENTICATION') }),
    },
  );
}

type PasswordLinksProps = { readonly returnTo: string; readonly pageContext: PortalPageContext };

/** Ways to an account, or to another password. */
function PasswordLinks({ returnTo, pageContext: { text, base, frame } }: PasswordLinksProps) {
  return (
    <>
      {frame.catalog.selfServiceSignUp && (
        <p class="text">
          {text.signIn.noAccount}{' '}
          <a class="link" href={`${base}/sign-up${returnTo && `?returnTo=${encodeURIComponent(returnTo)}`}`}>
            {text.portal.signUp}
          </a>
        </p>
      )}
      {frame.catalog.sendsMail ? (
        <p class="text">
          <a class="link" href={`${base}/forgot-password`}>
            {text.signIn.forgot}
          </a>
        </p>
      ) : (
        <p class="small quiet">{text.signIn.forgotten}</p>
      )}
    </>
  );
}
