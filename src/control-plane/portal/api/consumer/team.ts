import { refuse } from '../../../../foundation/errors.ts';
import { deleteConsumerOrg, removeMember } from '../../../consumer/consumer-org.ts';
import { checkOtherOwner, membershipNamed } from '../../../consumer/team.ts';
import { recordActivity } from '../../../consumer/team-activity.ts';
import { builder } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { PortalMemberRole } from './member.ts';
import { moveSession } from './memberships.ts';

builder.mutationField('setMemberRole', (t) =>
  t.boolean({
    description: 'Gives a person of the consumer organization another role. It keeps an owner in any case.',
    args: {
      username: t.arg.string({ required: true, description: 'What the person signs in with.' }),
      role: t.arg({ type: PortalMemberRole, required: true, description: 'The role to have.' }),
    },
    resolve: (_root, { username: changed, role }, context) => {
      const { consumerOrg, username } = demandViewer(context);
      const subject = `${consumerOrg.name}/${changed}`;
      const request = { action: 'setMemberRole', subject, detail: { role }, username };
      return context.change(request, async (transaction) => {
        const membership = await membershipNamed(transaction, { id: consumerOrg.id, username: changed });
        if (membership.role === 'OWNER' && role !== 'OWNER') await checkOtherOwner(transaction, membership);
        await transaction.consumerMembership.update({ where: { id: membership.id }, data: { role } });
        return true;
      });
    },
  }),
);

builder.mutationField('handOverConsumerOrg', (t) =>
  t.boolean({
    description: 'Makes another person an owner, and the viewer a developer, both at once.',
    args: { username: t.arg.string({ required: true, description: 'Who is to own it.' }) },
    resolve: (_root, { username: heir }, context) => {
      const { consumerOrg, username, memberId } = demandViewer(context);
      const subject = `${consumerOrg.name}/${heir}`;
      return context.change({ action: 'handOverConsumerOrg', subject, username }, async (transaction) => {
        const { id, memberId: heirId } = await membershipNamed(transaction, {
          id: consumerOrg.id,
          username: heir,
        });
        if (heirId === memberId)
          refuse('BAD_USER_INPUT', { detail: 'You own it already: name somebody else.', path: ['username'] });
        const own = { memberId, consumerOrgId: consumerOrg.id };
        await transaction.consumerMembership.update({
          where: { memberId_consumerOrgId: own },
          data: { role: 'DEVELOPER' },
        });
        await transaction.consumerMembership.update({ where: { id }, data: { role: 'OWNER' } });
        return true;
      });
    },
  }),
);

builder.mutationField('leaveConsumerOrg', (t) =>
  t.boolean({
    description:
      'Removes the viewer from the consumer organization. The session goes on in another one of hers; with the last one the account ends. Its only owner cannot leave.',
    resolve: (_root, _args, context) => {
      const viewer = demandViewer(context);
      const { consumerOrg, username, memberId } = viewer;
      const subject = `${consumerOrg.name}/${username}`;
      const action = 'leaveConsumerOrg';
      return context.change({ action, subject, username }, async (transaction) => {
        const org = await transaction.consumerOrg.findUniqueOrThrow({ where: { id: consumerOrg.id } });
        const membership = await membershipNamed(transaction, { id: org.id, username });
        if (membership.memberId !== memberId) refuse('CONFLICT', { detail: 'Your account is gone already.' });
        if (membership.role === 'OWNER') await checkOtherOwner(transaction, membership);
        await moveSession(transaction, viewer);
        await removeMember(transaction, org, { username, path: [] });
        const at = context.clock();
        await recordActivity(transaction, { consumerOrgId: org.id, at, username, action, subject });
        return true;
      });
    },
  }),
);

builder.mutationField('deleteConsumerOrg', (t) =>
  t.boolean({
    description:
      'Deletes the consumer organization of the viewer with its applications, keys and subscriptions, and the accounts of people who belong to no other one. Calls of its applications are refused from then on.',
    args: {
      name: t.arg.string({ required: true, description: 'Its name, which says that it is meant.' }),
    },
    resolve: (_root, { name }, context) => {
      const viewer = demandViewer(context);
      const { consumerOrg, username } = viewer;
      if (name !== consumerOrg.name)
        refuse('BAD_USER_INPUT', {
          detail: `Give the name of your organization, ${consumerOrg.name}.`,
          path: ['name'],
        });
      const request = { action: 'deleteConsumerOrg', subject: consumerOrg.name, username };
      return context.change(request, async (transaction) => {
        const org = await transaction.consumerOrg.findUniqueOrThrow({ where: { id: consumerOrg.id } });
        await moveSession(transaction, viewer);
        await deleteConsumerOrg(transaction, org);
        return true;
      });
    },
  }),
);
