import type { ResultOf } from 'gql.tada';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../graphql/run-document.ts';
import { Badge } from '../../ui/badge.tsx';
import { Field } from '../../ui/field.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Done } from './done.tsx';
import { readForm } from './form.ts';
import { show } from './frame.tsx';
import { graphql } from './graphql.ts';
import { askToSignIn } from './problem.tsx';
import { endSession } from './session-cookie.ts';
import type { PortalEnv, PortalPages, Visit } from './visit.ts';

const ACCOUNT = graphql(`
  query Account {
    viewer { username email consumerOrg { title } sessions { id createdAt expiresAt current } }
  }
`);

const CHANGE_PASSWORD = graphql(`
  mutation ChangePassword($currentPassword: String!, $newPassword: String!) {
    changePassword(currentPassword: $currentPassword, newPassword: $newPassword)
  }
`);

const SIGN_OUT_EVERYWHERE = graphql(`mutation SignOutEverywhere { signOutEverywhere }`);

type Viewer = NonNullable<ResultOf<typeof ACCOUNT>['viewer']>;

/** Who is signed in and where, and the password. */
export function account(pages: PortalPages): void {
  pages.get('/account', (c) => showAccount(c));

  pages.post('/account/password', async (c) => {
    const { base, run } = c.var.visit;
    const passwords = await readForm(c, 'currentPassword', 'newPassword');
    const { refused } = await attempt(run(CHANGE_PASSWORD, passwords));
    return refused ? showAccount(c, refused) : c.redirect(`${base}/account?done=passwordChanged`, 303);
  });

  pages.post('/account/sign-out-everywhere', async (c) => {
    const { address, base, run } = c.var.visit;
    await run(SIGN_OUT_EVERYWHERE);
    endSession(c, address);
    return c.redirect(`${base}/sign-in`, 303);
  });
}

async function showAccount(c: Context<PortalEnv>, refused?: PageRefusal): Promise<Response> {
  const { visit } = c.var;
  const { account: text } = visit.text;
  const { viewer } = await visit.run(ACCOUNT);
  if (!viewer) return askToSignIn(c);
  return show(
    c,
    <>
      <h1 class="title">{text.title}</h1>
      <Done visit={visit} done={c.req.query('done')} />
      <div class="columns">
        <div class="stack">
          <Person visit={visit} viewer={viewer} />
          <Sessions visit={visit} viewer={viewer} />
        </div>
        <PasswordForm visit={visit} viewer={viewer} refused={refused} />
      </div>
    </>,
    { title: text.title, menu: 'account', status: refused?.status ?? 200 },
  );
}

function Person({ visit: { text }, viewer }: { visit: Visit; viewer: Viewer }) {
  return (
    <section class="card">
      <dl class="facts">
        <dt class="facts-name">{text.signIn.username}</dt>
        <dd class="facts-value">{viewer.username}</dd>
        {viewer.email !== null && (
          <>
            <dt class="facts-name">{text.account.email}</dt>
            <dd class="facts-value">{viewer.email}</dd>
          </>
        )}
        <dt class="facts-name">{text.account.consumerOrg}</dt>
        <dd class="facts-value">{viewer.consumerOrg.title}</dd>
      </dl>
    </section>
  );
}

function Sessions({ visit: { base, text, format }, viewer }: { visit: Visit; viewer: Viewer }) {
  return (
    <section class="card" aria-labelledby="sessions-heading">
      <h2 class="heading" id="sessions-heading">
        {text.account.sessions}
      </h2>
      <ul class="plain-list">
        {viewer.sessions.map(({ createdAt, expiresAt, current }) => (
          <li>
            {text.account.session(createdAt)} {current && <Badge tone="good">{text.account.current}</Badge>}
            <p class="hint">{text.account.until(format.dateTime(expiresAt))}</p>
          </li>
        ))}
      </ul>
      <form method="post" action={`${base}/account/sign-out-everywhere`}>
        <button class="button button-danger" type="submit">
          {text.account.signOutEverywhere}
        </button>
      </form>
    </section>
  );
}

const fields = ['currentPassword', 'newPassword'];

type PasswordFormProps = {
  readonly visit: Visit;
  readonly viewer: Viewer;
  readonly refused: PageRefusal | undefined;
};

/** The username is there for password managers. */
function PasswordForm({ visit, viewer, refused }: PasswordFormProps) {
  const { base, text } = visit;
  const errorOf = (field: string) => (refused?.field === field ? refused.message : undefined);
  return (
    <section class="card" aria-labelledby="password-heading">
      <h2 class="heading" id="password-heading">
        {text.account.changePassword}
      </h2>
      {refused && !fields.includes(refused.field ?? '') && (
        <Notice tone="danger">
          <p class="text">{refused.message}</p>
        </Notice>
      )}
      <form method="post" action={`${base}/account/password`} class="form">
        <input type="text" name="username" value={viewer.username} autocomplete="username" hidden />
        <Field
          name="currentPassword"
          type="password"
          label={text.account.currentPassword}
          error={errorOf('currentPassword')}
          autocomplete="current-password"
          required
        />
        <Field
          name="newPassword"
          type="password"
          label={text.account.newPassword}
          hint={text.account.newPasswordHint}
          error={errorOf('newPassword')}
          autocomplete="new-password"
          minlength={8}
          maxlength={256}
          required
        />
        <button class="button button-primary" type="submit">
          {text.account.changePassword}
        </button>
      </form>
    </section>
  );
}
