import { passwordLength } from '../../../../domain/people/password.ts';
import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { MemberInvitation } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { checkNewPassword } from '../../../../infrastructure/secrets/new-password.ts';
import { requestFirstVerification } from '../../../consumer/email-verification.ts';
import { type IssuedInvitation, issueInvitation, revokeInvitation } from '../../../consumer/invitation.ts';
import { sendsMail } from '../../../consumer/sends-mail.ts';
import { accept, endedInvitation, openInvitation } from '../../../consumer/team.ts';
import { recordActivity } from '../../../consumer/team-activity.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer, type PortalContext } from '../context.ts';
import { verificationContextOf } from './email-verification.ts';
import { PortalMemberRole } from './member.ts';
import { openSession, PortalSession, passwordQueueKeys } from './session.ts';
import { demandPasswords } from './sign-in-provider.ts';

const PortalInvitation = builder.prismaObject('MemberInvitation', {
  name: 'PortalInvitation',
  description: 'An invitation to the consumer organization that nobody has accepted yet.',
  fields: (t) => ({
    id: t.exposeID('id', { description: 'Names it for `revokeInvitation`; it is not the link.' }),
    role: t.expose('role', { type: PortalMemberRole, description: 'The role of whoever accepts it.' }),
    email: t.exposeString('email', { nullable: true, description: 'Whom it is for, where that was said.' }),
    invitedBy: t.exposeString('invitedBy', {
      description: 'The username of the owner who invited, or the title of the provider.',
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends by itself.' }),
  }),
});

const IssuedInvitationRef = builder.objectRef<IssuedInvitation>('PortalIssuedInvitation').implement({
  description: 'An invitation. Its link is mailed, or shown this once.',
  fields: (t) => ({
    invitation: t.expose('invitation', { type: PortalInvitation, description: 'The invitation.' }),
    url: t.exposeString('url', {
      nullable: true,
      description:
        'The link, which is good once; null where it is mailed: whoever reads the mail has it alone.',
    }),
    sent: t.exposeBoolean('sent', { description: 'Is the link sent by mail? Else hand it over yourself.' }),
  }),
});

type Shown = MemberInvitation & { readonly consumerOrg: { readonly title: string } };
const ShownInvitation = builder.objectRef<Shown>('PortalShownInvitation').implement({
  description: 'An invitation as whoever has its link sees it.',
  fields: (t) => ({
    consumerOrg: t.string({
      description: 'The title of the organization.',
      resolve: ({ consumerOrg }) => consumerOrg.title,
    }),
    role: t.expose('role', { type: PortalMemberRole, description: 'The role of whoever accepts it.' }),
    invitedBy: t.exposeString('invitedBy', {
      description: 'The username of the owner who invited, or the title of the provider.',
    }),
    email: t.exposeString('email', { nullable: true, description: 'Whom it is for, where that was said.' }),
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

/** Names the invitation of a code in the catalog. */
export const lookUp = ({ catalog, secrets, clock }: PortalContext, code: string) => ({
  code,
  catalogId: catalog.id,
  secrets,
  now: clock(),
});

builder.queryField('invitation', (t) =>
  t.field({
    type: ShownInvitation,
    nullable: true,
    skipTypeScopes: true,
    description: 'The invitation of a link; null where it was used, taken back, or has ended.',
    args: { code: t.arg.string({ required: true, description: 'The code of the link.' }) },
    resolve: (_root, { code }, context) => openInvitation(context.database.prisma, lookUp(context, code)),
  }),
);

builder.mutationField('inviteMember', (t) =>
  t.field({
    type: IssuedInvitationRef,
    description:
      'Invites a person to the consumer organization, by a link that is good once and for a week. An organization mails 30 invitations in a day, three of them to one address.',
    args: {
      role: t.arg({ type: PortalMemberRole, required: true, description: 'The role to have.' }),
      email: t.arg.string({
        description: 'Whom it is for: shown in the list, and mailed to where the catalog has mail.',
      }),
    },
    resolve: (_root, { role, email }, context) => {
      const { consumerOrg, username } = demandViewer(context);
      const { secrets, portalUrl, clock, catalog } = context;
      const subject = `${consumerOrg.name}/${role}`;
      return context.change({ action: 'inviteMember', subject, username }, (transaction) =>
        issueInvitation(
          transaction,
          {
            consumerOrg: { id: consumerOrg.id, catalogId: catalog.id },
            invitedBy: username,
            role,
            email,
            path: ['email'],
          },
          { secrets, portalUrl, sendsMail: sendsMail(context), now: clock() },
        ),
      );
    },
  }),
);

builder.mutationField('revokeInvitation', (t) =>
  t.boolean({
    description: 'Takes an invitation back: its link is good no more.',
    args: { id: t.arg.id({ required: true, description: 'Which invitation.' }) },
    resolve: (_root, { id }, context) => {
      const { consumerOrg, username } = demandViewer(context);
      const subject = consumerOrg.name;
      return context.change({ action: 'revokeInvitation', subject, username }, async (transaction) => {
        await revokeInvitation(transaction, {
          id: String(id),
          consumerOrgId: consumerOrg.id,
          detail: 'Your organization has no such open invitation.',
          path: ['id'],
        });
        return true;
      });
    },
  }),
);

const AcceptInvitationInput = builder.inputType('AcceptInvitationInput', {
  description: 'The link, and the person to be.',
  fields: (t) => ({
    code: t.string({ required: true, description: 'The code of the link.' }),
    username: t.string({ required: true, description: 'What the person is to sign in with.' }),
    password: t.string({
      required: true,
      description: `Of ${passwordLength.min} to ${passwordLength.max} characters.`,
    }),
    email: t.string({ description: "The person's email address." }),
  }),
});

builder.mutationField('acceptInvitation', (t) =>
  t.field({
    type: PortalSession,
    skipTypeScopes: true,
    description: 'Makes the account of a person who has the link of an invitation, and signs the person in.',
    args: { input: t.arg({ type: AcceptInvitationInput, required: true, description: 'Who accepts.' }) },
    resolve: async (_root, { input }, context) => {
      demandPasswords(context);
      const { code, username, password, email } = input;
      const { database, clock } = context;
      // Passwords are hashed for whoever has a link alone.
      if (!(await openInvitation(database.prisma, lookUp(context, code)))) endedInvitation(['input', 'code']);
      await checkNewPassword(password, ['input', 'password']);
      const passwordHash = await context.passwords.hash(password, passwordQueueKeys(context));
      const person = { username, passwordHash, email: email?.trim() || null, path: ['input'] };
      const action = 'acceptInvitation';
      const member = await context.change({ action, subject: username, username }, async (transaction) => {
        const made = await accept(transaction, lookUp(context, code), person);
        const { consumerOrgId } = made;
        const done = { action, subject: made.role, username: made.username };
        await recordActivity(transaction, { consumerOrgId, at: clock(), ...done });
        if (sendsMail(context))
          await requestFirstVerification(transaction, made, verificationContextOf(context));
        return made;
      });
      return openSession(context, member.id);
    },
  }),
);
