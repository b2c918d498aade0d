import type { ResultOf } from '@graphql-typed-document-node/core';
import { type MemberRole, memberRoles } from '../../../../domain/consumer/team.ts';
import type { ExecuteDocument, PageRefusal } from '../../../../graphql/server/run-document.ts';
import { Field, SelectField } from '../../../../ui/components/field.tsx';
import { RefusedNotice } from '../../../../ui/components/refused-notice.tsx';
import { Section } from '../../../../ui/components/section.tsx';
import { Table } from '../../../../ui/components/table.tsx';
import { graphql } from '../../graphql.ts';
import { Action, nextWhere } from '../parts/action.tsx';
import { type ConsumerOrgAddress, consumerOrgPath } from '../parts/console-paths.ts';
import { Issued } from '../parts/issued.tsx';
import { useTexts } from '../parts/texts.ts';
import { Moment } from '../parts/when.tsx';

const INVITE = graphql(`
  mutation InviteMember($input: InviteMemberInput!) {
    inviteMember(input: $input) { url invitation { email expiresAt } }
  }
`);
const REVOKE = graphql(
  `mutation RevokeInvitation($input: RevokeInvitationInput!) { revokeInvitation(input: $input) }`,
);

type IssuedInvitation = ResultOf<typeof INVITE>['inviteMember'];
type InvitationForm = { readonly email: string; readonly role: string };

/** Invites a person, by mail or by a link. */
export const inviteMember = async (
  run: ExecuteDocument,
  address: ConsumerOrgAddress,
  { email, role }: InvitationForm,
): Promise<IssuedInvitation> =>
  // Another text is refused by the API, in its words.
  (await run(INVITE, { input: { ...address, email: email.trim() || null, role: role as MemberRole } }))
    .inviteMember;

export const revokeInvitation = (run: ExecuteDocument, address: ConsumerOrgAddress, id: string) =>
  run(REVOKE, { input: { ...address, id } });

export type InvitationLinkProps = {
  readonly url: string;
  readonly invitation: IssuedInvitation['invitation'];
};

/** The link of a new invitation. It can be read only now. */
export function InvitationLink({ url, invitation: { email, expiresAt } }: InvitationLinkProps) {
  const { members, invitations } = useTexts().text.consumers;
  return (
    <Issued title={invitations.issued(email ?? invitations.whoeverHasLink)} what={members.link} value={url}>
      <p class="text">{members.handOver(expiresAt)}</p>
    </Issued>
  );
}

type Invitation = Readonly<Record<'id' | 'invitedBy' | 'expiresAt', string>> & {
  readonly email: string | null;
  readonly role: MemberRole;
};
type InvitationsProps = {
  readonly address: ConsumerOrgAddress;
  readonly invitations: readonly Invitation[];
  /** True when the page has buttons. */
  readonly mayChange: boolean;
};

/** The open invitations to a consumer org, where there are any. */
export function Invitations({ address, invitations, mayChange }: InvitationsProps) {
  const { members, invitations: words } = useTexts().text.consumers;
  if (invitations.length === 0) return null;
  const personOf = ({ email }: Invitation) => email ?? words.whoeverHasLink;
  return (
    <section class="section stack">
      <h2 class="heading">{words.heading(invitations.length)}</h2>
      <Table
        caption={words.caption}
        rows={invitations}
        columns={[
          {
            heading: words.person,
            cell: (invitation) => <span class="address">{personOf(invitation)}</span>,
          },
          { heading: members.role, cell: ({ role }) => members.roles[role] },
          { heading: words.invitedBy, cell: ({ invitedBy }) => invitedBy },
          { heading: words.endsAt, cell: ({ expiresAt }) => <Moment at={expiresAt} /> },
          ...nextWhere(mayChange, (invitation: Invitation) => (
            <Action
              path={consumerOrgPath(address)}
              of={invitation.id}
              action="revoke"
              confirm={words.confirmRevoke(personOf(invitation))}
              isDanger
            >
              {words.revoke}
              <span class="visually-hidden"> {words.of(personOf(invitation))}</span>
            </Action>
          )),
        ]}
      />
    </section>
  );
}

type InviteFormProps = {
  readonly address: ConsumerOrgAddress;
  readonly sendsMail: boolean;
  readonly form: InvitationForm | undefined;
  readonly refused: PageRefusal | undefined;
};

/** Form that invites a person. It mails an address where the catalog has mail, and makes a link otherwise. */
export function InviteForm({ address, sendsMail, form, refused }: InviteFormProps) {
  const { members, invitations: words } = useTexts().text.consumers;
  return (
    <Section id="invite-heading" title={words.addTitle} class="card">
      <p class="text">{words.addText}</p>
      <RefusedNotice refused={refused} beside={['email']} />
      <form method="post" action={consumerOrgPath(address)} class="form">
        <Field
          id="invite-email"
          name="email"
          label={words.email}
          hint={sendsMail ? words.mailHint : words.linkHint}
          type="email"
          value={form?.email}
          refused={refused}
          autocomplete="off"
        />
        <SelectField
          name="role"
          label={members.role}
          options={memberRoles.map((role) => ({ value: role, label: members.roles[role] }))}
          value={form?.role ?? 'DEVELOPER'}
        />
        <div>
          <button class="button" type="submit" name="action" value="invite">
            {sendsMail ? words.invite : words.makeLink}
          </button>
        </div>
      </form>
    </Section>
  );
}
