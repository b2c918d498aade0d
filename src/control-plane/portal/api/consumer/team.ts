import { refuse } from '../../../../foundation/errors.ts';
import { deleteConsumerOrg, removeMember } from '../../../consumer/consumer-org.ts';
import { checkOtherOwner, memberNamed } from '../../../consumer/team.ts';
import { recordActivity } from '../../../consumer/team-activity.ts';
import { builder } from '../builder.ts';
import { demandViewer } from '../context.ts';
import { PortalMemberRole } from './member.ts';
import { demandOwner } from './own.ts';

const NO_MORE = 'You own the organization no more.';

builder.mutationField('setMemberRole', (t) =>
  t.boolean({
    description: 'Gives a person of the consumer organization another role. It keeps an owner in any case.',
    args: {
      username: t.arg.string({ required: true, description: 'What the person signs in with.' }),
      role: t.arg({ type: PortalMemberRole, required: true, description: 'The role to have.' }),
    },
    resolve: (_root, { username: changed, role }, context) => {
      const viewer = demandViewer(context);
      const { consumerOrg, username } = viewer;
      const subject = `${consumerOrg.name}/${changed}`;
      const request = { action: 'setMemberRole', subject, detail: { role }, username };
      return context.change(request, async (transaction) => {
        await demandOwner(transaction, viewer, NO_MORE);
        const member = await memberNamed(transaction, { id: consumerOrg.id, username: changed });
        if (member.role === 'OWNER' && role !== 'OWNER') await checkOtherOwner(transaction, member);
        await transaction.member.update({ where: { id: member.id }, data: { role } });
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
      const viewer = demandViewer(context);
      const { consumerOrg, username, memberId } = viewer;
      const subject = `${consumerOrg.name}/${heir}`;
      return context.change({ action: 'handOverConsumerOrg', subject, username }, async (transaction) => {
        await demandOwner(transaction, viewer, NO_MORE);
        const { id } = await memberNamed(transaction, { id: consumerOrg.id, username: heir });
        if (id === memberId)
          refuse('BAD_USER_INPUT', { detail: 'You own it already: name somebody else.', path: ['username'] });
        await transaction.member.update({ where: { id: memberId }, data: { role: 'DEVELOPER' } });
        await transaction.member.update({ where: { id }, data: { role: 'OWNER' } });
        return true;
      });
    },
  }),
);

builder.mutationField('leaveConsumerOrg', (t) =>
  t.boolean({
    description:
      'Removes the viewer from the consumer organization, and the account with it. Its only owner cannot leave.',
    resolve: (_root, _args, context) => {
      const { consumerOrg, username, memberId } = demandViewer(context);
      const subject = `${consumerOrg.name}/${username}`;
      const action = 'leaveConsumerOrg';
      return context.change({ action, subject, username }, async (transaction) => {
        const org = await transaction.consumerOrg.findUniqueOrThrow({ where: { id: consumerOrg.id } });
        const member = await memberNamed(transaction, { id: org.id, username });
        if (member.id !== memberId) refuse('CONFLICT', { detail: 'Your account is gone already.' });
        if (member.role === 'OWNER') await checkOtherOwner(transaction, member);
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
      'Deletes the consumer organization of the viewer with its people, applications, keys and subscriptions. Calls of its applications are refused from then on.',
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
        await demandOwner(transaction, viewer, NO_MORE);
        const org = await transaction.consumerOrg.findUniqueOrThrow({ where: { id: consumerOrg.id } });
        await deleteConsumerOrg(transaction, org);
        return true;
      });
    },
  }),
);
