import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Crumb } from '../../../../ui/components/crumb.tsx';
import { Fact } from '../../../../ui/components/fact.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { type OrgScope, orgScopeIn, queryOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import { Done } from '../parts/done-notice.tsx';
import { format } from '../parts/format.ts';
import { show } from '../parts/frame.tsx';
import { scopeTitle } from '../parts/orgs.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type Actions, runAction } from '../parts/run-action.ts';
import { lastOf, personPath, signsInWith, UserState } from './people-tables.tsx';
import { RoleChoices, roleIn, roleName } from './roles.tsx';

const PERSON = graphql(`
  query Person($org: String, $everyOrg: Boolean) {
    viewer { orgs(first: 200) { name title } }
    users(org: $org, everyOrg: $everyOrg) {
      email role state identityProvider hasSecondFactor invitedAt invitationEndsAt lastSignInAt
    }
  }
`);

const UPDATE = graphql(
  `mutation UpdateUser($input: UpdateUserInput!) { updateUser(input: $input) { role } }`,
);

const REMOVE = graphql(`mutation RemoveUser($input: UserInput!) { removeUser(input: $input) }`);

const RESET = graphql(
  `mutation ResetSecondFactor($input: UserInput!) { resetSecondFactor(input: $input) { email } }`,
);

type User = ResultOf<typeof PERSON>['users'][number];

/** Adds the page of a person in an org: their role and their state. */
export function person(pages: ConsolePages): void {
  pages.get('/people/:email', (c) => showPerson(c));

  pages.post('/people/:email', async (c) => {
    const { session } = c.var.pageContext;
    const reach = orgScopeIn(c) ?? { org: '' };
    const email = c.req.param('email');
    const form = await readForm(c, 'action', 'role');
    const acted = await runAction(c, actions, { target: { ...reach, email }, form });
    if (!acted) return showNotFound(c);
    const { result, refused } = acted;
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

type Target = OrgScope & { readonly email: string };

/** Actions of the page's buttons. An invitation is removed as a person is. */
const actions: Actions<Target, Readonly<Record<'action' | 'role', string>>> = {
  async role(run, input, { role }) {
    await run(UPDATE, { input: { ...input, role: roleIn(role) } });
    return 'role';
  },
  async suspend(run, input) {
    await run(UPDATE, { input: { ...input, suspended: true } });
    return 'suspended';
  },
  async enable(run, input) {
    await run(UPDATE, { input: { ...input, suspended: false } });
    return 'enabled';
  },
  async resetSecondFactor(run, input) {
    await run(RESET, { input });
    return 'secondFactorReset';
  },
  async remove(run, input) {
    await run(REMOVE, { input });
    return 'removed';
  },
  async withdraw(run, input) {
    await run(REMOVE, { input });
    return 'withdrawn';
  },
};

async function showPerson(c: Context<ConsoleEnv>, refused?: PageRefusal): Promise<Response> {
  const { pageContext } = c.var;
  const reach = orgScopeIn(c) ?? { org: '' };
  const { viewer, users } = await pageContext.session.run(PERSON, reach);
  const user = users.find(({ email }) => email === c.req.param('email'));
  if (!user) return showNotFound(c);
  const where = scopeTitle(pageContext.text, reach, viewer.orgs);
  return show(
    pageContext,
    <>
      <Crumb href={`/console/people${queryOf(reach)}`}>People of {where}</Crumb>
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
          {user.hasSecondFactor && <SecondFactorReset reach={reach} user={user} where={where} />}
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
      <Fact name="Role">{roleName(user.role)}</Fact>
      <Fact name="Invited">{format.dateTime(user.invitedAt)}</Fact>
      {user.invitationEndsAt && <Fact name="The link ends">{format.dateTime(user.invitationEndsAt)}</Fact>}
      {user.state !== 'INVITED' && <Fact name="Signs in with">{signsInWith(user)}</Fact>}
      <Fact name="Last sign-in">{lastOf(user.lastSignInAt)}</Fact>
    </dl>
  );
}

type UserSectionProps = { readonly reach: OrgScope; readonly user: User };

function RoleForm({ reach, user: { email, role } }: UserSectionProps) {
  return (
    <Section id="role-heading" title="Role" class="card">
      <form method="post" action={personPath(reach, email)} class="form">
        <RoleChoices value={role} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="role">
            Save the role
          </button>
        </div>
      </form>
    </Section>
  );
}

function SecondFactorReset({ reach, user: { email }, where }: UserSectionProps & { readonly where: string }) {
  return (
    <Section id="second-factor-heading" title="Passkeys" class="card">
      <p class="text">
        Where all passkeys and recovery codes are lost: {where} opens by the password, or the identity
        provider, alone again. Other orgs are not touched.
      </p>
      <form
        method="post"
        action={personPath(reach, email)}
        data-confirm={`Ask ${email} for no passkey? Make sure that it is this person who has lost them.`}
      >
        <button class="button button-danger" type="submit" name="action" value="resetSecondFactor">
          Ask for no passkey
        </button>
      </form>
    </Section>
  );
}

function Suspension({ reach, user: { email, state } }: UserSectionProps) {
  const isSuspended = state === 'SUSPENDED';
  return (
    <Section id="suspension-heading" title={isSuspended ? 'Let in again' : 'Suspend'} class="card">
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
    </Section>
  );
}

function Removal({ reach, user: { email, state }, where }: UserSectionProps & { readonly where: string }) {
  const isInvited = state === 'INVITED';
  const name = isInvited ? 'Take the invitation back' : `Remove from ${where}`;
  return (
    <Section id="removal-heading" title={name} class="card">
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
    </Section>
  );
}
