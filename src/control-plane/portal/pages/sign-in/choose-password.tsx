import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { NewPasswordField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPages } from '../parts/page-context.ts';
import { writeDevice, writeSession } from './session-cookie.ts';

const CHOOSE = graphql(`
  mutation ChoosePassword($input: ChoosePasswordInput!) { choosePassword(input: $input) { token expiresAt } }
`);

type Link = { readonly username: string; readonly code: string };

/** Adds the page of a link by which a person chooses a password. The person is then signed in. */
export function choosePassword(pages: PortalPages): void {
  pages.get('/choose-password', (c) => {
    const { username = '', code = '' } = c.req.query();
    return showChoice(c, { username, code });
  });

  pages.post('/choose-password', async (c) => {
    const { address, base, run, issueDevice } = c.var.pageContext;
    const input = await readForm(c, 'username', 'code', 'password');
    const { result, refused } = await attempt(run(CHOOSE, { input }));
    if (refused) return showChoice(c, input, refused);
    writeSession(c, address, result.choosePassword);
    writeDevice(c, address, issueDevice(input.username));
    return c.redirect(`${base}/sign-in?signedIn`, 303);
  });
}

/** The username is there for password managers, too. */
function showChoice(c: Context<PortalEnv>, { username, code }: Link, refused?: PageRefusal): Response {
  const { base, text, frame } = c.var.pageContext;
  const { title, lead, submit } = text.choosePassword;
  return show(
    c,
    <div class="card narrow">
      <h1 class="title">{title}</h1>
      <p class="lead">{lead(username, frame.catalog.branding.name)}</p>
      <RefusedNotice refused={refused} beside={['password']} isOnTop />
      <form method="post" action={`${base}/choose-password`} class="form">
        <input type="text" name="username" value={username} autocomplete="username" hidden />
        <input type="hidden" name="code" value={code} />
        <NewPasswordField
          name="password"
          label={text.signIn.password}
          hint={text.account.newPasswordHint}
          refused={refused}
          autofocus
        />
        <button class="button button-primary" type="submit">
          {submit}
        </button>
      </form>
    </div>,
    { title, refused },
  );
}
