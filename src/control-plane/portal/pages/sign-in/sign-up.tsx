import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, NewPasswordField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import { ownPath, type PortalEnv, type PortalPageContext, type PortalPages } from '../parts/page-context.ts';
import { writeDevice, writeSession } from './session-cookie.ts';

const SIGN_UP = graphql(`
  mutation SignUp($input: SignUpInput!) { signUp(input: $input) { token expiresAt } }
`);

const fields = ['consumerOrgTitle', 'username', 'email', 'password'] as const;
type SignUpForm = Readonly<Partial<Record<(typeof fields)[number], string>>>;

/**
 * Adds the sign-up of a consumer org with its first person. The person is then signed in, and returns to the page
 * before the sign-in. The catalog must allow it.
 */
export function signUp(pages: PortalPages): void {
  pages.get('/sign-up', (c) => {
    const { frame } = c.var.pageContext;
    const returnTo = ownPath(c.var.pageContext, c.req.query('returnTo'));
    if (frame.viewer) return c.redirect(returnTo, 303);
    return takesSignUps(c.var.pageContext) ? showSignUp(c, { returnTo }) : showClosed(c);
  });

  pages.post('/sign-up', async (c) => {
    const { address, base, run, issueDevice } = c.var.pageContext;
    if (!takesSignUps(c.var.pageContext)) return showClosed(c);
    const { returnTo: requestedReturnTo, ...input } = await readForm(c, 'returnTo', ...fields);
    const returnTo = ownPath(c.var.pageContext, requestedReturnTo);
    const { result, refused } = await attempt(run(SIGN_UP, { input }));
    if (refused) return showSignUp(c, { returnTo, form: input, refused });
    writeSession(c, address, result.signUp);
    writeDevice(c, address, issueDevice(input.username));
    return c.redirect(`${base}/sign-in?signedIn&returnTo=${encodeURIComponent(returnTo)}`, 303);
  });
}

/** Tells whether people make accounts with a password here. */
export const takesSignUps = ({ frame: { catalog } }: PortalPageContext) =>
  catalog.selfServiceSignUp && catalog.takesPasswords;

function showClosed(c: Context<PortalEnv>): Response {
  const { base, text } = c.var.pageContext;
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{text.signUp.closed}</h1>
      <p class="text">{text.signUp.closedText}</p>
      <p>
        <a class="button" href={`${base}/sign-in`}>
          {text.portal.signIn}
        </a>
      </p>
    </div>,
    { title: text.signUp.closed, status: 403 },
  );
}

type SignUpPage = {
  readonly returnTo: string;
  readonly form?: SignUpForm | undefined;
  readonly refused?: PageRefusal | undefined;
};

function showSignUp(c: Context<PortalEnv>, { returnTo, form, refused }: SignUpPage): Response {
  const { base, text, frame } = c.var.pageContext;
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{text.portal.signUp}</h1>
      <p class="lead">{text.signUp.lead(frame.catalog.branding.name)}</p>
      <RefusedNotice refused={refused} beside={fields} isOnTop />
      <Form pageContext={c.var.pageContext} returnTo={returnTo} form={form} refused={refused} />
      <p class="text">
        {text.signUp.hasAccount}{' '}
        <a class="link" href={`${base}/sign-in?returnTo=${encodeURIComponent(returnTo)}`}>
          {text.portal.signIn}
        </a>
      </p>
    </div>,
    { title: text.portal.signUp, refused },
  );
}

function Form({
  pageContext: { base, text },
  returnTo,
  form = {},
  refused,
}: SignUpPage & { readonly pageContext: PortalPageContext }) {
  return (
    <form method="post" action={`${base}/sign-up`} class="form">
      <input type="hidden" name="returnTo" value={returnTo} />
      <Field
        name="consumerOrgTitle"
        label={text.account.consumerOrg}
        hint={text.signUp.consumerOrgHint}
        value={form.consumerOrgTitle}
        refused={refused}
        autocomplete="organization"
        required
        {...(refused === undefined && { autofocus: true })}
      />
      <Field
        name="username"
        label={text.signIn.username}
        value={form.username}
        refused={refused}
        autocomplete="username"
        required
      />
      <Field
        name="email"
        type="email"
        label={text.account.email}
        value={form.email}
        refused={refused}
        autocomplete="email"
        required
      />
      <NewPasswordField
        name="password"
        label={text.signIn.password}
        hint={text.account.newPasswordHint}
        refused={refused}
      />
      <button class="button button-primary" type="submit">
        {text.portal.signUp}
      </button>
    </form>
  );
}
