import type { Context } from 'hono';
import { Refusal } from '../../../../foundation/errors.ts';
import { Field } from '../../../../ui/components/field.tsx';
import {
  type Refused,
  type RefusedAnswer,
  RefusedNotice,
} from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleDeps } from '../../console-deps.ts';
import { type ConsoleEnv, type ConsolePages, ownPath } from '../../page-context.ts';
import { endSession, readSession, writeSession } from '../../session-cookie.ts';
import { ownerBeforeSignIn } from '../../theme.ts';
import { show } from '../parts/frame.tsx';
import { keepSignedIn, secondFactorPath, signedInPath, signInSourceOf } from './signed-in-person.ts';

const ENDED = 'Your session has ended, and what you sent was not kept: sign in, and send it again.';

/** Adds sign-in, which returns to the page before, and sign-out. */
export function signIn(pages: ConsolePages, deps: ConsoleDeps): void {
  pages.get('/sign-in', async (c) => {
    const { code, returnTo, signedIn, ended } = c.req.query();
    const token = readSession(c);
    if (token !== undefined && (await deps.sessionOf(token))) return c.redirect(ownPath(returnTo), 303);
    if (token !== undefined && (await deps.secondFactors.findPendingSecondFactor(token)))
      return c.redirect(secondFactorPath(returnTo), 303);
    // Somebody who has just signed in and is not: the browser did not keep the cookie.
    const message = signedIn !== undefined ? cookieMissing(c) : ended !== undefined && ENDED;
    return showSignIn(c, deps, { returnTo, code, refused: message ? { message, status: 200 } : undefined });
  });

  pages.post('/sign-in', async (c) => {
    const { returnTo, ...fields } = await readForm(
      c,
      'email',
      'password',
      'org',
      'token',
      'code',
      'returnTo',
    );
    try {
      await open(c, deps, fields);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return showSignIn(c, deps, { returnTo, email: fields.email, org: fields.org, refused: error });
    }
    return c.redirect(signedInPath(returnTo), 303);
  });

  pages.post('/sign-out', async (c) => {
    const token = readSession(c);
    if (token !== undefined) await deps.signOut(token);
    endSession(c);
    return c.redirect('/console/sign-in', 303);
  });
}

type Credentials = Readonly<Record<'email' | 'password' | 'org' | 'token' | 'code', string>>;

/**
 * Opens a session: for a person by a password, or for an access token. The token is typed, or comes by the link that
 * a start prints.
 */
async function open(
  c: Context<ConsoleEnv>,
  { people, ...deps }: ConsoleDeps,
  { email, password, org, token, code }: Credentials,
): Promise<void> {
  if (email) keepSignedIn(c, await people.byPassword({ email, password, org }, signInSourceOf(c)));
  else if (code) writeSession(c, await deps.signInByCode(code));
  else writeSession(c, await deps.signIn(token.trim(), signInSourceOf(c)));
}

type SignInForm = {
  readonly returnTo: string | undefined;
  readonly email?: string;
  readonly org?: string;
  /** Code of the link that a start prints. */
  readonly code?: string | undefined;
  readonly refused: (Refused & RefusedAnswer) | undefined;
};

/** Shows the sign-in form, with the last refusal. */
export function showSignIn(c: Context<ConsoleEnv>, deps: ConsoleDeps, form: SignInForm): Response {
  const { returnTo, email, org, code, refused } = form;
  const path = ownPath(returnTo);
  return show(
    ownerBeforeSignIn(c, deps),
    <div class="narrow stack">
      <div class="card">
        <h1 class="title">Sign in to the console</h1>
        <RefusedNotice refused={refused} isOnTop />
        {code === undefined ? (
          <>
            {deps.openId && <IdentityProviderLink returnTo={path} />}
            <PersonForm returnTo={path} email={email} org={org} />
          </>
        ) : (
          <CodeForm returnTo={path} code={code} />
        )}
      </div>
      {code === undefined && <TokenForm returnTo={path} />}
    </div>,
    { title: 'Sign in', refused },
  );
}

function IdentityProviderLink({ returnTo }: { returnTo: string }) {
  return (
    <p>
      <a class="button button-primary" href={`/console/openid?returnTo=${encodeURIComponent(returnTo)}`}>
        Sign in with your identity provider
      </a>
    </p>
  );
}

type PersonFormProps = {
  readonly returnTo: string;
  readonly email: string | undefined;
  readonly org: string | undefined;
};

function PersonForm({ returnTo, email, org }: PersonFormProps) {
  return (
    <form method="post" action="/console/sign-in" class="form">
      <input type="hidden" name="returnTo" value={returnTo} />
      <Field
        name="email"
        label="Email address"
        type="email"
        value={email}
        autocomplete="username"
        required
        autofocus
      />
      <Field name="password" label="Password" type="password" autocomplete="current-password" required />
      <Field
        name="org"
        label="Org"
        value={org}
        hint="Its name, where your orgs have different passwords. Else leave it empty."
        autocomplete="organization"
      />
      <button class="button button-primary" type="submit">
        Sign in
      </button>
    </form>
  );
}

function TokenForm({ returnTo }: { returnTo: string }) {
  return (
    <Section id="token-heading" title="Or with an access token" class="card">
      <form method="post" action="/console/sign-in" class="form">
        <input type="hidden" name="returnTo" value={returnTo} />
        <Field
          name="token"
          label="Access token"
          type="password"
          hint="Of the management API: gh_… The first start prints the administrator's; administrators make more in the console."
          autocomplete="off"
          required
        />
        <button class="button" type="submit">
          Use the token
        </button>
      </form>
    </Section>
  );
}

/**
 * Form that signs in by a code. It needs a press of a button, so that programs that only follow links do not use the
 * code up.
 */
function CodeForm({ returnTo, code }: { returnTo: string; code: string }) {
  return (
    <form method="post" action="/console/sign-in" class="form">
      <p class="lead">This link signs the administrator in, once.</p>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="code" value={code} />
      <button class="button button-primary" type="submit">
        Sign in as administrator
      </button>
    </form>
  );
}

function cookieMissing(c: Context): string {
  const { port } = new URL(c.req.url);
  return `Your browser did not keep the cookie that signs you in: it does so over https only, and on this machine itself. Open the console by https, or at http://localhost${port && `:${port}`}/console.`;
}
