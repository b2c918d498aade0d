import { passwordLength } from '../../../domain/people/password.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import { createMember, removeMember, roleOfNext } from '../../consumer/consumer-org.ts';
import { builder, inOrg } from '../builder.ts';
import { firstPasswordHash } from './first-password.ts';
import { MemberRoleRef } from './member-role.ts';
import { consumerOrgNamed } from './org.ts';

const AddMemberInput = builder.inputType('AddMemberInput', {
  description: 'A person who is to sign in to the portal for a consumer org.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'The consumer org.' }),
    username: t.string({ required: true, description: 'What the person signs in with; once in a catalog.' }),
    password: t.string({
      description: `The password, ${passwordLength.min} to ${passwordLength.max} characters; kept hashed. Without one, the link of \`resetMemberPassword\` lets the person choose it.`,
    }),
    email: t.string({ description: 'Where mail reaches the person.' }),
    role: t.field({
      type: MemberRoleRef,
      description: 'The role to have; DEVELOPER unless given. The first person is the owner in any case.',
    }),
  }),
});

const RemoveMemberInput = builder.inputType('RemoveMemberInput', {
  description: 'A person who is to sign in no more.',
  fields: (t) => ({
    org: t.string(inOrg),
    catalog: t.string({ required: true, description: 'The catalog.' }),
    consumerOrg: t.string({ required: true, description: 'The consumer org.' }),
    username: t.string({ required: true, description: 'What the person signs in with.' }),
  }),
});

/** Names a member in the audit. */
const subjectOf = ({ catalog, consumerOrg, username }: typeof RemoveMemberInput.$inferInput) =>
  `${catalog}/${consumerOrg}/${username}`;

builder.mutationField('addMember', (t) =>
  t.prismaField({
    type: 'ConsumerOrg',
    description:
      'Adds a person to a consumer org: she signs in to its portal as a developer, and as the owner where it has none.',
    args: { input: t.arg({ type: AddMemberInput, required: true, description: 'Who, and where.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { username, email } = input;
      const passwordHash = await firstPasswordHash(input, { context, orgId, path: ['input', 'password'] });
      const person = { username, email, emailVerifiedAt: context.clock(), passwordHash };
      const request = { orgId, action: 'addMember', subject: subjectOf(input) };
      return context.change(request, async (transaction) => {
        const consumerOrg = await consumerOrgNamed(transaction, { ...input, orgId });
        await checkQuota(transaction, { resource: 'MEMBERS', ownerId: consumerOrg.id, now: context.clock() });
        const next = await roleOfNext(transaction, consumerOrg.id);
        const role = next === 'OWNER' ? next : (input.role ?? next);
        await createMember(transaction, consumerOrg, { ...person, role, path: ['input'] });
        return transaction.consumerOrg.findUniqueOrThrow({ ...query, where: { id: consumerOrg.id } });
      });
    },
  }),
);

builder.mutationField('removeMember', (t) =>
  t.prismaField({
    type: 'ConsumerOrg',
    description:
      'Removes a person from a consumer org: every sign-in ends at once. Its applications stay. Where no owner is left, the one who has been there longest becomes the owner.',
    args: { input: t.arg({ type: RemoveMemberInput, required: true, description: 'Who, and where.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { username } = input;
      const request = { orgId, action: 'removeMember', subject: subjectOf(input) };
      return context.change(request, async (transaction) => {
        const consumerOrg = await consumerOrgNamed(transaction, { ...input, orgId });
        await removeMember(transaction, consumerOrg, { username, path: ['input', 'username'] });
        return transaction.consumerOrg.findUniqueOrThrow({ ...query, where: { id: consumerOrg.id } });
      });
    },
  }),
);
