import { refuse } from '../../../../foundation/errors.ts';
import { takeSkipOf } from '../../../../graphql/server/take-skip.ts';
import type { Member } from '../../../../infrastructure/database/generated/prisma/client.ts';
import { removeMember } from '../../../consumer/consumer-org.ts';
import { builder, partArgs } from '../builder.ts';
import { demandViewer } from '../context.ts';

type Person = Pick<Member, 'username'> & { readonly isOwner: boolean };

const PortalMember = builder.objectRef<Person>('PortalMember').implement({
  description: 'A person of the consumer organization.',
  fields: (t) => ({
    username: t.exposeString('username', { description: 'What the person signs in with.' }),
    isOwner: t.exposeBoolean('isOwner', {
      description:
        'Does the person own the organization, and remove others? The one who is there longest does.',
    }),
  }),
});

builder.prismaObjectField('ConsumerOrg', 'members', (t) =>
  t.field({
    type: [PortalMember],
    description: 'Its people, its owner first.',
    args: partArgs,
    select: (part) => ({
      members: { orderBy: { id: 'asc' }, select: { username: true }, ...takeSkipOf(part) },
    }),
    resolve: ({ members }, { offset }) =>
      members.map(({ username }, index) => ({ username, isOwner: (offset ?? 0) + index === 0 })),
  }),
);

builder.mutationField('removeMember', (t) =>
  t.boolean({
    description:
      'Removes a person from the consumer organization: every sign-in ends at once, the applications stay. Only its owner may, and not herself.',
    args: { username: t.arg.string({ required: true, description: 'What the person signs in with.' }) },
    resolve: async (_root, { username: removed }, context) => {
      const { memberId, username, consumerOrg } = demandViewer(context);
      const subject = `${consumerOrg.name}/${removed}`;
      return context.change({ action: 'removeMember', subject, username }, async (transaction) => {
        const org = await transaction.consumerOrg.findUniqueOrThrow({
          where: { id: consumerOrg.id },
          include: { members: { orderBy: { id: 'asc' }, take: 1 } },
        });
        if (org.members[0]?.id !== memberId)
          refuse('FORBIDDEN', { detail: 'The owner of the organization alone removes its people.' });
        if (removed === username)
          refuse('BAD_USER_INPUT', {
            detail: 'You own the organization: ask the provider to remove you.',
            path: ['username'],
          });
        await removeMember(transaction, org, { username: removed, path: ['username'] });
        return true;
      });
    },
  }),
);
