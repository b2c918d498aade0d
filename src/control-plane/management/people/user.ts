import { checkEmail } from '../../../domain/people/member.ts';
import { refuse } from '../../../foundation/errors.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { Membership, Prisma } from '../../../infrastructure/database/generated/prisma/client.ts';
import { builder, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { changeInScope, type OrgScopeInput, orgScopeArgs, orgScopeOf } from '../org-scope.ts';
import { demandAnotherAdministrator, type Person, personOf, withUser } from './person.ts';
import { dropUnusedSecondFactors } from './second-factor.ts';
import { INVITATION_MS, writtenEmail } from './user-rules.ts';
import { issuerOf, RoleEnum } from './viewer.ts';

const UserStateEnum = builder.enumType('UserState', {
  description: 'Whether a person may come in.',
  values: {
    INVITED: { description: 'Has not accepted the invitation yet.' },
    ENABLED: { description: 'Comes in.' },
    SUSPENDED: { description: 'Is kept out, with all tokens that are hers, until she is enabled again.' },
  } as const,
});

export const UserRef = builder.objectRef<Person>('User').implement({
  description: 'A person who manages an org, or every org.',
  fields: (t) => ({
    email: t.string({
      description: 'Her email address, which names her.',
      resolve: ({ user }) => user.email,
    }),
    role: t.expose('role', { type: RoleEnum, description: 'Her rights.' }),
    state: t.expose('state', { type: UserStateEnum, description: 'Whether she may come in.' }),
    identityProvider: t.field({
      type: 'URL',
      nullable: true,
      description:
        'The OpenID Connect issuer that signs her in here; null where a password does, and before she accepts.',
      resolve: issuerOf,
    }),
    hasSecondFactor: t.boolean({
      description: 'Does she show a passkey, or a recovery code, when she enters this org?',
      resolve: ({ secondFactorId }) => secondFactorId !== null,
    }),
    invitedAt: t.expose('createdAt', { type: 'DateTime', description: 'When she was first invited.' }),
    invitationEndsAt: t.expose('invitationEndsAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When the link of her invitation ends, or ended; null once it is accepted.',
    }),
    lastSignInAt: t.expose('lastSignInAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When she last entered this org by signing in; null for never.',
    }),
  }),
});

type Invitation = { readonly user: Person; readonly url: string; readonly expiresAt: Date };

const InvitationRef = builder.objectRef<Invitation>('Invitation').implement({
  description: 'An invitation: the one time that its link can be read.',
  fields: (t) => ({
    user: t.field({ type: UserRef, description: 'Who is invited.', resolve: ({ user }) => user }),
    url: t.field({
      type: 'URL',
      description: 'Where she accepts it, once. Send it to her, and to nobody else.',
      resolve: ({ url }) => url,
    }),
    expiresAt: t.expose('expiresAt', { type: 'DateTime', description: 'When it ends: in a week.' }),
  }),
});

const InviteUserInput = builder.inputType('InviteUserInput', {
  description: 'Who is invited, and what for.',
  fields: (t) => ({
    org: t.string(orgScopeArgs.org),
    everyOrg: t.boolean(orgScopeArgs.everyOrg),
    email: t.string({ required: true, description: 'Her email address; upper and lower case are the same.' }),
    role: t.field({ type: RoleEnum, required: true, description: 'The rights that she gets.' }),
  }),
});

const UpdateUserInput = builder.inputType('UpdateUserInput', {
  description: 'What is changed of a person; what is left out stays.',
  fields: (t) => ({
    org: t.string(orgScopeArgs.org),
    everyOrg: t.boolean(orgScopeArgs.everyOrg),
    email: t.string({ required: true, description: 'Whose.' }),
    role: t.field({ type: RoleEnum, description: 'Her new rights, from now on.' }),
    suspended: t.boolean({ description: 'Is she kept out?' }),
  }),
});

export const UserInput = builder.inputType('UserInput', {
  description: 'A person of an org, or of every org.',
  fields: (t) => ({
    org: t.string(orgScopeArgs.org),
    everyOrg: t.boolean(orgScopeArgs.everyOrg),
    email: t.string({ required: true, description: 'Her email address.' }),
  }),
});

/** Filters of people. */
const peopleFilterArgs = builder.args((t) => ({
  org: t.string(orgScopeArgs.org),
  everyOrg: t.boolean(orgScopeArgs.everyOrg),
  state: t.field({ type: [UserStateEnum], description: 'Only those in one of these states.' }),
}));

async function peopleFilter(
  context: ManagementContext,
  { state, ...reach }: OrgScopeInput & { readonly state?: readonly Membership['state'][] | null | undefined },
): Promise<Prisma.MembershipWhereInput> {
  return { orgId: await orgScopeOf(context, reach), ...(state && { state: { in: [...state] } }) };
}

builder.queryField('users', (t) =>
  t.field({
    type: [UserRef],
    authScopes: { role: 'ADMINISTRATOR' },
    description: 'The people who manage an org, by email address. Needs the role ADMINISTRATOR.',
    args: {
      ...peopleFilterArgs,
      ...partArgs,
    },
    resolve: async (_root, { first, offset, ...which }, context) =>
      context.database.prisma.membership.findMany({
        where: await peopleFilter(context, which),
        include: withUser,
        orderBy: { user: { email: 'asc' } },
        ...takeSkipOf({ first, offset }),
      }),
  }),
);

