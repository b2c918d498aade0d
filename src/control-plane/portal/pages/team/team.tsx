import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { type MemberRole, memberRoles } from '../../../../domain/consumer/team.ts';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Notice } from '../../../../ui/components/notice.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Timed } from '../../../../ui/components/time.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { Copyable } from '../parts/copyable.tsx';
import { Done } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { graphql } from '../parts/graphql.ts';
import type { PortalEnv, PortalPageContext, PortalPages } from '../parts/page-context.ts';
import { askToSignIn } from '../parts/problem.tsx';
import { Activities, activityTitles } from './activities.tsx';
import { InviteForm } from './invite-form.tsx';
import { leaveCurrent } from './leave-current.ts';

const TEAM = graphql(`
  query Team {
    viewer {
      username role
      consumerOrg {
        name title
        members(first: 200) { username role }
        invitations(first: 50) { id role email invitedBy expiresAt }
        activities(first: 50) { at username action subject }
      }
    }
  }
`);

const INVITE = graphql(`
  mutation InviteMember($role: MemberRole!, $email: String) { inviteMember(role: $role, email: $email) { url sent } }
`);
const REVOKE = graphql(`mutation RevokeInvitation($id: ID!) { revokeInvitation(id: $id) }`);
const SET_ROLE = graphql(`
  mutation SetMemberRole($username: String!, $role: MemberRole!) { setMemberRole(username: $username, role: $role) }
`);
const HAND_OVER = graphql(
  `mutation HandOver($username: String!) { handOverConsumerOrg(username: $username) }`,
);
const REMOVE = graphql(`mutation RemoveMember($username: String!) { removeMember(username: $username) }`);
const LEAVE = graphql(`mutation Leave { leaveConsumerOrg }`);

type Viewer = NonNullable<ResultOf<typeof TEAM>['viewer']>;
type Issued = ResultOf<typeof INVITE>['inviteMember'];
type PageState = { readonly refused?: PageRefusal; readonly issued?: Issued };
type Props = { readonly pageContext: PortalPageContext; readonly viewer: Viewer };

const roleOf = (text: string): MemberRole => memberRoles.find((role) => role === text) ?? 'VIEWER';

/** Adds the page of an organization's people: roles, invitations, activities, ways out. */
export function team(pages: PortalPages): void {
  pages.get('/team', (c) => showTeam(c));

  pages.post('/team/invite', async (c) => {
    const { role, email } = await readForm(c, 'role', 'email');
    const { result, refused } = await attempt(
      c.var.pageContext.run(INVITE, { role: roleOf(role), email: email.trim() || null }),
    );
    return refused ? showTeam(c, { refused }) : showTeam(c, { issued: result.inviteMember });
  });

  pages.post('/team/revoke', async (c) => {
    const { run } = c.var.pageContext;
    return answer(c, await attempt(run(REVOKE, await readForm(c, 'id'))), 'invitationRevoked');
  });

  pages.post('/team/role', async (c) => {
    const { username, role } = await readForm(c, 'username', 'role');
    return answer(
      c,
      await attempt(c.var.pageContext.run(SET_ROLE, { username, role: roleOf(role) })),
      'saved',
    );
  });

  pages.post('/team/hand-over', async (c) => {
    const { run } = c.var.pageContext;
    return answer(c, await attempt(run(HAND_OVER, await readForm(c, 'username'))), 'handedOver');
  });

  pages.post('/team/remove', async (c) => {
    const { run } = c.var.pageContext;
    return answer(c, await attempt(run(REMOVE, await readForm(c, 'username'))), 'memberRemoved');
  });

  pages.post('/team/leave', (c) =>
    leaveCurrent(c, async () => {
      const { refused } = await attempt(c.var.pageContext.run(LEAVE));
      return refused && showTeam(c, { refused });
    }),
  );
}

function answer(
  c: Context<PortalEnv>,
  { refused }: { readonly refused?: PageRefusal | undefined },
  done: string,
): Response | Promise<Response> {
  if (refused) return showTeam(c, { refused });
  return c.redirect(`${c.var.pageContext.base}/team?done=${done}`, 303);
}

async function showTeam(c: Context<PortalEnv>, { refused, issued }: PageState = {}): Promise<Response> {
  const { pageContext } = c.var;
  const { viewer } = await pageContext.run(TEAM);
  if (!viewer) return askToSignIn(c);
  const words = pageContext.text.team;
  const titles = await activityTitles(pageContext);
  return show(
    c,
    <>
      <h1 class="title">{words.title(viewer.consumerOrg.title)}</h1>
      <p class="lead">{words.lead[viewer.role]}</p>
      <Done pageContext={pageContext} done={c.req.query('done')} />
      <RefusedNotice refused={refused} beside={['email']} />
      {issued && <Link pageContext={pageContext} issued={issued} />}
      <div class="columns">
        <div class="stack">
          <People pageContext={pageContext} viewer={viewer} />
          <Invitations pageContext={pageContext} viewer={viewer} />
          <Activities pageContext={pageContext} activities={viewer.consumerOrg.activities} titles={titles} />
        </div>
        <div class="stack">
          {viewer.role === 'OWNER' && <InviteForm pageContext={pageContext} refused={refused} />}
          <WaysOut pageContext={pageContext} viewer={viewer} />
        </div>
      </div>
    </>,
    { title: words.title(viewer.consumerOrg.title), menu: 'account', refused },
  );
}

