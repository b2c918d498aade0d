import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Context } from 'hono';
import { attempt, type PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { offsetOf, type PageOfList, Pager, pageOfList } from '../../../../ui/components/pager.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { readForm } from '../../../../ui/kit/form.ts';
import { graphql } from '../../graphql.ts';
import { currentOrgScope, type OrgScope, orgScopeIn, queryOf } from '../../org-scope.ts';
import type { ConsoleEnv, ConsolePages } from '../../page-context.ts';
import type { Messages } from '../messages.ts';
import { Done, type DoneKey } from '../parts/done-notice.tsx';
import { show } from '../parts/frame.tsx';
import { Issued } from '../parts/issued.tsx';
import { NoOrg, Orgs, scopeTitle } from '../parts/orgs.tsx';
import { useTexts } from '../parts/texts.ts';
import { Invitations, People } from './people-tables.tsx';
import { RoleSelect, roleIn } from './roles.tsx';
import { SecondFactorRule } from './second-factor-rule.tsx';
import { SignInWays } from './sign-in-methods.tsx';

const PEOPLE = graphql(`
  query People(
    $org: String, $everyOrg: Boolean, $first: Int!
    $in: [UserState!]!, $offset: Int!, $invited: [UserState!]!, $invitedOffset: Int!
  ) {
    viewer { name everyOrg orgs(first: 200) { name title requiresSecondFactor } }
    userCount(org: $org, everyOrg: $everyOrg, state: $in)
    users(org: $org, everyOrg: $everyOrg, state: $in, first: $first, offset: $offset) {
      email role state identityProvider hasSecondFactor lastSignInAt
    }
    invitationCount: userCount(org: $org, everyOrg: $everyOrg, state: $invited)
    invitations: users(org: $org, everyOrg: $everyOrg, state: $invited, first: $first, offset: $invitedOffset) {
      email role invitationEndsAt
    }
    identityProvider { issuer clientId redirectUrl }
  }
`);

const INVITE = graphql(`
  mutation InviteUser($input: InviteUserInput!) {
    inviteUser(input: $input) { url expiresAt user { email } }
  }
`);

const REQUIRE = graphql(`
  mutation RequireSecondFactor($input: UpdateOrgInput!) { updateOrg(input: $input) { requiresSecondFactor } }
`);

type Invitation = ResultOf<typeof INVITE>['inviteUser'];
const ROWS = 50;

type Form = Readonly<Record<'email' | 'role', string>>;
/** Result of the form, where it was sent. */
type PeopleFormResult =
  | { readonly form: Form; readonly refused: PageRefusal }
  | { readonly invitation: Invitation };

/** Adds the page of the people who manage an org, or every org. It has the invitations and the ways to sign in, too. */
export function people(pages: ConsolePages): void {
  pages.get('/people', async (c) => {
    const reach = await currentOrgScope(c);
    const { pageContext } = c.var;
    return reach
      ? showPeople(c, reach)
      : show(pageContext, <NoOrg />, { title: pageContext.text.people.menu });
  });

  pages.post('/people', async (c) => {
    const reach = orgScopeIn(c) ?? { org: '' };
    const form = await readForm(c, 'email', 'role');
    const input = { ...reach, email: form.email.trim(), role: roleIn(form.role) };
    const { result, refused } = await attempt(c.var.pageContext.session.run(INVITE, { input }));
    return showPeople(c, reach, {
      sent: refused ? { form, refused } : { invitation: result.inviteUser },
    });
  });

  pages.post('/people/second-factor', async (c) => {
    const reach = orgScopeIn(c) ?? { org: '' };
    const { required } = await readForm(c, 'required');
    const requiresSecondFactor = required === 'yes';
    const input = { org: reach.org ?? '', requiresSecondFactor };
    const { refused } = await attempt(c.var.pageContext.session.run(REQUIRE, { input }));
    if (refused) return showPeople(c, reach, { rule: refused });
    const done: DoneKey = requiresSecondFactor ? 'secondFactorRequired' : 'secondFactorOptional';
    return c.redirect(`/console/people${queryOf(reach)}&done=${done}`, 303);
  });
}

/** Result of a form: of an invitation, or of the rule about passkeys. */
type ShowPeopleInput = { readonly sent?: PeopleFormResult; readonly rule?: PageRefusal };

async function showPeople(
  c: Context<ConsoleEnv>,
  reach: OrgScope,
  { sent, rule }: ShowPeopleInput = {},
): Promise<Response> {
  const { pageContext } = c.var;
  const page = pageOfList(c.req.query('people'), ROWS);
  const invitedPage = pageOfList(c.req.query('invitations'), ROWS);
  const { viewer, users, userCount, invitations, invitationCount, identityProvider } =
    await pageContext.session.run(PEOPLE, {
      ...reach,
      first: ROWS,
      offset: offsetOf(page),
      invitedOffset: offsetOf(invitedPage),
      in: ['ENABLED', 'SUSPENDED'],
      invited: ['INVITED'],
    });
  const { people } = pageContext.text;
  const where = scopeTitle(pageContext.text, reach, viewer.orgs);
  const title = people.title(where);
  const refused = sent && 'refused' in sent ? sent : undefined;
  const org = viewer.orgs.find(({ name }) => name === reach.org);
  return show(
    pageContext,
    <>
      <h1 class="title">{title}</h1>
      <Orgs orgs={viewer.orgs} current={reach} path="/console/people" everyOrg={viewer.everyOrg} />
      {reach.everyOrg && <p class="text">{people.everyOrg}</p>}
      <Done done={c.req.query('done')} />
      {sent && 'invitation' in sent && <Invited invitation={sent.invitation} where={where} />}
      <InviteForm reach={reach} sent={refused} />
      <Invitations
        reach={reach}
        users={invitations}
        total={invitationCount}
        pager={<ListPager reach={reach} list="invitations" page={invitedPage} total={invitationCount} />}
        now={pageContext.clock()}
      />
      <People
        reach={reach}
        users={users}
        total={userCount}
        pager={<ListPager reach={reach} list="people" page={page} total={userCount} />}
        self={viewer.name}
      />
      <SignInWays identityProvider={identityProvider} />
      {org && <SecondFactorRule reach={reach} isRequired={org.requiresSecondFactor} refused={rule} />}
    </>,
    {
      title,
      menu: '/console/people',
      org: reach.org,
      refused: refused?.refused ?? rule,
    },
  );
}

type ListPagerProps = {
  readonly reach: OrgScope;
  readonly list: 'people' | 'invitations';
  readonly page: PageOfList;
  readonly total: number;
};

function ListPager({ reach, list, page, total }: ListPagerProps) {
  const { text } = useTexts();
  const { rows } = list === 'people' ? text.people.list : text.people.invitations;
  const href = (number: number) => `/console/people${queryOf(reach)}&${list}=${number}`;
  return <Pager page={page} total={total} href={href} text={text.pager(rows)} />;
}

function Invited({ invitation, where }: { invitation: Invitation; where: string }) {
  const { invite } = useTexts().text.people;
  const { url, expiresAt, user } = invitation;
  return (
    <Issued title={invite.invited(user.email)} what={invite.link} value={url}>
      <p class="text">{invite.sendIt(user.email, expiresAt)}</p>
      <p class="row">
        <a class="button button-primary" href={mailTo(invitation, where, invite)}>
          {invite.write}
        </a>
      </p>
    </Issued>
  );
}

/** Link to an email in the administrator's own program. The platform sends none. (RFC 6068 §2) */
function mailTo(
  { url, expiresAt, user }: Invitation,
  where: string,
  words: Messages['people']['invite'],
): string {
  const subject = words.subject(where);
  const body = `${words.body(where, expiresAt)}\r\n\r\n${url}\r\n`;
  return `mailto:${encodeURIComponent(user.email)}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`;
}

type InviteFormProps = {
  readonly reach: OrgScope;
  readonly sent: { readonly form: Form; readonly refused: PageRefusal } | undefined;
};

function InviteForm({ reach, sent }: InviteFormProps) {
  const { invite } = useTexts().text.people;
  return (
    <Section id="invite-heading" title={invite.title}>
      <RefusedNotice refused={sent?.refused} beside={['email']} />
      <form method="post" action={`/console/people${queryOf(reach)}`} class="card form-row">
        <Field
          name="email"
          label={invite.email}
          type="email"
          value={sent?.form.email}
          refused={sent?.refused}
          maxlength={320}
          autocomplete="off"
          required
        />
        <RoleSelect value={roleIn(sent?.form.role ?? '')} />
        <div class="form-row-end">
          <button class="button button-primary" type="submit">
            {invite.submit}
          </button>
        </div>
      </form>
    </Section>
  );
}
