import { checkLocalUsername } from '../../../domain/oauth/local-user.ts';
import { normalUsername, usernameKey } from '../../../domain/people/member.ts';
import { passwordLength } from '../../../domain/people/password.ts';
import { type InputPath, refuse } from '../../../foundation/errors.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import type { Transaction } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { LocalUser } from '../../../infrastructure/database/generated/prisma/client.ts';
import { checkNewPassword } from '../../../infrastructure/secrets/new-password.ts';
import { endSignIns, ofPerson } from '../../../infrastructure/user-registries/local-sign-ins.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import type { ManagementContext } from '../context.ts';
import { literal } from '../search.ts';
import { userRegistryNamed } from './user-registry.ts';

const LocalUserState = builder.enumType('LocalUserState', {
  description: 'May a local user sign in?',
  values: {
    ENABLED: { description: 'Yes.' },
    SUSPENDED: { description: 'No: the right password is refused as a wrong one is.' },
  } as const,
});

const LocalUserRef = builder.prismaObject('LocalUser', {
  description: 'A person of a user registry of type LOCAL. The password can be set, and never be read.',
  fields: (t) => ({
    username: t.exposeString('username', {
      description: 'What the person signs in with, in any case; names the person in tokens as it is here.',
    }),
    state: t.expose('state', { type: LocalUserState, description: 'May the person sign in?' }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the person was added.' }),
    passwordChangedAt: t.expose('passwordChangedAt', {
      type: 'DateTime',
      description: 'When the password was set last.',
    }),
  }),
});

const usernameField = { required: true as const, description: 'What the person signs in with.' };

const searchArg = { description: 'Only those with this text in their username, in any case.' };

const hasInUsername = (search: string | null | undefined) =>
  search ? { key: { contains: literal(usernameKey(search)) } } : {};

builder.prismaObjectField('UserRegistry', 'localUsers', (t) =>
  t.relation('localUsers', {
    description: 'Of type LOCAL: its people, by username; none for the others.',
    args: { search: t.arg.string(searchArg), ...partArgs },
    query: ({ search, ...part }) => ({
      where: hasInUsername(search),
      orderBy: { key: 'asc' } as const,
      ...takeSkipOf(part),
    }),
  }),
);

builder.prismaObjectField('UserRegistry', 'localUserCount', (t) =>
  t.relationCount('localUsers', {
    description: 'Of type LOCAL: how many people it has.',
    args: { search: t.arg.string(searchArg) },
    where: ({ search }) => hasInUsername(search),
  }),
);

builder.prismaObjectField('UserRegistry', 'localUser', (t) =>
  t.field({
    type: LocalUserRef,
    nullable: true,
    description: 'Of type LOCAL: one of its people.',
    args: { username: t.arg.string(usernameField) },
    select: ({ username }) => ({ localUsers: { where: { key: usernameKey(username) }, take: 1 } }),
    resolve: ({ localUsers: [user] }) => user,
  }),
);

const passwordField = {
  required: true as const,
  description: `The password, ${passwordLength.min} to ${passwordLength.max} characters; kept hashed.`,
};
const registryField = { required: true as const, description: 'The user registry, of type LOCAL.' };

const AddLocalUserInput = builder.inputType('AddLocalUserInput', {
  description: 'A person who is to sign in with a username and password that the platform keeps.',
  fields: (t) => ({
    org: t.string(inOrg),
    userRegistry: t.string(registryField),
    username: t.string({
      required: true,
      description: 'What the person signs in with; once in a registry, in whatever case. Without a colon.',
    }),
    password: t.string(passwordField),
  }),
});

const LocalUserInput = builder.inputType('LocalUserInput', {
  description: 'A person of a user registry.',
  fields: (t) => ({
    org: t.string(inOrg),
    userRegistry: t.string(registryField),
    username: t.string(usernameField),
  }),
});

const SetLocalUserPasswordInput = builder.inputType('SetLocalUserPasswordInput', {
  description: 'A new password of a person.',
  fields: (t) => ({
    org: t.string(inOrg),
    userRegistry: t.string(registryField),
    username: t.string(usernameField),
    password: t.string(passwordField),
  }),
});

const SetLocalUserStateInput = builder.inputType('SetLocalUserStateInput', {
  description: 'Whether a person may sign in.',
  fields: (t) => ({
    org: t.string(inOrg),
    userRegistry: t.string(registryField),
    username: t.string(usernameField),
    state: t.field({ type: LocalUserState, required: true, description: 'May the person sign in?' }),
  }),
});

type LocalUserAddress = { readonly userRegistry: string; readonly username: string };

/** Names a person in the audit. */
const subjectOf = ({ userRegistry, username }: LocalUserAddress) => `${userRegistry}/${username}`;

/** Hashes a new password, before any transaction waits for it. */
async function hashed(
  password: string,
  { passwords, caller }: ManagementContext,
  orgId: string,
): Promise<string> {
  await checkNewPassword(password, ['input', 'password']);
  return passwords.hash(password, [orgId, caller.actor]);
}

/** @throws NOT_FOUND; BAD_USER_INPUT for a registry that keeps its people elsewhere */
async function localRegistryNamed(
  transaction: Pick<Transaction, 'userRegistry'>,
  { orgId, name }: { readonly orgId: string; readonly name: string },
) {
  const path: InputPath = ['input', 'userRegistry'];
  const registry = await userRegistryNamed(transaction, { orgId, name, path });
  if (registry.type === 'LOCAL') return registry;
  return refuse('BAD_USER_INPUT', {
    detail: `The user registry ${name} is of type ${registry.type}, and keeps its people elsewhere: name one of type LOCAL.`,
    path,
  });
}

/** @throws NOT_FOUND when the registry has nobody with this username */
async function localUserNamed(
  transaction: Transaction,
  { orgId, userRegistry, username }: LocalUserAddress & { readonly orgId: string },
): Promise<LocalUser> {
  const { id } = await localRegistryNamed(transaction, { orgId, name: userRegistry });
  const where = { userRegistryId_key: { userRegistryId: id, key: usernameKey(username) } };
  const found = await transaction.localUser.findUnique({ where });
  return (
    found ??
    refuse('NOT_FOUND', {
      detail: `The user registry ${userRegistry} has nobody with this username.`,
      path: ['input', 'username'],
    })
  );
}

builder.mutationField('addLocalUser', (t) =>
  t.prismaField({
    type: 'LocalUser',
    description: 'Adds a person to a user registry of type LOCAL.',
    args: { input: t.arg({ type: AddLocalUserInput, required: true, description: 'Who, and where.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      checkLocalUsername(input.username, ['input', 'username']);
      const passwordHash = await hashed(input.password, context, orgId);
      const [username, key] = [normalUsername(input.username), usernameKey(input.username)];
      const request = { orgId, action: 'addLocalUser', subject: subjectOf({ ...input, username }) };
      return context.change(request, async (transaction) => {
        const { id: userRegistryId } = await localRegistryNamed(transaction, {
          orgId,
          name: input.userRegistry,
        });
        const where = { userRegistryId_key: { userRegistryId, key } };
        if (await transaction.localUser.findUnique({ where }))
          refuse('NAME_TAKEN', {
            detail: `The user registry ${input.userRegistry} has a person with the username ${username} already: choose another.`,
            path: ['input', 'username'],
          });
        const now = context.clock();
        await checkQuota(transaction, { resource: 'LOCAL_USERS', ownerId: orgId, now });
        const data = { userRegistryId, username, key, passwordHash, createdAt: now, passwordChangedAt: now };
        return transaction.localUser.create({ ...query, data });
      });
    },
  }),
);

builder.mutationField('setLocalUserPassword', (t) =>
  t.prismaField({
    type: 'LocalUser',
    description:
      'Gives a person of a user registry of type LOCAL another password. Ends her sessions, and revokes the tokens that come of an authorization.',
    args: { input: t.arg({ type: SetLocalUserPasswordInput, required: true, description: 'Whose.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const passwordHash = await hashed(input.password, context, orgId);
      const request = { orgId, action: 'setLocalUserPassword', subject: subjectOf(input) };
      return context.change(request, async (transaction) => {
        const user = await localUserNamed(transaction, { ...input, orgId });
        const { id } = user;
        await endSignIns(transaction, user, context.clock());
        const data = { passwordHash, passwordChangedAt: context.clock() };
        return transaction.localUser.update({ ...query, where: { id }, data });
      });
    },
  }),
);

builder.mutationField('setLocalUserState', (t) =>
  t.prismaField({
    type: 'LocalUser',
    description:
      'Lets a person of a user registry of type LOCAL sign in, or not. SUSPENDED also ends her sessions, and revokes the tokens that come of an authorization.',
    args: { input: t.arg({ type: SetLocalUserStateInput, required: true, description: 'Who.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { state } = input;
      const request = { orgId, action: 'setLocalUserState', subject: subjectOf(input), detail: { state } };
      return context.change(request, async (transaction) => {
        const user = await localUserNamed(transaction, { ...input, orgId });
        if (state === 'SUSPENDED') await endSignIns(transaction, user, context.clock());
        return transaction.localUser.update({ ...query, where: { id: user.id }, data: { state } });
      });
    },
  }),
);

builder.mutationField('removeLocalUser', (t) =>
  t.boolean({
    description:
      'Removes a person from a user registry of type LOCAL, with her sessions and consents. The tokens that come of an authorization are revoked.',
    args: { input: t.arg({ type: LocalUserInput, required: true, description: 'Who.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const request = { orgId, action: 'removeLocalUser', subject: subjectOf(input) };
      await context.change(request, async (transaction) => {
        const user = await localUserNamed(transaction, { ...input, orgId });
        const { id } = user;
        await endSignIns(transaction, user, context.clock());
        await transaction.consent.deleteMany({ where: ofPerson(user) });
        await transaction.localUser.delete({ where: { id } });
      });
      return true;
    },
  }),
);