function Link({ pageContext, issued }: { pageContext: PortalPageContext; issued: Issued }) {
  const words = pageContext.text.team;
  return (
    <Notice tone="success">
      <p class="text">{issued.url === null ? words.linkSent : words.linkMade}</p>
      {issued.url !== null && <Copyable pageContext={pageContext} value={issued.url} what={words.link} />}
    </Notice>
  );
}

function People({ pageContext, viewer }: Props) {
  const words = pageContext.text.team;
  return (
    <Section id="people-heading" title={words.people} class="card">
      <ul class="plain-list">
        {viewer.consumerOrg.members.map(({ username, role }, index) => (
          <li class="stack">
            <span class="row">
              <strong>{username}</strong> <Badge>{words.roles[role].name}</Badge>
              {username === viewer.username && <span class="hint">{words.you}</span>}
            </span>
            {viewer.role === 'OWNER' && username !== viewer.username && (
              <PersonForms pageContext={pageContext} username={username} role={role} id={`role-${index}`} />
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

type PersonFormsProps = {
  readonly pageContext: PortalPageContext;
  readonly username: string;
  readonly role: MemberRole;
  readonly id: string;
};

function PersonForms({ pageContext: { base, text }, username, role, id }: PersonFormsProps) {
  const words = text.team;
  const who = <input type="hidden" name="username" value={username} />;
  const of = <span class="visually-hidden"> {username}</span>;
  return (
    <div class="row">
      <form method="post" action={`${base}/team/role`} class="row">
        {who}
        <label class="visually-hidden" for={id}>
          {words.roleOf(username)}
        </label>
        <select class="input select" id={id} name="role">
          {memberRoles.map((each) => (
            <option value={each} selected={each === role}>
              {words.roles[each].name}
            </option>
          ))}
        </select>
        <button class="button button-small" type="submit">
          {words.setRole}
          {of}
        </button>
      </form>
      {role !== 'OWNER' && (
        <form method="post" action={`${base}/team/hand-over`} data-confirm={words.confirmHandOver(username)}>
          {who}
          <button class="button button-small" type="submit">
            {words.handOver}
            {of}
          </button>
        </form>
      )}
      <form method="post" action={`${base}/team/remove`} data-confirm={words.confirmRemoval(username)}>
        {who}
        <button class="button button-small button-danger" type="submit">
          {words.remove}
          {of}
        </button>
      </form>
    </div>
  );
}

function Invitations({ pageContext: { base, text, format }, viewer }: Props) {
  const words = text.team;
  const { invitations } = viewer.consumerOrg;
  return (
    <Section id="invitations-heading" title={words.invitations} class="card">
      {invitations.length === 0 && <p class="hint">{words.noInvitations}</p>}
      <ul class="plain-list">
        {invitations.map(({ id, role, email, invitedBy, expiresAt }) => (
          <li class="row">
            <span>
              {email ?? words.whoeverHasLink} <Badge>{words.roles[role].name}</Badge>
              <p class="hint">
                <Timed
                  format={format}
                  text={words.invited(invitedBy, format.dateTime(expiresAt))}
                  at={expiresAt}
                />
              </p>
            </span>
            {viewer.role === 'OWNER' && (
              <form method="post" action={`${base}/team/revoke`}>
                <input type="hidden" name="id" value={id} />
                <button class="button button-small button-danger" type="submit">
                  {words.revoke}
                  <span class="visually-hidden"> {email ?? words.whoeverHasLink}</span>
                </button>
              </form>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

/** Shows how to leave, and for owners the deletion. The only owner has to hand over first. */
function WaysOut({ pageContext: { base, text }, viewer }: Props) {
  const words = text.team;
  const owners = viewer.consumerOrg.members.filter(({ role }) => role === 'OWNER');
  const isOnlyOwner = viewer.role === 'OWNER' && owners.length === 1;
  return (
    <Section id="leave-heading" title={words.leave} class="card">
      {isOnlyOwner ? (
        <p class="text">{words.onlyOwner}</p>
      ) : (
        <form method="post" action={`${base}/team/leave`} data-confirm={words.confirmLeave}>
          <p class="text">{words.leaveText}</p>
          <button class="button button-danger" type="submit">
            {words.leave}
          </button>
        </form>
      )}
      {viewer.role === 'OWNER' && (
        <p>
          <a class="link" href={`${base}/team/delete`}>
            {words.deleteLink}
          </a>
        </p>
      )}
    </Section>
  );
}
