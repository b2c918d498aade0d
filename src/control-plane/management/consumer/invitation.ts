import { portalUrl } from '../../../domain/addresses/public-urls.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { type IssuedInvitation, issueInvitation, revokeInvitation } from '../../consumer/invitation.ts';
import { sendsMail } from '../../consumer/sends-mail.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import { MemberRoleRef } from './member-role.ts';
import { consumerOrgNamed } from './org.ts';

const MemberInvitationRef = builder.prismaObject('MemberInvitation', {
  description: 'An invitation to a consumer org that nobody has accepted yet.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names it for `revokeInvitation`; it is not the link.' }),
    role: t.expose('role', { type: MemberRoleRef, description: 'The role of whoever accepts it.' }),
    email: t.exposeString('email', { nullable: true, description: 'Whom it is for, where that was said.' }),
    invitedBy: t.exposeString('invitedBy', {
      description: 'The username of the owner who invited, or the title of the org that provides the APIs.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends by itself.' }),
  }),
});

builder.prismaObjectField('ConsumerOrg', 'invitations', (t) =>
  t.relation('invitations', {
    description: 'Its open invitations, the newest first.',
    args: partArgs,
    query: (part, { clock }) => ({
      where: { expiresAt: { gt: clock() } },
      orderBy: { id: 'desc' } as const,
      ...takeSkipOf(part),
    }),
  }),
);

const IssuedInvitationRef = builder.objectRef<IssuedInvitation>('IssuedMemberInvitation').implement({
  description: 'An invitation. Its link is mailed, or shown this once.',
  fields: (t) => ({
    invitation: t.expose('invitation', { type: MemberInvitationRef, description: 'The invitation.' }),
    url: t.field({
      type: 'URL',
      nullable: true,
      description:
        'The link, which works once; null where it is mailed, and whoever reads the mail has it alone.',
      resolve: ({ url }) => url,
    }),
    sent: t.exposeBoolean('sent', { description: 'Is the link sent by mail? Else hand it over yourself.' }),
  }),
});

const InviteMemberInput = builder.inputType('InviteMemberInput', {
  description: 'A person who is to sign in to the portal for a consumer org.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'The consumer org.' }),
    role: t.field({ type: MemberRoleRef, required: true, description: 'The role to have.' }),
    email: t.string({
      description: 'Whom it is for: shown in the list, and mailed to where the catalog has mail.',
    }),
  }),
});

builder.mutationField('inviteMember', (t) =>
  t.field({
    type: IssuedInvitationRef,
    description:
      'Invites a person to a consumer org, by a link that works once and for a week, as its owners do in the portal. The portal names the org as who invites. A consumer org has 50 open invitations, and 30 are mailed in a day, three of them to one address.',
    args: { input: t.arg({ type: InviteMemberInput, required: true, description: 'Who, and where.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId, name: org, title } = await context.org(input.org);
      const { catalog, consumerOrg: name, role, email } = input;
      const request = { orgId, action: 'inviteMember', subject: `${catalog}/${name}`, detail: { role } };
      return context.change(request, async (transaction) => {
        const consumerOrg = await consumerOrgNamed(transaction, { orgId, catalog, consumerOrg: name });
        const { hasMailServer, secrets, urls, clock } = context;
        const mailing = await transaction.catalog.findUniqueOrThrow({
          where: { id: consumerOrg.catalogId },
          select: { mail: true },
        });
        return issueInvitation(
          transaction,
          { consumerOrg, invitedBy: title, role, email, path: ['input', 'email'] },
          {
            secrets,
            portalUrl: portalUrl(urls, `/${org}/${catalog}`),
            sendsMail: sendsMail({ hasMailServer, catalog: mailing }),
            now: clock(),
          },
        );
      });
    },
  }),
);

const RevokeInvitationInput = builder.inputType('RevokeInvitationInput', {
  description: 'An open invitation to a consumer org.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'The consumer org.' }),
    id: t.id({ required: true, description: 'Which invitation.' }),
  }),
});

builder.mutationField('revokeInvitation', (t) =>
  t.boolean({
    description: 'Takes an invitation back, whoever invited: its link works no more.',
    args: { input: t.arg({ type: RevokeInvitationInput, required: true, description: 'Which.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, consumerOrg: name, id } = input;
      const request = { orgId, action: 'revokeInvitation', subject: `${catalog}/${name}` };
      return context.change(request, async (transaction) => {
        const { id: consumerOrgId } = await consumerOrgNamed(transaction, {
          orgId,
          catalog,
          consumerOrg: name,
        });
        await revokeInvitation(transaction, {
          id: String(id),
          consumerOrgId,
          detail: `The consumer org ${name} has no such open invitation.`,
          path: ['input', 'id'],
        });
        return true;
      });
    },
  }),
);
