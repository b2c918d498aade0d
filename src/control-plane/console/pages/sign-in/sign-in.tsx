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
import { textsOf } from '../../language.ts';
import { type ConsoleEnv, type ConsolePages, ownPath } from '../../page-context.ts';
import { endSession, readSession, writeSession } from '../../session-cookie.ts';
import { ownerBeforeSignIn } from '../../theme.ts';
import { show } from '../parts/frame.tsx';
import { useTexts } from '../parts/texts.ts';
import { keepSignedIn, secondFactorPath, signedInPath, signInSourceOf } from './signed-in-person.ts';

/** Adds sign-in, which returns to the page before, and sign-out. */
export function signIn(pages: ConsolePages, deps: ConsoleDeps): void {
  pages.get('/sign-in', async (c) => {
    const { code, returnTo, signedIn, ended } = c.req.query();
    const token = readSession(c);
    if (token !== undefined && (await deps.sessionOf(token))) return c.redirect(ownPath(returnTo), 303);
    if (token !== undefined && (await deps.secondFactors.findPendingSecondFactor(token)))
      return c.redirect(secondFactorPath(returnTo), 303);
    // Somebody who has just signed in and is not: the browser did not keep the cookie.
    const text = textsOf(c).text.signIn;
    const message =
      signedIn !== undefined ? text.cookieMissing(ownAddress(c)) : ended !== undefined && text.ended;
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
  const owner = ownerBeforeSignIn(c, deps);
  const text = owner.text.signIn;
  return show(
    owner,
    <div class="narrow stack">
      <div class="card">
        <h1 class="title">{text.heading}</h1>
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
    { title: text.title, refused },
  );
}

function IdentityProviderLink({ returnTo }: { returnTo: string }) {
  const text = useTexts().text.signIn.identityProvider;
  return (
    <p>
      <a class="button button-primary" href={`/console/openid?returnTo=${encodeURIComponent(returnTo)}`}>
        {text.link}
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
  const text = useTexts().text.signIn.person;
  return (
    <form method="post" action="/console/sign-in" class="form">
      <input type="hidden" name="returnTo" value={returnTo} />
      <Field
        name="email"
        label={text.email}
        type="email"
        value={email}
        autocomplete="username"
        required
        autofocus
      />
      <Field name="password" label={text.password} type="password" autocomplete="current-password" required />
      <Field name="org" label={text.org} value={org} hint={text.orgHint} autocomplete="organization" />
      <button class="button button-primary" type="submit">
        {text.submit}
      </button>
    </form>
  );
}

function TokenForm({ returnTo }: { returnTo: string }) {
  const text = useTexts().text.signIn.token;
  return (
    <Section id="token-heading" title={text.title} class="card">
      <form method="post" action="/console/sign-in" class="form">
        <input type="hidden" name="returnTo" value={returnTo} />
        <Field name="token" label={text.label} type="password" hint={text.hint} autocomplete="off" required />
        <button class="button" type="submit">
          {text.submit}
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
  const text = useTexts().text.signIn.code;
  return (
    <form method="post" action="/console/sign-in" class="form">
      <p class="lead">{text.lead}</p>
      <input type="hidden" name="returnTo" value={returnTo} />
      <input type="hidden" name="code" value={code} />
      <button class="button button-primary" type="submit">
        {text.submit}
      </button>
    </form>
  );
}

/** Address of the console on this machine itself, where browsers keep cookies without https. */
function ownAddress(c: Context): string {
  const { port } = new URL(c.req.url);
  return `http://localhost${port && `:${port}`}/console`;
}