builder.queryField('userCount', (t) =>
  t.int({
    authScopes: { role: 'ADMINISTRATOR' },
    description: 'How many people manage an org. Needs the role ADMINISTRATOR.',
    args: peopleFilterArgs,
    resolve: async (_root, which, context) =>
      context.database.prisma.membership.count({ where: await peopleFilter(context, which) }),
  }),
);

builder.mutationField('inviteUser', (t) =>
  t.field({
    type: InvitationRef,
    authScopes: { role: 'ADMINISTRATOR' },
    description:
      'Invites a person by a link, which you send to her. By it she chooses a password that opens this org alone, whatever other orgs she is in; the answer says nothing of these. Again while she has not accepted: the link before it ends. Needs the role ADMINISTRATOR.',
    args: { input: t.arg({ type: InviteUserInput, required: true, description: 'Who.' }) },
    resolve: async (_root, { input }, context): Promise<Invitation> => {
      const orgId = await orgScopeOf(context, input);
      checkEmail(input.email, ['input', 'email']);
      const [email, role] = [writtenEmail(input.email), input.role];
      const code = context.secrets.issue('gv_');
      const expiresAt = new Date(context.clock().getTime() + INVITATION_MS);
      const invitation = { role, invitationHash: context.secrets.hash(code), invitationEndsAt: expiresAt };
      const user = await changeInScope(
        context,
        { orgId, action: 'inviteUser', subject: email, detail: { role } },
        (transaction) => invite(transaction, { orgId, email, invitation, now: context.clock() }),
      );
      return { user, expiresAt, url: `${context.urls.console}/console/invitation?code=${code}` };
    },
  }),
);

type InviteInput = {
  readonly orgId: string | null;
  readonly email: string;
  readonly now: Date;
  readonly invitation: Pick<Membership, 'role' | 'invitationHash' | 'invitationEndsAt'>;
};

/**
 * Invites a person to an org. The update of their row locks it, so that nobody removes them meanwhile for having no
 * org.
 */
async function invite(
  transaction: Transaction,
  { orgId, email, invitation, now }: InviteInput,
): Promise<Person> {
  const { user, membership } = transaction;
  const { id: userId } = await user.upsert({ where: { email }, create: { email }, update: { email } });
  const known = await membership.findFirst({ where: { userId, orgId } });
  if (!known) {
    if (orgId !== null) await checkQuota(transaction, { resource: 'USERS', ownerId: orgId, now });
    return membership.create({ data: { userId, orgId, ...invitation }, include: withUser });
  }
  if (known.state !== 'INVITED')
    refuse('NAME_TAKEN', {
      detail: `${email} has accepted an invitation already: change her role instead (updateUser).`,
      path: ['input', 'email'],
    });
  return membership.update({ where: { id: known.id }, data: invitation, include: withUser });
}

builder.mutationField('updateUser', (t) =>
  t.field({
    type: UserRef,
    authScopes: { role: 'ADMINISTRATOR' },
    description:
      "Changes a person's rights, or suspends her: in force at once, for her sessions and her tokens. Needs the role ADMINISTRATOR.",
    args: { input: t.arg({ type: UpdateUserInput, required: true, description: 'What changes.' }) },
    resolve: async (_root, { input }, context) => {
      const orgId = await orgScopeOf(context, input);
      const { email, role, suspended } = input;
      const detail = { ...(role && { role }), ...(suspended != null && { suspended }) };
      const subject = writtenEmail(email);
      return changeInScope(context, { orgId, action: 'updateUser', subject, detail }, async (transaction) => {
        const person = await personOf(transaction, { orgId, email });
        if (suspended != null && person.state === 'INVITED')
          refuse('TRANSITION_REFUSED', {
            detail: `${subject} has not accepted the invitation yet: removeUser takes it back.`,
            path: ['input', 'suspended'],
          });
        if ((role && role !== 'ADMINISTRATOR') || suspended)
          await demandAnotherAdministrator(transaction, { caller: context.caller, person });
        const state = suspended == null ? person.state : suspended ? 'SUSPENDED' : 'ENABLED';
        const data = { role: role ?? person.role, state } as const;
        return transaction.membership.update({ where: { id: person.id }, data, include: withUser });
      });
    },
  }),
);

builder.mutationField('removeUser', (t) =>
  t.boolean({
    authScopes: { role: 'ADMINISTRATOR' },
    description:
      'Removes a person from the org, or takes her invitation back: her sessions, her tokens and her password of this org end at once, those of other orgs stay. Who is in no org any more is forgotten. Needs the role ADMINISTRATOR.',
    args: { input: t.arg({ type: UserInput, required: true, description: 'Whom.' }) },
    resolve: async (_root, { input }, context) => {
      const orgId = await orgScopeOf(context, input);
      const subject = writtenEmail(input.email);
      await changeInScope(context, { orgId, action: 'removeUser', subject }, async (transaction) => {
        const person = await personOf(transaction, { orgId, email: input.email });
        await demandAnotherAdministrator(transaction, { caller: context.caller, person });
        await transaction.$executeRaw`SELECT FROM "User" WHERE "id" = ${person.userId}::uuid FOR UPDATE`;
        await transaction.membership.delete({ where: { id: person.id } });
        await dropUnusedSecondFactors(transaction, person.userId);
        await transaction.user.deleteMany({ where: { id: person.userId, memberships: { none: {} } } });
      });
      return true;
    },
  }),
);
