import { memberRoles } from '../../../../domain/consumer/team.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { Member } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { removeMember } from '../../../consumer/consumer-org.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { currentMembership } from './current-membership.ts';

export const PortalMemberRole = builder.enumType('MemberRole', {
  description: 'Rights of a person in the consumer organization. Each includes those after it.',
  values: Object.fromEntries(
    memberRoles.map((role) => [
      role,
      {
        description: {
          OWNER: 'Invites, removes and deletes, besides all the others may.',
          DEVELOPER: 'Has applications, keys and subscriptions.',
          VIEWER: 'Sees all, and changes nothing but the own account.',
        }[role],
      },
    ]),
  ) as Record<(typeof memberRoles)[number], { description: string }>,
});

const PortalMember = builder.objectRef<Pick<Member, 'username' | 'role'>>('PortalMember').implement({
  description: 'A person of the consumer organization.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'What the person signs in with.' }),
    role: t.expose('role', { type: PortalMemberRole, description: 'The rights of the person.' }),
    isOwner: t.boolean({
      description: 'Is the person an owner of the organization?',
      resolve: ({ role }) => role === 'OWNER',
    }),
  }),
});

builder.prismaObjectField('Member', 'role', (t) =>
  t.field({
    type: PortalMemberRole,
    description: 'The rights of the person in the organization.',
    select: { id: true, consumerOrgId: true },
    resolve: async (member, _args, context) => {
      // Each page asks for it, and the session has told it.
      if (context.viewer?.memberId === member.id) return context.viewer.role;
      const where = { memberId_consumerOrgId: currentMembership(member, context) };
      return (await context.database.prisma.consumerMembership.findUniqueOrThrow({ where })).role;
    },
  }),
);

builder.prismaObjectField('ConsumerOrg', 'members', (t) =>
  t.field({
    type: [PortalMember],
    description: 'Its people, its owners first.',
    args: partArgs,
    select: (part) => ({
      memberships: {
        orderBy: [{ role: 'asc' }, { createdAt: 'asc' }, { memberId: 'asc' }],
        select: { role: true, member: { select: { username: true } } },
        ...takeSkipOf(part),
      },
    }),
    resolve: ({ memberships }) => memberships.map(({ role, member: { username } }) => ({ role, username })),
  }),
);

builder.prismaObjectField('ConsumerOrg', 'memberCount', (t) =>
  t.relationCount('memberships', { description: 'How many people it has.' }),
);

builder.mutationField('removeMember', (t) =>
  t.boolean({
    description:
      'Removes a person from the consumer organization: what she has open in it ends at once, the applications stay. Her account ends where she belongs to no other one. Only an owner may, and not herself.',
    args: { username: t.arg.string({ required: true, description: 'What the person signs in with.' }) },
    resolve: async (_root, { username: removed }, context) => {
      const { username, consumerOrg } = demandViewer(context);
      const subject = `${consumerOrg.name}/${removed}`;
      return context.change({ action: 'removeMember', subject, username }, async (transaction) => {
        const org = await transaction.consumerOrg.findUniqueOrThrow({ where: { id: consumerOrg.id } });
        if (removed === username)
          refuse('BAD_USER_INPUT', {
            detail: 'This is you: leave the organization instead, by leaveConsumerOrg.',
            path: ['username'],
          });
        await removeMember(transaction, org, { username: removed, path: ['username'] });
        return true;
      });
    },
  }),
);
