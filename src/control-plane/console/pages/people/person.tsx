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
import { show } from '../parts/frame.tsx';
import { scopeTitle } from '../parts/orgs.tsx';
import { showNotFound } from '../parts/problem.tsx';
import { type Actions, runAction } from '../parts/run-action.ts';
import { useTexts } from '../parts/texts.ts';
import { Moment } from '../parts/when.tsx';
import { personPath, UserState } from './people-tables.tsx';
import { RoleChoices, roleIn } from './roles.tsx';

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
      <Crumb href={`/console/people${queryOf(reach)}`}>{pageContext.text.people.title(where)}</Crumb>
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
  const { text, format } = useTexts();
  const { people } = text;
  return (
    <dl class="facts">
      <Fact name={people.role}>{text.label(user.role)}</Fact>
      <Fact name={people.personPage.invited}>{format.dateTime(user.invitedAt)}</Fact>
      {user.invitationEndsAt && (
        <Fact name={people.personPage.linkEnds}>{format.dateTime(user.invitationEndsAt)}</Fact>
      )}
      {user.state !== 'INVITED' && <Fact name={people.signsIn}>{people.signsInWith(user)}</Fact>}
      <Fact name={people.lastSignIn}>
        <Moment at={user.lastSignInAt} />
      </Fact>
    </dl>
  );
}

type UserSectionProps = { readonly reach: OrgScope; readonly user: User };

function RoleForm({ reach, user: { email, role } }: UserSectionProps) {
  const { people } = useTexts().text;
  return (
    <Section id="role-heading" title={people.role} class="card">
      <form method="post" action={personPath(reach, email)} class="form">
        <RoleChoices value={role} />
        <div>
          <button class="button button-primary" type="submit" name="action" value="role">
            {people.personPage.saveRole}
          </button>
        </div>
      </form>
    </Section>
  );
}

function SecondFactorReset({ reach, user: { email }, where }: UserSectionProps & { readonly where: string }) {
  const words = useTexts().text.people.personPage;
  return (
    <Section id="second-factor-heading" title={words.passkeys} class="card">
      <p class="text">{words.resetText(where)}</p>
      <form method="post" action={personPath(reach, email)} data-confirm={words.confirmReset(email)}>
        <button class="button button-danger" type="submit" name="action" value="resetSecondFactor">
          {words.reset}
        </button>
      </form>
    </Section>
  );
}

function Suspension({ reach, user: { email, state } }: UserSectionProps) {
  const words = useTexts().text.people.personPage;
  const isSuspended = state === 'SUSPENDED';
  return (
    <Section id="suspension-heading" title={isSuspended ? words.enable : words.suspend} class="card">
      <p class="text">{isSuspended ? words.enableText : words.suspendText}</p>
      <form method="post" action={personPath(reach, email)}>
        <button
          class={`button${isSuspended ? '' : ' button-danger'}`}
          type="submit"
          name="action"
          value={isSuspended ? 'enable' : 'suspend'}
        >
          {isSuspended ? words.enable : words.suspend}
        </button>
      </form>
    </Section>
  );
}

function Removal({ reach, user: { email, state }, where }: UserSectionProps & { readonly where: string }) {
  const words = useTexts().text.people.personPage;
  const isInvited = state === 'INVITED';
  const name = isInvited ? words.withdraw : words.remove(where);
  return (
    <Section id="removal-heading" title={name} class="card">
      <p class="text">{isInvited ? words.withdrawText : words.removeText}</p>
      <form method="post" action={personPath(reach, email)} data-confirm={words.confirm(name, email)}>
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
