import type { Child } from 'hono/jsx';
import type { Role } from '../../../../domain/people/roles.ts';
import { Badge, type BadgeTone } from '../../../../ui/components/badge.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { type OrgScope, queryOf } from '../../org-scope.ts';
import { Action } from '../parts/action.tsx';
import type { LabelledValue } from '../parts/enum-texts.ts';
import { useTexts } from '../parts/texts.ts';
import { Moment } from '../parts/when.tsx';

type User = {
  readonly email: string;
  readonly role: Role;
  readonly state: LabelledValue;
  readonly identityProvider: string | null;
  readonly hasSecondFactor: boolean;
  readonly lastSignInAt: string | null;
};
type Invited = Pick<User, 'email' | 'role'> & { readonly invitationEndsAt: string | null };

/** A page of a list of people. */
type ListProps<Person> = {
  readonly reach: OrgScope;
  readonly users: readonly Person[];
  /** Number of people on all pages. */
  readonly total: number;
  readonly pager: Child;
};

/** Path of a person's page. */
export const personPath = (reach: OrgScope, email: string) =>
  `/console/people/${encodeURIComponent(email)}${queryOf(reach)}`;

type PeopleProps = ListProps<User> & { readonly self: string };

/** People who have accepted, with links to their pages. */
export function People({ reach, users, total, pager, self }: PeopleProps) {
  const { text } = useTexts();
  const { people } = text;
  return (
    <section class="section stack">
      <h2 class="heading">{people.list.heading(total)}</h2>
      {total === 0 ? (
        <p class="text">{people.list.none}</p>
      ) : (
        <Table
          caption={people.list.caption}
          rows={users}
          columns={[
            {
              heading: people.person,
              cell: ({ email }) => (
                <>
                  <span class="address">{email}</span>
                  {email === self && <span class="small quiet"> {people.list.you}</span>}
                </>
              ),
            },
            { heading: people.role, cell: ({ role }) => text.label(role) },
            { heading: people.state, cell: ({ state }) => <UserState state={state} /> },
            { heading: people.signsIn, cell: people.signsInWith },
            { heading: people.lastSignIn, cell: ({ lastSignInAt }) => <Moment at={lastSignInAt} /> },
            {
              heading: text.next,
              cell: ({ email }) => (
                <a class="link" href={personPath(reach, email)}>
                  {people.list.change}
                  <span class="visually-hidden"> {email}</span>
                </a>
              ),
            },
          ]}
        />
      )}
      {pager}
    </section>
  );
}

const tones: Readonly<Partial<Record<LabelledValue, BadgeTone>>> = { INVITED: 'waiting', ENABLED: 'good' };

export function UserState({ state }: { readonly state: LabelledValue }) {
  const { text } = useTexts();
  return <Badge tone={tones[state] ?? 'bad'}>{text.label(state)}</Badge>;
}

type InvitationsProps = ListProps<Invited> & { readonly now: Date };

/** Open invitations. A link is never shown again; a new one replaces it. */
export function Invitations({ reach, users, total, pager, now }: InvitationsProps) {
  const { text } = useTexts();
  const { person, role: roleHeading, invitations } = text.people;
  if (total === 0) return null;
  return (
    <section class="section stack">
      <h2 class="heading">{invitations.heading(total)}</h2>
      <Table
        caption={invitations.caption}
        rows={users}
        columns={[
          { heading: person, cell: ({ email }) => <span class="address">{email}</span> },
          { heading: roleHeading, cell: ({ role }) => text.label(role) },
          {
            heading: invitations.link,
            cell: ({ invitationEndsAt }) => <Link endsAt={invitationEndsAt} now={now} />,
          },
          { heading: text.next, cell: (user) => <InvitationActions reach={reach} user={user} /> },
        ]}
      />
      {pager}
    </section>
  );
}

function Link({ endsAt, now }: { endsAt: string | null; now: Date }) {
  const { text, format } = useTexts();
  const { ended, goodUntil } = text.people.invitations;
  if (endsAt === null) return null;
  const isOver = new Date(endsAt) <= now;
  return (
    <>
      {isOver ? <Badge tone="bad">{ended}</Badge> : goodUntil}{' '}
      <span class="when">{format.dateTime(endsAt)},</span>{' '}
      <span class="small quiet when">{format.relative(endsAt, now)}</span>
    </>
  );
}

function InvitationActions({ reach, user: { email, role } }: { reach: OrgScope; user: Invited }) {
  const { invitations } = useTexts().text.people;
  const hidden = <span class="visually-hidden"> {invitations.for(email)}</span>;
  return (
    <div class="row links">
      <form method="post" action={`/console/people${queryOf(reach)}`}>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="role" value={role} />
        <button class="button button-small" type="submit">
          {invitations.newLink}
          {hidden}
        </button>
      </form>
      <Action
        path={personPath(reach, email)}
        action="withdraw"
        confirm={invitations.confirmTakeBack(email)}
        isDanger
      >
        {invitations.takeBack}
        {hidden}
      </Action>
    </div>
  );
}
