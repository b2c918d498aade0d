import type { ResultOf } from '@graphql-typed-document-node/core';
import { passwordLength } from '../../../../domain/people/password.ts';
import type { ExecuteDocument, PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, NewPasswordField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { Action, nextWhere } from '../parts/action.tsx';
import { type ConsumerOrgAddress, consumerOrgPath } from '../parts/console-paths.ts';
import { format } from '../parts/format.ts';
import { Issued } from '../parts/issued.tsx';

const ADD = graphql(`mutation AddMember($input: AddMemberInput!) { addMember(input: $input) { name } }`);
const REMOVE = graphql(
  `mutation RemoveMember($input: RemoveMemberInput!) { removeMember(input: $input) { name } }`,
);
const RESET = graphql(`
  mutation ResetMemberPassword($input: ResetMemberPasswordInput!) {
    resetMemberPassword(input: $input) { username password }
  }
`);

export type IssuedPassword = ResultOf<typeof RESET>['resetMemberPassword'];
export const MEMBER_FIELDS = ['username', 'password', 'email'] as const;
export type MemberForm = Readonly<Record<(typeof MEMBER_FIELDS)[number], string>>;

export const addMember = (
  run: ExecuteDocument,
  address: ConsumerOrgAddress,
  { username, password, email }: MemberForm,
) =>
  run(ADD, {
    input: { ...address, username: username.trim(), password, email: email.trim() || undefined },
  });

export const removeMember = (run: ExecuteDocument, address: ConsumerOrgAddress, username: string) =>
  run(REMOVE, { input: { ...address, username } });

/** Makes a new password for a member who has forgotten theirs. */
export const resetPassword = (run: ExecuteDocument, address: ConsumerOrgAddress, username: string) =>
  run(RESET, { input: { ...address, username } });

export function NewPassword({ reset: { username, password } }: { reset: IssuedPassword }) {
  return (
    <Issued title={`The new password of ${username}`} what="password" value={password}>
      <p class="text">Hand it to the person, who can change it in the portal under Account.</p>
    </Issued>
  );
}

type MembersProps = {
  readonly address: ConsumerOrgAddress;
  readonly members: readonly string[];
  /** True when the page has buttons. */
  readonly mayChange: boolean;
};

/** The people of a consumer org. */
export function Members({ address, members, mayChange }: MembersProps) {
  return (
    <section class="section stack">
      <h2 class="heading">People: {format.number(members.length)}</h2>
      {members.length === 0 ? (
        <p class="text">Nobody: no one can sign in to the portal for it.</p>
      ) : (
        <Table
          caption="People"
          rows={members}
          columns={[
            {
              heading: 'Username',
              cell: (username) => (
                <>
                  {username}
                  {username === members[0] && <span class="small quiet"> owner</span>}
                </>
              ),
            },
            ...nextWhere(mayChange, (username: string) => (
              <MemberActions path={consumerOrgPath(address)} username={username} />
            )),
          ]}
        />
      )}
    </section>
  );
}

function MemberActions({ path, username }: { path: string; username: string }) {
  const question = `Give ${username} a new password? The present one ends, and so do all sessions.`;
  return (
    <>
      <Action path={path} of={username} action="password" confirm={question}>
        New password<span class="visually-hidden"> of {username}</span>
      </Action>
      <Action
        path={path}
        of={username}
        action="remove"
        confirm={`Remove ${username}? Nobody signs in by this name any more.`}
        isDanger
      >
        Remove<span class="visually-hidden"> {username}</span>
      </Action>
    </>
  );
}

type AdditionProps = {
  readonly address: ConsumerOrgAddress;
  readonly form: MemberForm | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Form for a new person. A password is never shown again, also where the form was refused. */
export function Addition({ address, form, refused }: AdditionProps) {
  return (
    <Section id="member-heading" title="Add a person" class="card">
      <RefusedNotice refused={refused} beside={MEMBER_FIELDS} />
      <form method="post" action={consumerOrgPath(address)} class="form">
        <Field
          name="username"
          label="Username"
          value={form?.username}
          refused={refused}
          required
          autocomplete="off"
        />
        <NewPasswordField
          name="password"
          label="First password"
          hint={`${passwordLength.min} to ${passwordLength.max} characters; the person changes it in the portal.`}
          refused={refused}
        />
        <Field
          name="email"
          label="Email address"
          hint="May be left empty."
          type="email"
          value={form?.email}
          refused={refused}
          autocomplete="off"
        />
        <div>
          <button class="button" type="submit" name="action" value="add">
            Add
          </button>
        </div>
      </form>
    </Section>
  );
}
