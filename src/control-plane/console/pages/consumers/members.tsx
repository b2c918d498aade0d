import type { ResultOf } from '@graphql-typed-document-node/core';
import type { Child } from 'hono/jsx';
import { type MemberRole, memberRoles } from '../../../../domain/consumer/team.ts';
import type { ExecuteDocument, PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { Action, nextWhere } from '../parts/action.tsx';
import { type ConsumerOrgAddress, consumerOrgPath } from '../parts/console-paths.ts';
import { Issued } from '../parts/issued.tsx';
import { useTexts } from '../parts/texts.ts';

const ADD = graphql(`mutation AddMember($input: AddMemberInput!) { addMember(input: $input) { name } }`);
const REMOVE = graphql(
  `mutation RemoveMember($input: RemoveMemberInput!) { removeMember(input: $input) { name } }`,
);
const SET_ROLE = graphql(
  `mutation SetMemberRole($input: SetMemberRoleInput!) { setMemberRole(input: $input) { username } }`,
);
const RESET = graphql(`
  mutation ResetMemberPassword($input: ResetMemberPasswordInput!) {
    resetMemberPassword(input: $input) { username url expiresAt }
  }
`);

export type IssuedPassword = ResultOf<typeof RESET>['resetMemberPassword'];
export const MEMBER_FIELDS = ['username', 'email'] as const;
export type MemberForm = Readonly<Record<(typeof MEMBER_FIELDS)[number], string>>;

/** Adds a person, who chooses the password by the link. */
export async function addMember(
  run: ExecuteDocument,
  address: ConsumerOrgAddress,
  form: MemberForm,
): Promise<IssuedPassword> {
  const username = form.username.trim();
  await run(ADD, { input: { ...address, username, email: form.email.trim() || undefined } });
  return passwordLink(run, address, username);
}

export const setMemberRole = (
  run: ExecuteDocument,
  address: ConsumerOrgAddress,
  { of: username, role }: { readonly of: string; readonly role: string },
) =>
  // Another text is refused by the API, in its words.
  run(SET_ROLE, { input: { ...address, username, role: role as MemberRole } });

export const removeMember = (run: ExecuteDocument, address: ConsumerOrgAddress, username: string) =>
  run(REMOVE, { input: { ...address, username } });

/** Makes the link by which a member chooses a password. The present one ends. */
export const passwordLink = async (run: ExecuteDocument, address: ConsumerOrgAddress, username: string) =>
  (await run(RESET, { input: { ...address, username } })).resetMemberPassword;

type PasswordLinkProps = { readonly reset: IssuedPassword; readonly children?: Child };

/** A new link. It can be read only now. */
export function PasswordLink({ reset: { username, url, expiresAt }, children }: PasswordLinkProps) {
  const words = useTexts().text.consumers.members;
  return (
    <Issued title={words.issued(username)} what={words.link} value={url}>
      <p class="text">{words.handOver(expiresAt)}</p>
      {children}
    </Issued>
  );
}

type Person = {
  readonly username: string;
  /** Null where the person has given no address. */
  readonly emailVerified: boolean | null;
  readonly role: MemberRole;
  readonly isPlaced: boolean;
};
type MembersProps = {
  readonly address: ConsumerOrgAddress;
  readonly members: readonly Person[];
  /** True when the page has buttons. */
  readonly mayChange: boolean;
};

/** The people of a consumer org. */
export function Members({ address, members, mayChange }: MembersProps) {
  const words = useTexts().text.consumers.members;
  return (
    <section class="section stack">
      <h2 class="heading">{words.heading(members.length)}</h2>
      {members.length === 0 ? (
        <p class="text">{words.none}</p>
      ) : (
        <Table
          caption={words.caption}
          rows={members}
          columns={[
            {
              heading: words.username,
              cell: ({ username }) => username,
            },
            { heading: words.address, cell: ({ emailVerified }) => words.addresses[`${emailVerified}`] },
            { heading: words.role, cell: ({ role }) => words.roles[role] },
            ...nextWhere(mayChange, (person: Person) => (
              <MemberActions path={consumerOrgPath(address)} {...person} />
            )),
          ]}
        />
      )}
    </section>
  );
}

function MemberActions({ path, username, role }: Person & { readonly path: string }) {
  const words = useTexts().text.consumers.members;
  return (
    <>
      {memberRoles
        .filter((each) => each !== role)
        .map((each) => (
          <form method="post" action={path}>
            <input type="hidden" name="of" value={username} />
            <input type="hidden" name="role" value={each} />
            <button class="button button-small" type="submit" name="action" value="role">
              {words.make[each]}
              <span class="visually-hidden"> {words.of(username)}</span>
            </button>
          </form>
        ))}
      <Action path={path} of={username} action="password" confirm={words.confirmPassword(username)}>
        {words.newPassword}
        <span class="visually-hidden"> {words.of(username)}</span>
      </Action>
      <Action path={path} of={username} action="remove" confirm={words.confirmRemove(username)} isDanger>
        {words.remove}
        <span class="visually-hidden"> {username}</span>
      </Action>
    </>
  );
}

type AdditionProps = {
  readonly address: ConsumerOrgAddress;
  readonly form: MemberForm | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Form for a new person. */
export function Addition({ address, form, refused }: AdditionProps) {
  const words = useTexts().text.consumers.members;
  return (
    <Section id="member-heading" title={words.addTitle} class="card">
      <RefusedNotice refused={refused} beside={MEMBER_FIELDS} />
      <form method="post" action={consumerOrgPath(address)} class="form">
        <Field
          name="username"
          label={words.username}
          value={form?.username}
          refused={refused}
          required
          autocomplete="off"
        />
        <Field
          name="email"
          label={words.email}
          hint={words.emailHint}
          type="email"
          value={form?.email}
          refused={refused}
          autocomplete="off"
        />
        <div>
          <button class="button" type="submit" name="action" value="add">
            {words.add}
          </button>
        </div>
      </form>
    </Section>
  );
}
