import type { Context } from 'hono';
import { Refusal, refuse } from '../../../../foundation/errors.ts';
import type { ConsoleDeps } from '../../console-deps.ts';
import { textsOf } from '../../language.ts';
import { type ConsoleEnv, type ConsolePages, ownPath } from '../../page-context.ts';
import { endBegun, readBegun, writeBegun, writeSession } from '../../session-cookie.ts';
import { ownerBeforeSignIn } from '../../theme.ts';
import { show } from '../parts/frame.tsx';
import { showSignIn } from './sign-in.tsx';
import { type BegunSignIn, type OpenIdDeps, signedInPath } from './signed-in-person.ts';

/** Seconds for the sign-in at the identity provider. */
const SECONDS = 600;

/** Adds the redirects to the identity provider and back. */
export function identityProvider(pages: ConsolePages, deps: ConsoleDeps, openId: OpenIdDeps): void {
  pages.get('/openid', async (c) => {
    const returnTo = ownPath(c.req.query('returnTo'));
    try {
      const { url, ...begun } = await openId.begin();
      writeBegun(c, { value: JSON.stringify({ ...begun, returnTo }), seconds: SECONDS });
      return c.redirect(url, 303);
    } catch (error) {
      return explained(c, deps, error);
    }
  });

  pages.get('/openid/callback', async (c) => {
    try {
      const { returnTo, ...begun } = begunIn(c);
      endBegun(c);
      writeSession(c, await openId.finish(new URL(c.req.url).search, begun, c.env.address));
      return lead(c, deps, signedInPath(returnTo));
    } catch (error) {
      return explained(c, deps, error);
    }
  });
}

function begunIn(c: Context<ConsoleEnv>): BegunSignIn & { readonly returnTo: string } {
  try {
    return JSON.parse(readBegun(c) ?? '');
  } catch {
    return refuse('SIGN_IN_FAILED', { detail: textsOf(c).text.signIn.identityProvider.notBegun });
  }
}

/**
 * Shows a page that leads on, in place of a redirect. The browser was sent here by another site, and would send no
 * strict cookie with the request after a redirect.
 */
function lead(c: Context<ConsoleEnv>, deps: ConsoleDeps, path: string): Response {
  const owner = ownerBeforeSignIn(c, deps);
  const text = owner.text.signIn.identityProvider;
  const page = show(
    owner,
    <p class="text">
      {text.doneText}{' '}
      <a class="link" href={path}>
        {text.goOn}
      </a>
    </p>,
    { title: text.done },
  );
  page.headers.set('refresh', `0;url=${path}`);
  return c.newResponse(page.body, page);
}

function explained(c: Context<ConsoleEnv>, deps: ConsoleDeps, error: unknown): Response {
  if (!(error instanceof Refusal)) throw error;
  return showSignIn(c, deps, { returnTo: undefined, refused: error });
}
