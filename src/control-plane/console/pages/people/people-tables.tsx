import type { Child } from 'hono/jsx';
import type { Role } from '../../../../domain/people/roles.ts';
import { Badge } from '../../../../ui/components/badge.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { type OrgScope, queryOf } from '../../org-scope.ts';
import { Action } from '../parts/action.tsx';
import { format } from '../parts/format.ts';
import { roleName } from './roles.tsx';

type User = {
  readonly email: string;
  readonly role: Role;
  readonly state: string;
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
  return (
    <section class="section stack">
      <h2 class="heading">Who is in: {format.number(total)}</h2>
      {total === 0 ? (
        <p class="text">Nobody yet. Who signs in with an access token is no person: invite yourself.</p>
      ) : (
        <Table
          caption="Who is in"
          rows={users}
          columns={[
            {
              heading: 'Person',
              cell: ({ email }) => (
                <>
                  <span class="address">{email}</span>
                  {email === self && <span class="small quiet"> you</span>}
                </>
              ),
            },
            { heading: 'Role', cell: ({ role }) => roleName(role) },
            { heading: 'State', cell: ({ state }) => <UserState state={state} /> },
            { heading: 'Signs in with', cell: (user) => signsInWith(user) },
            { heading: 'Last sign-in', cell: ({ lastSignInAt }) => lastOf(lastSignInAt) },
            {
              heading: 'Next',
              cell: ({ email }) => (
                <a class="link" href={personPath(reach, email)}>
                  Change<span class="visually-hidden"> {email}</span>
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

export function UserState({ state }: { state: string }) {
  if (state === 'INVITED') return <Badge tone="waiting">Invited</Badge>;
  return state === 'ENABLED' ? <Badge tone="good">Enabled</Badge> : <Badge tone="bad">Suspended</Badge>;
}

export const signsInWith = ({
  identityProvider,
  hasSecondFactor,
}: Pick<User, 'identityProvider' | 'hasSecondFactor'>) =>
  `${identityProvider ?? 'A password'}${hasSecondFactor ? ' and a passkey' : ''}`;

/** Time of the last use. */
export const lastOf = (instant: string | null) =>
  instant === null ? 'Never' : <span class="when">{format.dateTime(instant)}</span>;

type InvitationsProps = ListProps<Invited> & { readonly now: Date };

/** Open invitations. A link is never shown again; a new one replaces it. */
export function Invitations({ reach, users, total, pager, now }: InvitationsProps) {
  if (total === 0) return null;
  return (
    <section class="section stack">
      <h2 class="heading">Open invitations: {format.number(total)}</h2>
      <Table
        caption="Open invitations"
        rows={users}
        columns={[
          { heading: 'Person', cell: ({ email }) => <span class="address">{email}</span> },
          { heading: 'Role', cell: ({ role }) => roleName(role) },
          {
            heading: 'The link',
            cell: ({ invitationEndsAt }) => <Link endsAt={invitationEndsAt} now={now} />,
          },
          { heading: 'Next', cell: (user) => <InvitationActions reach={reach} user={user} /> },
        ]}
      />
      {pager}
    </section>
  );
}

function Link({ endsAt, now }: { endsAt: string | null; now: Date }) {
  if (endsAt === null) return null;
  const isOver = new Date(endsAt) <= now;
  return (
    <>
      {isOver ? <Badge tone="bad">Ended</Badge> : 'Good until'}{' '}
      <span class="when">{format.dateTime(endsAt)},</span>{' '}
      <span class="small quiet when">{format.relative(endsAt, now)}</span>
    </>
  );
}

function InvitationActions({ reach, user: { email, role } }: { reach: OrgScope; user: Invited }) {
  const hidden = <span class="visually-hidden"> for {email}</span>;
  return (
    <div class="row links">
      <form method="post" action={`/console/people${queryOf(reach)}`}>
        <input type="hidden" name="email" value={email} />
        <input type="hidden" name="role" value={role} />
        <button class="button button-small" type="submit">
          New link{hidden}
        </button>
      </form>
      <Action
        path={personPath(reach, email)}
        action="withdraw"
        confirm={`Take back the invitation of ${email}?`}
        isDanger
      >
        Take back{hidden}
      </Action>
    </div>
  );
}
