import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Facts } from '../../../../ui/components/fact.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { orgScopeIn } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { allowsChange } from '../../rights.ts';
import { Crumbs } from '../parts/crumbs.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type Actions, runAction } from '../parts/run-action.ts';
import { useTexts } from '../parts/texts.ts';
import { UserState } from '../people/people-tables.tsx';
import { LocalPasswordField } from './local-users.tsx';
import {
  type LocalUserAddress,
  localUserPath,
  OAUTH_PATH,
  oauthTrail,
  registryPath,
} from './oauth-labels.tsx';

const LOCAL_USER = graphql(`
  query LocalUserPage($org: String!, $registry: String!, $username: String!) {
    viewer { orgs(first: 200) { name title } }
    userRegistry(org: $org, name: $registry) {
      name title
      localUser(username: $username) { username state createdAt passwordChangedAt }
    }
  }
`);
const SET_PASSWORD = graphql(`
  mutation SetLocalUserPassword($input: SetLocalUserPasswordInput!) {
    setLocalUserPassword(input: $input) { username }
  }
`);
const SET_STATE = graphql(`
  mutation SetLocalUserState($input: SetLocalUserStateInput!) { setLocalUserState(input: $input) { state } }
`);
const REMOVE = graphql(
  `mutation RemoveLocalUser($input: LocalUserInput!) { removeLocalUser(input: $input) }`,
);

type Target = { readonly org: string; readonly userRegistry: string; readonly username: string };
type LocalUserForm = { readonly action: string; readonly password: string };

/** Adds the page of a local user: the password, the state, the removal. */
export function localUser(pages: ConsolePages): void {
  pages.get('/oauth/registries/:name/users/:username', (c) => showLocalUser(c));

  pages.post('/oauth/registries/:name/users/:username', async (c) => {
    const { org, registry, username } = addressIn(c);
    const form = await readForm(c, 'action', 'password');
    const acted = await runAction(c, actions, { target: { org, userRegistry: registry, username }, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
    if (refused) return showLocalUser(c, refused);
    const next =
      result === 'localUserRemoved'
        ? registryPath(org, registry)
        : localUserPath({ org, registry, username });
    return c.redirect(`${next}&done=${result}`, 303);
  });
}

const addressIn = (c: Context<ConsoleEnv>): LocalUserAddress => ({
  org: orgScopeIn(c)?.org ?? '',
  registry: c.req.param('name') ?? '',
  username: c.req.param('username') ?? '',
});

/** Actions of the page's buttons. */
const actions: Actions<Target, LocalUserForm> = {
  async password(run, input, { password }) {
    await run(SET_PASSWORD, { input: { ...input, password } });
    return 'localUserPassword';
  },
  async suspend(run, input) {
    await run(SET_STATE, { input: { ...input, state: 'SUSPENDED' } });
    return 'localUserSuspended';
  },
  async enable(run, input) {
    await run(SET_STATE, { input: { ...input, state: 'ENABLED' } });
    return 'localUserEnabled';
  },
  async remove(run, input) {
    await run(REMOVE, { input });
    return 'localUserRemoved';
  },
};

async function showLocalUser(c: Context<ConsoleEnv>, refused?: PageRefusal): Promise<Response> {
  const { pageContext } = c.var;
  const { org, ...variables } = addressIn(c);
  const { viewer, userRegistry: registry } = await pageContext.session.run(LOCAL_USER, { org, ...variables });
  const user = registry?.localUser;
  if (!registry || !user) return showNotFound(c);
  const { username, state } = user;
  const { text, format } = pageContext;
  const path = localUserPath({ org, registry: registry.name, username });
  const trail = [
    ...oauthTrail(text.oauth, org, viewer.orgs),
    { title: registry.title, href: registryPath(org, registry.name) },
  ];
  return show(
    pageContext,
    <>
      <Crumbs org={org} trail={trail} />
      <div class="head">
        <h1 class="title">{username}</h1>
        <UserState state={state} />
      </div>
      <RefusedNotice refused={refused} beside={['password']} />
      <Done done={c.req.query('done')} />
      <Facts
        facts={{
          [text.oauth.localUser.added]: format.dateTime(user.createdAt),
          [text.oauth.localUser.passwordSet]: format.dateTime(user.passwordChangedAt),
        }}
      />
      {allowsChange(pageContext.session) && (
        <div class="section columns">
          <PasswordForm path={path} refused={refused} />
          <div class="stack">
            <Suspension path={path} isSuspended={state === 'SUSPENDED'} />
            <Removal path={path} username={username} />
          </div>
        </div>
      )}
    </>,
    { title: username, menu: OAUTH_PATH, org, refused },
  );
}

type FormProps = { readonly path: string };

function PasswordForm({ path, refused }: FormProps & { readonly refused: PageRefusal | undefined }) {
  const text = useTexts().text.oauth.localUser;
  return (
    <Section id="password-heading" title={text.anotherPassword} class="card">
      <form method="post" action={path} class="form">
        <LocalPasswordField label={text.newPassword} refused={refused} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="password">
            {text.setPassword}
          </button>
        </div>
      </form>
    </Section>
  );
}

function Suspension({ path, isSuspended }: FormProps & { readonly isSuspended: boolean }) {
  const text = useTexts().text.oauth.localUser;
  return (
    <Section id="suspension-heading" title={isSuspended ? text.enable : text.suspend} class="card">
      <p class="text">{isSuspended ? text.enableText : text.suspendText}</p>
      <form method="post" action={path}>
        <button
          class={`button${isSuspended ? '' : ' button-danger'}`}
          type="submit"
          name="action"
          value={isSuspended ? 'enable' : 'suspend'}
        >
          {isSuspended ? text.enable : text.suspend}
        </button>
      </form>
    </Section>
  );
}

function Removal({ path, username }: FormProps & { readonly username: string }) {
  const text = useTexts().text.oauth.localUser;
  return (
    <Section id="removal-heading" title={text.remove} class="card">
      <p class="text">{text.removeText}</p>
      <form method="post" action={path} data-confirm={text.removeQuestion(username)}>
        <button class="button button-danger" type="submit" name="action" value="remove">
          {text.remove}
        </button>
      </form>
    </Section>
  );
}
