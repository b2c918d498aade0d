import type { Context } from 'hono';
import { Refusal } from '../../errors.ts';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import type { ConsoleDeps } from '../console.ts';
import { endSession, readSession, writeSession } from '../session-cookie.ts';
import { type ConsoleEnv, type ConsolePages, ownPath } from '../visit.ts';
import { show } from './frame.tsx';

/** Signing in, which leads back to where somebody was sent from, and signing out. */
export function signIn(pages: ConsolePages, deps: ConsoleDeps): void {
  pages.get('/sign-in', async (c) => {
    const { code, returnTo, signedIn } = c.req.query();
    const token = readSession(c);
    if (token !== undefined && (await deps.sessionOf(token))) return c.redirect(ownPath(returnTo), 303);
    // Somebody who has just signed in and is not: the browser did not keep the cookie.
    return showSignIn(c, deps, { returnTo, code, problem: signedIn === undefined ? undefined : 'cookie' });
  });

  pages.post('/sign-in', async (c) => {
    const { token, code, returnTo } = textsOf(await c.req.parseBody());
    try {
      writeSession(c, await (code ? deps.signInByCode(code) : deps.signIn(token?.trim() ?? '')));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return showSignIn(c, deps, { returnTo, code: undefined, problem: error });
    }
    return c.redirect(`/console/sign-in?signedIn&returnTo=${encodeURIComponent(ownPath(returnTo))}`, 303);
  });

  pages.post('/sign-out', async (c) => {
    const token = readSession(c);
    if (token !== undefined) await deps.signOut(token);
    endSession(c);
    return c.redirect('/console/sign-in', 303);
  });
}

/** The texts of a form; a file is none. */
function textsOf(body: Readonly<Record<string, unknown>>): Readonly<Record<string, string | undefined>> {
  const texts = Object.entries(body).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  );
  return Object.fromEntries(texts);
}

type SignInForm = {
  readonly returnTo: string | undefined;
  /** From the link that a start prints. */
  readonly code: string | undefined;
  readonly problem: Refusal | 'cookie' | undefined;
};

function showSignIn(c: Context<ConsoleEnv>, deps: ConsoleDeps, form: SignInForm): Response {
  const { returnTo, code, problem } = form;
  return show(
    deps,
    <div class="card narrow">
      <h1 class="title">Sign in to the console</h1>
      {problem && (
        <Notice tone="danger">
          <p class="text">{problem === 'cookie' ? cookieMissing(c) : problem.message}</p>
        </Notice>
      )}
      <form method="post" action="/console/sign-in" class="form">
        <input type="hidden" name="returnTo" value={ownPath(returnTo)} />
        {code === undefined ? <TokenField /> : <CodeField code={code} />}
        <button class="button button-primary" type="submit">
          {code === undefined ? 'Sign in' : 'Sign in as administrator'}
        </button>
      </form>
    </div>,
    { title: 'Sign in', status: problem && problem !== 'cookie' ? problem.status : 200 },
  );
}

function TokenField() {
  return (
    <Field
      name="token"
      label="Access token"
      type="password"
      hint="Of the management API: gh_… The first start prints the administrator's; createAccessToken makes more."
      autocomplete="off"
      required
      autofocus
    />
  );
}

/** A press of a button, so that what only looks at links does not use it up. */
function CodeField({ code }: { code: string }) {
  return (
    <>
      <p class="lead">This link signs the administrator in, once.</p>
      <input type="hidden" name="code" value={code} />
    </>
  );
}

function cookieMissing(c: Context): string {
  const { port } = new URL(c.req.url);
  return `Your browser did not keep the cookie that signs you in: it does so over https only, and on this machine itself. Open the console by https, or at http://localhost${port && `:${port}`}/console.`;
}
