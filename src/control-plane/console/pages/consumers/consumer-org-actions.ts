import type { PageRefusal } from '../../../../graphql/server/run-document.ts';
import { graphql } from '../../graphql.ts';
import type { ConsumerOrgAddress } from '../parts/console-paths.ts';
import type { DoneKey } from '../parts/done-notice.tsx';
import type { Actions } from '../parts/run-action.ts';
import { APPLICATION_FIELDS, type ApplicationForm, applicationTyped } from './application-fields.tsx';
import { ISSUED_CREDENTIAL, type IssuedCredential } from './issued-secret.tsx';
import { type InvitationLinkProps, inviteMember, revokeInvitation } from './member-invitations.tsx';
import {
  addMember,
  type IssuedPassword,
  MEMBER_FIELDS,
  type MemberForm,
  passwordLink,
  removeMember,
  setMemberRole,
} from './members.tsx';

const CREATE = graphql(
  `mutation CreateApplication($input: CreateApplicationInput!) {
    createApplication(input: $input) { ...IssuedCredential }
  }`,
  [ISSUED_CREDENTIAL],
);
const DELETE = graphql(`
  mutation DeleteConsumerOrg($input: ConsumerOrgInput!) { deleteConsumerOrg(input: $input) }
`);

/** Fields of the forms on a consumer org's page, of which each sends some. `of` is the person, or the invitation, of a row. */
export const ACTION_FIELDS = ['action', 'of', 'role', ...APPLICATION_FIELDS, ...MEMBER_FIELDS] as const;
type ConsumerOrgActionForm = ApplicationForm &
  MemberForm &
  Readonly<Record<(typeof ACTION_FIELDS)[number], string>>;

/** A form that was refused, as it was sent. */
export type RefusedConsumerOrgAction = {
  readonly form: ConsumerOrgActionForm;
  readonly refused: PageRefusal;
};

/** Result of an action: a notice, or a secret to show. */
export type ConsumerOrgActionResult =
  | DoneKey
  | { readonly issued: IssuedCredential }
  | { readonly reset: IssuedPassword }
  | { readonly invited: InvitationLinkProps };

/** Actions of the page's buttons. */
export const actions: Actions<ConsumerOrgAddress, ConsumerOrgActionForm, ConsumerOrgActionResult> = {
  async create(run, address, form) {
    const input = { ...address, ...applicationTyped(form) };
    return { issued: (await run(CREATE, { input })).createApplication };
  },
  async add(run, address, form) {
    return { reset: await addMember(run, address, form) };
  },
  async invite(run, address, form) {
    const { url, invitation } = await inviteMember(run, address, form);
    return url === null ? 'memberInvited' : { invited: { url, invitation } };
  },
  async revoke(run, address, { of: id }) {
    await revokeInvitation(run, address, id);
    return 'invitationRevoked';
  },
  async remove(run, address, { of: username }) {
    await removeMember(run, address, username);
    return 'memberRemoved';
  },
  async role(run, address, form) {
    await setMemberRole(run, address, form);
    return 'memberRoleSet';
  },
  async password(run, address, { of: username }) {
    return { reset: await passwordLink(run, address, username) };
  },
  async delete(run, { consumerOrg: name, ...catalog }) {
    await run(DELETE, { input: { ...catalog, name } });
    return 'consumerOrgDeleted';
  },
};
