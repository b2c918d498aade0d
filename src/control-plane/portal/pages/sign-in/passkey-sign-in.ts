import { attempt } from '../../../../graphql/server/run-document.ts';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../parts/graphql.ts';
import { ownPath, type PortalPages } from '../parts/page-context.ts';
import { answerChallenge } from './passkey-island.ts';
import { endBegun, readBegun, writeDevice, writeSession } from './session-cookie.ts';
import { showSignIn } from './sign-in.tsx';

const BEGIN = graphql(`mutation BeginPasskeySignIn { beginPasskeySignIn { options kept } }`);

const SIGN_IN = graphql(`
  mutation SignInWithPasskey($kept: String!, $credential: String!) {
    signInWithPasskey(kept: $kept, credential: $credential) { token expiresAt viewer { username } }
  }
`);

/** Adds sign-in by a passkey, which the script of the page asks the browser for. */
export function passkeySignIn(pages: PortalPages): void {
  pages.post('/sign-in/passkey-options', (c) =>
    answerChallenge(
      c,
      c.var.pageContext.run(BEGIN).then(({ beginPasskeySignIn }) => beginPasskeySignIn),
    ),
  );

  pages.post('/sign-in/passkey', async (c) => {
    const { pageContext } = c.var;
    const { run, address, base, issueDevice } = pageContext;
    const { credential, returnTo } = await readForm(c, 'credential', 'returnTo');
    const { kept } = readBegun(c, address);
    // It is of use once, however the sign-in ends.
    endBegun(c, address);
    const { result, refused } = await attempt(run(SIGN_IN, { kept, credential }));
    if (refused) return showSignIn(c, { returnTo, refused });
    const { viewer, ...session } = result.signInWithPasskey;
    writeSession(c, address, session);
    writeDevice(c, address, issueDevice(viewer.username));
    const after = encodeURIComponent(ownPath(pageContext, returnTo));
    return c.redirect(`${base}/sign-in?signedIn&returnTo=${after}`, 303);
  });
}
