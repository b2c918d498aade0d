import { OWNED_ORGS_MAX } from '../../../../domain/consumer/team.ts';
import { refuse } from '../../../../foundation/errors.ts';
import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../../infrastructure/database/change.ts';
import { createConsumerOrg, removeMember } from '../../../consumer/consumer-org.ts';
import { withGeneratedName } from '../../../consumer/generated-name.ts';
import { checkMemberships, checkOtherOwner, join } from '../../../consumer/team.ts';
import { recordActivity } from '../../../consumer/team-activity.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer, type Viewer } from '../context.ts';
import { lookUp } from './invitation.ts';
import { PortalMemberRole } from './member.ts';
import { refuseTitle } from './sign-up.ts';

builder.prismaObject('ConsumerMembership', {
  name: 'PortalMembership',
  description: 'A consumer organization that the viewer belongs to.',
  fields: (t) => ({
    consumerOrg: t.relation('consumerOrg', { description: 'The organization.' }),
    role: t.expose('role', { type: PortalMemberRole, description: 'The rights of the viewer in it.' }),
    isCurrent: t.boolean({
      description: 'Is the session in it? `switchConsumerOrg` takes the session to another one.',
      select: { consumerOrgId: true },
      resolve: ({ consumerOrgId }, _args, { viewer }) => consumerOrgId === viewer?.consumerOrg.id,
    }),
  }),
});

builder.prismaObjectField('Member', 'memberships', (t) =>
  t.relation('memberships', {
    description: 'The consumer organizations that the person belongs to, the first one first.',
    args: partArgs,
    query: (part) => ({
      orderBy: [{ createdAt: 'asc' as const }, { id: 'asc' as const }],
      ...takeSkipOf(part),
    }),
  }),
);

/** Takes the session to another consumer org, where there is one. The present one is left next. */
export async function moveSession(
  transaction: Transaction,
  { sessionId, memberId, consumerOrg }: Viewer,
): Promise<void> {
  const next = await transaction.consumerMembership.findFirst({
    where: { memberId, consumerOrgId: { not: consumerOrg.id } },
    orderBy: [{ createdAt: 'asc' }, { id: 'asc' }],
  });
  if (next) await enter(transaction, sessionId, next.consumerOrgId);
}

async function enter(
  { portalSession }: Pick<Transaction, 'portalSession'>,
  id: string,
  consumerOrgId: string,
): Promise<void> {
  await portalSession.updateMany({ where: { id }, data: { consumerOrgId } });
}

builder.mutationField('switchConsumerOrg', (t) =>
  t.boolean({
    description:
      'Takes this session to another consumer organization of the viewer. Other sessions stay where they are.',
    args: { name: t.arg.string({ required: true, description: 'The name of the organization.' }) },
    resolve: async (_root, { name }, context) => {
      const { memberId, sessionId } = demandViewer(context);
      const { prisma } = context.database;
      const membership = name.includes('\0')
        ? null
        : await prisma.consumerMembership.findFirst({ where: { memberId, consumerOrg: { name } } });
      if (!membership)
        return refuse('NOT_FOUND', { detail: 'You belong to no organization of that name.', path: ['name'] });
      await enter(prisma, sessionId, membership.consumerOrgId);
      return true;
    },
  }),
);

builder.mutationField('createConsumerOrg', (t) =>
  t.string({
    description: `Creates a further consumer organization, which the viewer owns, and takes this session to it. Returns its name. Only where the catalog allows self-service sign-up, and while the viewer owns fewer than ${OWNED_ORGS_MAX}.`,
    args: { consumerOrgTitle: t.arg.string({ required: true, description: 'What people call it.' }) },
    resolve: (_root, { consumerOrgTitle: title }, context) => {
      const { memberId, sessionId, username } = demandViewer(context);
      if (!context.catalog.selfServiceSignUp) refuse('SIGN_UP_DISABLED');
      const now = context.clock();
      const request = { action: 'createConsumerOrg', subject: title, username };
      return context.change(request, async (transaction) => {
        await checkMemberships(transaction, memberId);
        const owned = await transaction.consumerMembership.count({ where: { memberId, role: 'OWNER' } });
        if (owned >= OWNED_ORGS_MAX)
          refuse('QUOTA_EXCEEDED', {
            detail: `You own ${owned} organizations, and with ${OWNED_ORGS_MAX} a person creates no more: hand one over, or delete it, first.`,
          });
        const { id, name } = await createConsumerOrg(transaction, {
          ...withGeneratedName({ title }, 'organization'),
          catalogId: context.catalog.id,
          now,
        }).catch(refuseTitle(['consumerOrgTitle']));
        await transaction.consumerMembership.create({
          data: { memberId, consumerOrgId: id, role: 'OWNER', createdAt: now },
        });
        await enter(transaction, sessionId, id);
        return name;
      });
    },
  }),
);

builder.mutationField('joinConsumerOrg', (t) =>
  t.string({
    description:
      'Accepts an invitation with the account of the viewer, and takes this session to its organization. Returns the name. `acceptInvitation` makes a new account instead.',
    args: { code: t.arg.string({ required: true, description: 'The code of the link.' }) },
    resolve: (_root, { code }, context) => {
      const { memberId, sessionId, username } = demandViewer(context);
      const action = 'joinConsumerOrg';
      return context.change({ action, subject: username, username }, async (transaction) => {
        const { consumerOrg, role } = await join(transaction, lookUp(context, code), memberId);
        await recordActivity(transaction, {
          consumerOrgId: consumerOrg.id,
          at: context.clock(),
          username,
          action: 'acceptInvitation',
          subject: role,
        });
        await enter(transaction, sessionId, consumerOrg.id);
        return consumerOrg.name;
      });
    },
  }),
);

builder.mutationField('deleteAccount', (t) =>
  t.boolean({
    description:
      'Deletes the account of the viewer, who leaves each consumer organization. Refused while she is the only owner of one.',
    args: {
      username: t.arg.string({ required: true, description: 'Her username, which says that it is meant.' }),
    },
    resolve: (_root, { username: typed }, context) => {
      const { memberId, username } = demandViewer(context);
      if (typed !== username)
        refuse('BAD_USER_INPUT', { detail: `Give your username, ${username}.`, path: ['username'] });
      return context.change({ action: 'deleteAccount', subject: username, username }, async (transaction) => {
        const memberships = await transaction.consumerMembership.findMany({
          where: { memberId },
          include: { consumerOrg: true },
        });
        for (const { consumerOrg, ...membership } of memberships) {
          if (membership.role === 'OWNER') await checkOtherOwner(transaction, membership, consumerOrg.title);
          await removeMember(transaction, consumerOrg, { username, path: [] });
          await recordActivity(transaction, {
            consumerOrgId: consumerOrg.id,
            at: context.clock(),
            username,
            action: 'leaveConsumerOrg',
            subject: `${consumerOrg.name}/${username}`,
          });
        }
        return true;
      });
    },
  }),
);
