import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { Refusal } from '../../../../foundation/errors.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, NewPasswordField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import type { ConsoleDeps } from '../../console-deps.ts';
import { graphql } from '../../graphql.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { endSession, readSession, writeSession } from '../../session-cookie.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { useTexts } from '../parts/texts.ts';
import { passkeyIsland } from './passkey-form.tsx';
import { PASSKEYS, Passkeys } from './passkeys.tsx';

const ACCOUNT = graphql(
  `
    query Account {
      viewer { name role identityProvider memberships(first: 200) { org title role current } ...Passkeys }
    }
  `,
  [PASSKEYS],
);

const CHANGE_PASSWORD = graphql(`
  mutation ChangePassword($input: ChangePasswordInput!) { changePassword(input: $input) }
`);

const SIGN_OUT_EVERYWHERE = graphql(`mutation SignOutEverywhere { signOutEverywhere }`);

type Viewer = ResultOf<typeof ACCOUNT>['viewer'];

/** Adds the account page of the signed-in person: the org, the passkeys and the password. */
export function account(pages: ConsolePages, { people }: ConsoleDeps): void {
  pages.get('/account', (c) => showAccount(c));

  pages.post('/account/password', async (c) => {
    const input = await readForm(c, 'currentPassword', 'newPassword');
    const { refused } = await attempt(c.var.pageContext.session.run(CHANGE_PASSWORD, { input }));
    return refused
      ? showAccount(c, { password: refused })
      : c.redirect('/console/account?done=password', 303);
  });

  pages.post('/account/sign-out-everywhere', async (c) => {
    await c.var.pageContext.session.run(SIGN_OUT_EVERYWHERE);
    endSession(c);
    return c.redirect('/console/sign-in', 303);
  });

  pages.post('/account/org', async (c) => {
    const { org } = await readForm(c, 'org');
    const token = readSession(c) ?? '';
    writeSession(c, { token, expiresAt: await people.enterOrg(token, org, c.env.address) });
    return c.redirect('/console/overview', 303);
  });
}

/** A refused form, and the part of the page that it stands in. */
type AccountRefusals = { readonly password?: PageRefusal; readonly passkey?: PageRefusal | Refusal };

/**
 * Shows the account page. An access token has no password and no passkey, and manages the orgs that it was made for.
 */
export async function showAccount(
  c: Context<ConsoleEnv>,
  { password, passkey }: AccountRefusals = {},
): Promise<Response> {
  const { pageContext } = c.var;
  if (pageContext.session.userId === undefined) return showNotFound(c);
  const { viewer } = await pageContext.session.run(ACCOUNT);
  const text = pageContext.text.account;
  return show(
    pageContext,
    <>
      <h1 class="title">{viewer.name}</h1>
      <Done done={c.req.query('done')} />
      <Passkeys viewer={viewer} refused={passkey} assets={pageContext.assets} />
      <div class="section columns">
        <div class="stack">
          <Memberships viewer={viewer} />
          <Sessions />
        </div>
        {viewer.identityProvider === null && <PasswordForm viewer={viewer} refused={password} />}
      </div>
    </>,
    {
      title: text.title,
      menu: '/console/account',
      refused: password ?? passkey,
      island: passkeyIsland({
        purpose: 'REGISTRATION',
        isFirstSeen: false,
        url: pageContext.url,
        texts: text.passkeyForm.faults,
      }),
    },
  );
}

function Memberships({ viewer: { memberships } }: { viewer: Viewer }) {
  const { text: all } = useTexts();
  const text = all.account.memberships;
  return (
    <Section id="orgs-heading" title={text.title} class="card">
      <ul class="plain-list">
        {memberships.map(({ org, title, role, current }) => (
          <li>
            {text.of(title, all.label(role))} {current && text.current}
            {!current && (
              <form method="post" action="/console/account/org">
                <button class="button" type="submit" name="org" value={org ?? ''}>
                  {text.goTo(title)}
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      <p class="small quiet">{text.others}</p>
    </Section>
  );
}

function Sessions() {
  const text = useTexts().text.account.sessions;
  return (
    <Section id="sessions-heading" title={text.title} class="card">
      <form method="post" action="/console/account/sign-out-everywhere">
        <button class="button button-danger" type="submit">
          {text.signOutEverywhere}
        </button>
      </form>
    </Section>
  );
}

type PasswordFormProps = { readonly viewer: Viewer; readonly refused: PageRefusal | undefined };

/** The address is there for password managers. */
function PasswordForm({ viewer, refused }: PasswordFormProps) {
  const text = useTexts().text.account.password;
  return (
    <Section id="password-heading" title={text.title} class="card">
      <RefusedNotice refused={refused} beside={['currentPassword', 'newPassword']} />
      <form method="post" action="/console/account/password" class="form">
        <input type="text" name="email" value={viewer.name} autocomplete="username" hidden />
        <Field
          name="currentPassword"
          type="password"
          label={text.current}
          refused={refused}
          autocomplete="current-password"
          required
        />
        <NewPasswordField name="newPassword" label={text.chosen} hint={text.chosenHint} refused={refused} />
        <button class="button button-primary" type="submit">
          {text.submit}
        </button>
      </form>
    </Section>
  );
}
