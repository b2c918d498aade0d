import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { Field, NewPasswordField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';
import { passkeyIsland } from '../sign-in/passkey-island.ts';
import { endSession } from '../sign-in/session-cookie.ts';
import { Mail, type RefusedMail } from './mail.tsx';
import { Passkeys } from './passkeys.tsx';

const ACCOUNT = graphql(`
  query Account {
    catalog { takesPasskeys }
    viewer {
      username email emailVerified emailVerification { email expiresAt ended } noticesByMail hasPassword role consumerOrg { title } passkeys { id name createdAt lastUsedAt }
      sessions(first: 200) { id createdAt expiresAt current }
    }
  }
`);

const CHANGE_PASSWORD = graphql(`
  mutation ChangePassword($currentPassword: String!, $newPassword: String!) {
    changePassword(currentPassword: $currentPassword, newPassword: $newPassword)
  }
`);

const SIGN_OUT_ELSEWHERE = graphql(`mutation SignOutElsewhere { signOutElsewhere }`);
const END_SESSION = graphql(`mutation EndSession($id: ID!) { endSession(id: $id) }`);
const SIGN_OUT_EVERYWHERE = graphql(`mutation SignOutEverywhere { signOutEverywhere }`);

type Viewer = NonNullable<ResultOf<typeof ACCOUNT>['viewer']>;

/** Adds the account page: the person and the portal, and the password. */
export function account(pages: PortalPages): void {
  pages.get('/account', (c) => showAccount(c));

  pages.post('/account/password', async (c) => {
    const { base, run } = c.var.pageContext;
    const passwords = await readForm(c, 'currentPassword', 'newPassword');
    const { refused } = await attempt(run(CHANGE_PASSWORD, passwords));
    return refused
      ? showAccount(c, { password: refused })
      : c.redirect(`${base}/account?done=passwordChanged`, 303);
  });

  pages.post('/account/end-session', async (c) => {
    const { base, run } = c.var.pageContext;
    const { refused } = await attempt(run(END_SESSION, await readForm(c, 'id')));
    return refused
      ? showAccount(c, { session: refused })
      : c.redirect(`${base}/account?done=sessionsEnded`, 303);
  });

  pages.post('/account/sign-out-elsewhere', async (c) => {
    const { base, run } = c.var.pageContext;
    await run(SIGN_OUT_ELSEWHERE);
    return c.redirect(`${base}/account?done=sessionsEnded`, 303);
  });

  pages.post('/account/sign-out-everywhere', async (c) => {
    const { address, base, run } = c.var.pageContext;
    await run(SIGN_OUT_EVERYWHERE);
    endSession(c, address);
    return c.redirect(`${base}/sign-in`, 303);
  });
}

/** Refusals by the form that was sent. */
type Refusals = {
  readonly password?: PageRefusal;
  readonly session?: PageRefusal;
  readonly passkey?: PageRefusal;
  readonly mail?: RefusedMail;
  /** Refusal of the mail that verifies an address. */
  readonly verification?: PageRefusal;
};

export async function showAccount(c: Context<PortalEnv>, refused: Refusals = {}): Promise<Response> {
  const { pageContext } = c.var;
  const { account: text } = pageContext.text;
  const { viewer, catalog } = await pageContext.run(ACCOUNT);
  if (!viewer) return askToSignIn(c);
  return show(
    c,
    <>
      <h1 class="title">{text.title}</h1>
      <Done pageContext={pageContext} done={c.req.query('done')} />
      <RefusedNotice refused={refused.session} />
      <div class="columns">
        <div class="stack">
          <Person pageContext={pageContext} viewer={viewer} />
          <Mail
            pageContext={pageContext}
            viewer={viewer}
            refused={refused.mail}
            notSent={refused.verification}
          />
          <Sessions pageContext={pageContext} viewer={viewer} />
        </div>
        <div class="stack">
          <PasswordForm pageContext={pageContext} viewer={viewer} refused={refused.password} />
          {catalog.takesPasskeys && (
            <Passkeys pageContext={pageContext} passkeys={viewer.passkeys} refused={refused.passkey} />
          )}
        </div>
      </div>
    </>,
    {
      title: text.title,
      menu: 'account',
      refused:
        refused.password ??
        refused.session ??
        refused.passkey ??
        refused.verification ??
        refused.mail?.refused,
      ...(catalog.takesPasskeys && { island: passkeyIsland(pageContext, 'REGISTRATION') }),
    },
  );
}

function Person({ pageContext: { base, text }, viewer }: { pageContext: PortalPageContext; viewer: Viewer }) {
  return (
    <section class="card">
      <dl class="facts">
        <Fact name={text.signIn.username}>{viewer.username}</Fact>
        <Fact name={text.account.consumerOrg}>{viewer.consumerOrg.title}</Fact>
        <Fact name={text.team.role}>{text.team.roles[viewer.role].name}</Fact>
      </dl>
      <p>
        <a class="link" href={`${base}/team`}>
          {text.team.see}
        </a>
      </p>
      <p>
        <a class="link" href={`${base}/account/data.json`} download>
          {text.account.ownData}
        </a>
      </p>
      <p>
        <a class="link" href={`${base}/quotas`}>
          {text.quotas.see}
        </a>
      </p>
    </section>
  );
}

function Sessions({
  pageContext: { base, text, format },
  viewer,
}: {
  pageContext: PortalPageContext;
  viewer: Viewer;
}) {
  return (
    <Section id="sessions-heading" title={text.account.sessions} class="card">
      <ul class="plain-list">
        {viewer.sessions.map(({ id, createdAt, expiresAt, current }) => (
          <li>
            <Timed format={format} text={text.account.session(createdAt)} at={createdAt} />{' '}
            {current && <Badge tone="good">{text.account.current}</Badge>}
            <p class="hint">
              <Timed format={format} text={text.account.until(format.dateTime(expiresAt))} at={expiresAt} />
            </p>
            {!current && (
              <form method="post" action={`${base}/account/end-session`}>
                <input type="hidden" name="id" value={id} />
                <button class="button button-small" type="submit">
                  {text.account.endSession}
                  <span class="visually-hidden"> {format.dateTime(createdAt)}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
      {viewer.sessions.length > 1 && (
        <form method="post" action={`${base}/account/sign-out-elsewhere`}>
          <button class="button" type="submit">
            {text.account.signOutElsewhere}
          </button>
        </form>
      )}
      <form method="post" action={`${base}/account/sign-out-everywhere`}>
        <button class="button button-danger" type="submit">
          {text.account.signOutEverywhere}
        </button>
      </form>
    </Section>
  );
}

type PasswordFormProps = {
  readonly pageContext: PortalPageContext;
  readonly viewer: Viewer;
  readonly refused: PageRefusal | undefined;
};

/** The username is there for password managers. */
function PasswordForm({ pageContext, viewer, refused }: PasswordFormProps) {
  const { base, text } = pageContext;
  return (
    <Section id="password-heading" title={text.account.changePassword} class="card">
      <RefusedNotice refused={refused} beside={['currentPassword', 'newPassword']} />
      <form method="post" action={`${base}/account/password`} class="form">
        <input type="text" name="username" value={viewer.username} autocomplete="username" hidden />
        <Field
          name="currentPassword"
          type="password"
          label={text.account.currentPassword}
          refused={refused}
          autocomplete="current-password"
          required
        />
        <NewPasswordField
          name="newPassword"
          label={text.account.newPassword}
          hint={text.account.newPasswordHint}
          refused={refused}
        />
        <button class="button button-primary" type="submit">
          {text.account.changePassword}
        </button>
      </form>
    </Section>
  );
}
