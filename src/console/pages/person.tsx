import type { ResultOf } from 'gql.tada';
import type { Context } from 'hono';
import { attempt, type PageRefusal, type Run } from '../../graphql/run-document.ts';
import { format } from '../format.ts';
import { graphql } from '../graphql.ts';
import { queryOf, type Reach, reachIn, titleOf } from '../reach.ts';
import { type ConsoleEnv, type ConsolePages, readForm } from '../visit.ts';
import { Done, type DoneKey } from './done.tsx';
import { show } from './frame.tsx';
import { lastOf, personPath, signsInWith, UserState } from './people-tables.tsx';
import { showNotFound } from './problem.tsx';
import { RefusedNotice } from './refused.tsx';
import { RoleChoices, roleIn, roleName } from './roles.tsx';

const PERSON = graphql(`
  query Person($org: String, $everyOrg: Boolean) {
    viewer { orgs { name title } }
    users(org: $org, everyOrg: $everyOrg) {
      email role state identityProvider invitedAt invitationEndsAt lastSignInAt
    }
  }
`);

const UPDATE = graphql(
  `mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { role } }`,
);

const REMOVE = graphql(`mutation RemoveUser($input: UserInput!) { removeUser(input: $input) }`);

type User = ResultOf<typeof PERSON>['users'][number];

/** A person of an org: the role, and whether she may come in. */
export function person(pages: ConsolePages): void {
  pages.get('/people/:email', (c) => showPerson(c));

  pages.post('/people/:email', async (c) => {
    const { session } = c.var.visit;
    const reach = reachIn(c) ?? { org: '' };
    const email = c.req.param('email');
    const form = await readForm(c, 'action', 'role');
    const { result, refused } = await attempt(change(session.run, { ...reach, email }, form));
    if (refused) return showPerson(c, refused);
    // Who is no administrator any more does not see this page.
    const isOwn = session.userId !== undefined && session.name === email;
    if (isOwn && result === 'role' && form.role !== 'ADMINISTRATOR')
      return c.redirect('/console/overview', 303);
    const query = `${queryOf(reach)}&done=${result}`;
    const isGone = result === 'removed' || result === 'withdrawn';
    return c.redirect(`/console/people${isGone ? '' : `/${encodeURIComponent(email)}`}${query}`, 303);
  });
}

type Target = Reach & { readonly email: string };

/** What a button asked for, done. */
async function change(
  run: Run,
  input: Target,
  { action, role }: Readonly<Record<'action' | 'role', string>>,
): Promise<DoneKey> {
  if (action === 'remove' || action === 'withdraw') {
    await run(REMOVE, { input });
    return action === 'remove' ? 'removed' : 'withdrawn';
  }
  if (action === 'suspend' || action === 'enable') {
    const suspended = action === 'suspend';
    await run(UPDATE, { input: { ...input, suspended } });
    return suspended ? 'suspended' : 'enabled';
  }
  await run(UPDATE, { input: { ...input, role: roleIn(role) } });
  return 'role';
}

async function showPerson(c: Context<ConsoleEnv>, refused?: PageRefusal): Promise<Response> {
  const { visit } = c.var;
  const reach = reachIn(c) ?? { org: '' };
  const { viewer, users } = await visit.session.run(PERSON, reach);
  const user = users.find(({ email }) => email === c.req.param('email'));
  if (!user) return showNotFound(c);
  const where = titleOf(reach, viewer.orgs);
  return show(
    visit,
    <>
      <p class="crumbs">
        <a class="link" href={`/console/people${queryOf(reach)}`}>
          People of {where}
        </a>
      </p>
      <div class="head">
        <h1 class="title">{user.email}</h1>
        <UserState state={user.state} />
      </div>
      <RefusedNotice refused={refused} />
      <Done done={c.req.query('done')} />
      <Facts user={user} />
      <div class="section columns">
        <RoleForm reach={reach} user={user} />
        <div class="stack">
          {user.state !== 'INVITED' && <Suspension reach={reach} user={user} />}
          <Removal reach={reach} user={user} where={where} />
        </div>
      </div>
    </>,
    { title: user.email, menu: '/console/people', org: reach.org, refused },
  );
}

function Facts({ user }: { user: User }) {
  return (
    <dl class="facts">
      <dt class="facts-name">Role</dt>
      <dd class="facts-value">{roleName(user.role)}</dd>
      <dt class="facts-name">Invited</dt>
      <dd class="facts-value">{format.dateTime(user.invitedAt)}</dd>
      {user.invitationEndsAt && (
        <>
          <dt class="facts-name">The link ends</dt>
          <dd class="facts-value">{format.dateTime(user.invitationEndsAt)}</dd>
        </>
      )}
      {user.state !== 'INVITED' && (
        <>
          <dt class="facts-name">Signs in with</dt>
          <dd class="facts-value">{signsInWith(user.identityProvider)}</dd>
        </>
      )}
      <dt class="facts-name">Last sign-in</dt>
      <dd class="facts-value">{lastOf(user.lastSignInAt)}</dd>
    </dl>
  );
}

type Part = { readonly reach: Reach; readonly user: User };

function RoleForm({ reach, user: { email, role } }: Part) {
  return (
    <section class="card" aria-labelledby="role-heading">
      <h2 class="heading" id="role-heading">
        Role
      </h2>
      <form method="post" action={personPath(reach, email)} class="form">
        <RoleChoices value={role} />
        <div>
          <button class="button button-primary" type="submit">
            Save the role
          </button>
        </div>
      </form>
    </section>
  );
}

function Suspension({ reach, user: { email, state } }: Part) {
  const isSuspended = state === 'SUSPENDED';
  return (
    <section class="card" aria-labelledby="suspension-heading">
      <h2 class="heading" id="suspension-heading">
        {isSuspended ? 'Let in again' : 'Suspend'}
      </h2>
      <p class="text">
        {isSuspended
          ? 'The role, the password and the access tokens are as they were.'
          : 'Keeps this person out at once, with all access tokens of theirs, until you let them in again.'}
      </p>
      <form method="post" action={personPath(reach, email)}>
        <button
          class={`button${isSuspended ? '' : ' button-danger'}`}
          type="submit"
          name="action"
          value={isSuspended ? 'enable' : 'suspend'}
        >
          {isSuspended ? 'Let in again' : 'Suspend'}
        </button>
      </form>
    </section>
  );
}

function Removal({ reach, user: { email, state }, where }: Part & { readonly where: string }) {
  const isInvited = state === 'INVITED';
  const name = isInvited ? 'Take the invitation back' : `Remove from ${where}`;
  return (
    <section class="card" aria-labelledby="removal-heading">
      <h2 class="heading" id="removal-heading">
        {name}
      </h2>
      <p class="text">
        {isInvited
          ? 'The link leads nowhere any more.'
          : 'Ends all sessions and access tokens of this person. To come back takes another invitation.'}
      </p>
      <form method="post" action={personPath(reach, email)} data-confirm={`${name}: ${email}?`}>
        <button
          class="button button-danger"
          type="submit"
          name="action"
          value={isInvited ? 'withdraw' : 'remove'}
        >
          {name}
        </button>
      </form>
    </section>
  );
}
