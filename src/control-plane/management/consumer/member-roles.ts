import { refuse } from '../../../foundation/errors.ts';
import { checkOtherOwner } from '../../consumer/team.ts';
import { builder, inOrg } from '../builder.ts';
import { MemberRoleRef } from './member-role.ts';
import { consumerOrgNamed } from './org.ts';

builder.prismaObject('ConsumerMembership', {
  description: 'A person in a consumer org.',
  fields: (t) => ({
    username: t.string({
      description: 'What the person signs in with.',
      select: { member: { select: { username: true } } },
      resolve: ({ member }) => member.username,
    }),
    emailVerified: t.boolean({
      nullable: true,
      description: "Is the email address certainly the person's? Null where the person has given none.",
      select: { member: { select: { email: true, emailVerifiedAt: true } } },
      resolve: ({ member }) => (member.email === null ? null : member.emailVerifiedAt !== null),
    }),
    role: t.expose('role', { type: MemberRoleRef, description: 'The rights of the person in it.' }),
    isPlaced: t.exposeBoolean('isPlaced', {
      description:
        'Do the rules of an identity provider say that the person is in it? The role is then theirs, too, at each sign-in.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'Since when the person is in it.' }),
  }),
});

const SetMemberRoleInput = builder.inputType('SetMemberRoleInput', {
  description: 'Who is to have which role.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'The consumer org.' }),
    username: t.string({ required: true, description: 'What the person signs in with.' }),
    role: t.field({ type: MemberRoleRef, required: true, description: 'The role to have.' }),
  }),
});

builder.mutationField('setMemberRole', (t) =>
  t.prismaField({
    type: 'ConsumerMembership',
    description:
      'Gives a person of a consumer org another role. It keeps an owner in any case. Where the rules of an identity provider give the role, they do so again at the next sign-in.',
    args: { input: t.arg({ type: SetMemberRoleInput, required: true, description: 'Who, and which.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { catalog, consumerOrg: name, username, role } = input;
      const subject = `${catalog}/${name}/${username}`;
      const request = { orgId, action: 'setMemberRole', subject, detail: { role } };
      return context.change(request, async (transaction) => {
        const { id: consumerOrgId, title } = await consumerOrgNamed(transaction, { ...input, orgId });
        const where = { consumerOrgId, member: { username } };
        // A text that PostgreSQL cannot hold is the name of nobody.
        const found = username.includes('\0')
          ? null
          : await transaction.consumerMembership.findFirst({ where });
        const membership =
          found ??
          refuse('NOT_FOUND', {
            detail: `The consumer org ${name} has nobody with this username.`,
            path: ['input', 'username'],
          });
        if (membership.role === 'OWNER' && role !== 'OWNER')
          await checkOtherOwner(transaction, membership, title);
        const { id } = membership;
        return transaction.consumerMembership.update({ ...query, where: { id }, data: { role } });
      });
    },
  }),
);
