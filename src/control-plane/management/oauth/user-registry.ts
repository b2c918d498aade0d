import { refuse } from '../../../foundation/errors.ts';
import { checkTitle, nameFor } from '../../../foundation/text/name.ts';
import { takeSkipOf } from '../../../graphql/server/take-skip.ts';
import { recordAudit, type Transaction, transact } from '../../../infrastructure/database/change.ts';
import { checkQuota } from '../../../infrastructure/database/check-quota.ts';
import type { UserRegistry } from '../../../infrastructure/database/generated/prisma/client.ts';
import {
  type AuthenticationResult,
  authenticate,
  type RegistryPerson,
} from '../../../infrastructure/user-registries/registry.ts';
import { builder, inOrg, partArgs } from '../builder.ts';
import type { Caller } from '../caller.ts';
import type { ManagementContext } from '../context.ts';
import { type NamedInput, NameInput, refuseTaken } from '../name-input.ts';
import { checkedTitle, notNull } from '../not-null.ts';

const UserRegistryType = builder.enumType('UserRegistryType', {
  description: 'How a user registry is asked.',
  values: {
    AUTHENTICATION_URL: {
      description: 'By a GET with HTTP Basic to its URL: 200 accepts, 401 and 403 refuse.',
    },
  } as const,
});

builder.prismaObject('UserRegistry', {
  description: 'Who knows people by username and password.',
  fields: (t) => ({
    name: t.exposeString('name', { description: 'Its name, for example `sample-users`.' }),
    title: t.exposeString('title', { description: 'What administrators call it.' }),
    displayName: t.exposeString('displayName', { description: 'What the people in it are shown.' }),
    type: t.expose('type', { type: UserRegistryType, description: 'How it is asked.' }),
    url: t.expose('url', {
      type: 'URL',
      description: 'The address that is called to validate a username and password.',
    }),
    catalogs: t.relation('catalogs', {
      description: 'The catalogs that it is assigned to, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
    oauthProviders: t.relation('oauthProviders', {
      description: 'Those that authenticate people with it, the first created first.',
      args: partArgs,
      query: (part) => ({ orderBy: { id: 'asc' }, ...takeSkipOf(part) }),
    }),
  }),
});

/**
 * The user registry that an input names.
 *
 * @param where the org, the registry, and where the input says so
 * @throws NOT_FOUND when the org has no such registry
 */
export async function userRegistryNamed(
  transaction: Pick<Transaction, 'userRegistry'>,
  { orgId, name, path }: NamedInput,
) {
  const registry = await transaction.userRegistry.findUnique({ where: { orgId_name: { orgId, name } } });
  return registry ?? refuse('NOT_FOUND', { detail: `There is no user registry ${name} in this org.`, path });
}

builder.queryField('userRegistry', (t) =>
  t.prismaField({
    type: 'UserRegistry',
    nullable: true,
    description: 'One user registry of an org.',
    args: {
      org: t.arg.string(inOrg),
      name: t.arg.string({ required: true, description: 'The name of the registry.' }),
    },
    resolve: async (query, _root, { org, name }, context) => {
      const { id: orgId } = await context.org(org, ['org']);
      return context.database.prisma.userRegistry.findUnique({
        ...query,
        where: { orgId_name: { orgId, name } },
      });
    },
  }),
);

const CreateUserRegistryInput = builder.inputType('CreateUserRegistryInput', {
  description: 'What a new user registry is made from.',
  fields: (t) => ({
    org: t.string(inOrg),
    title: t.string({ required: true, description: 'What administrators call it.' }),
    name: t.string({ description: 'Its name; made from the title unless given.' }),
    displayName: t.string({ required: true, description: 'What the people in it are shown.' }),
    type: t.field({
      type: UserRegistryType,
      defaultValue: 'AUTHENTICATION_URL',
      description: 'How it is asked.',
    }),
    url: t.field({
      type: 'URL',
      required: true,
      description: 'The address that is called to validate a username and password.',
    }),
  }),
});

const UpdateUserRegistryInput = builder.inputType('UpdateUserRegistryInput', {
  description: 'What to change of a user registry; what is left out stays as it is.',
  fields: (t) => ({
    org: t.string(inOrg),
    name: t.string({ required: true, description: 'Which registry.' }),
    title: t.string({ description: 'What administrators call it.' }),
    displayName: t.string({ description: 'What the people in it are shown.' }),
    url: t.field({
      type: 'URL',
      description: 'The address that is called to validate a username and password.',
    }),
  }),
});

const TestUserRegistryInput = builder.inputType('TestUserRegistryInput', {
  description: 'Whom to ask a registry for. The audit keeps the username; nothing keeps the password.',
  fields: (t) => ({
    org: t.string(inOrg),
    name: t.string({ required: true, description: 'Which registry.' }),
    username: t.string({ required: true, description: 'The username to ask for.' }),
    password: t.string({ required: true, description: 'The password to ask for.' }),
  }),
});

const UserRegistryTest = builder.objectRef<AuthenticationResult>('UserRegistryTest').implement({
  description: 'What a user registry answered.',
  fields: (t) => ({
    authenticated: t.boolean({
      description: 'Does it accept the username and password?',
      resolve: ({ answer }) => answer === 'ACCEPTED',
    }),
    httpStatus: t.int({
      nullable: true,
      description: 'The HTTP status that it answered; null when it did not answer.',
      resolve: ({ httpStatus }) => httpStatus,
    }),
    durationMs: t.exposeFloat('durationMs', { description: 'How long it took, in milliseconds.' }),
    message: t.exposeString('message', {
      description: 'What that means; never holds the username or the password.',
    }),
  }),
});

builder.mutationField('createUserRegistry', (t) =>
  t.prismaField({
    type: 'UserRegistry',
    description: 'Creates a user registry in an org. Its address must be one that may be called.',
    args: {
      input: t.arg({ type: CreateUserRegistryInput, required: true, description: 'The new registry.' }),
    },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const { title, displayName, url } = input;
      const name = nameFor(input);
      checkTitle(displayName, ['input', 'displayName']);
      await context.outbound.forOrg(orgId).check(url, ['input', 'url']);
      const data = { orgId, name, title, displayName, url, type: input.type ?? 'AUTHENTICATION_URL' };
      return context.change(
        { orgId, action: 'createUserRegistry', subject: name, detail: { url } },
        async (transaction) => {
          const taken = await transaction.userRegistry.findUnique({ where: { orgId_name: { orgId, name } } });
          refuseTaken(taken, `a user registry ${name}`);
          await checkQuota(transaction, {
            resource: 'USER_REGISTRIES',
            ownerId: orgId,
            now: context.clock(),
          });
          return transaction.userRegistry.create({ ...query, data });
        },
      );
    },
  }),
);

builder.mutationField('updateUserRegistry', (t) =>
  t.prismaField({
    type: 'UserRegistry',
    description: 'Changes a user registry.',
    args: { input: t.arg({ type: UpdateUserRegistryInput, required: true, description: 'What to change.' }) },
    resolve: async (query, _root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const title = checkedTitle(input.title, ['input', 'title']);
      const displayName = checkedTitle(input.displayName, ['input', 'displayName']);
      const url = notNull(input.url, ['input', 'url']);
      if (url !== undefined) await context.outbound.forOrg(orgId).check(url, ['input', 'url']);
      const where = { orgId, name: input.name, path: ['input', 'name'] };
      return context.change(
        { orgId, action: 'updateUserRegistry', subject: input.name, ...(url && { detail: { url } }) },
        async (transaction) => {
          const { id } = await userRegistryNamed(transaction, where);
          const data = { title, displayName, url };
          return transaction.userRegistry.update({ ...query, where: { id }, data });
        },
      );
    },
  }),
);

builder.mutationField('deleteUserRegistry', (t) =>
  t.boolean({
    description: 'Deletes a user registry; refused while an OAuth provider authenticates people with it.',
    args: { input: t.arg({ type: NameInput, required: true, description: 'Which registry.' }) },
    resolve: async (_root, { input }, context) => {
      const { id: orgId } = await context.org(input.org);
      const where = { orgId, name: input.name, path: ['input', 'name'] };
      await context.change({ orgId, action: 'deleteUserRegistry', subject: input.name }, (transaction) =>
        deleteUserRegistry(transaction, where),
      );
      return true;
    },
  }),
);

/** @throws NOT_FOUND; IN_USE while an OAuth provider authenticates people with it */
export async function deleteUserRegistry(transaction: Transaction, where: NamedInput): Promise<void> {
  const { id, name } = await userRegistryNamed(transaction, where);
  const user = await transaction.oAuthProvider.findFirst({ where: { userRegistryId: id } });
  if (user)
    refuse('IN_USE', {
      detail: `The OAuth provider ${user.name} authenticates people with ${name}: give it another registry first.`,
      path: where.path,
    });
  await transaction.userRegistry.delete({ where: { id } });
}

builder.mutationField('testUserRegistry', (t) =>
  t.field({
    type: UserRegistryTest,
    description:
      'Calls the registry with a username and password and says what it answered. One a request; slowed as signing in is, and told to the audit with the username and the answer.',
    args: { input: t.arg({ type: TestUserRegistryInput, required: true, description: 'Whom to ask for.' }) },
    resolve: async (_root, { input: { org, name, ...person } }, context) => {
      const { id: orgId } = await context.org(org);
      const where = { orgId, name, path: ['input', 'name'] };
      const registry = await userRegistryNamed(context.database.prisma, where);
      oneARequest(context.caller);
      return authenticateWithLimit(context, registry, person);
    },
  }),
);

/** Callers that have tried a registry. Each request has its own caller object. */
const asked = new WeakSet<Caller>();

/** @throws BAD_USER_INPUT at the second test of one request: guesses are not to be had by the dozen */
function oneARequest(caller: Caller): void {
  if (asked.has(caller))
    refuse('BAD_USER_INPUT', {
      detail: 'One request tests one person at one registry: send another request.',
    });
  asked.add(caller);
}

/** Characters of a username that the audit keeps. */
const USERNAME_KEPT = 256;

/** Asks the registry, with the attempt limits and audit of a sign-in. @throws TOO_MANY_ATTEMPTS */
async function authenticateWithLimit(
  { attempts, caller, database, outbound, address }: ManagementContext,
  registry: UserRegistry,
  person: RegistryPerson,
): Promise<AuthenticationResult> {
  const { id, orgId, name } = registry;
  const guess = { target: ['test', id, person.username], source: ['test', orgId, caller.actor] };
  let verdict: AuthenticationResult | undefined;
  await attempts.attempt(guess, async () => {
    verdict = await authenticate(registry, person, outbound.forOrg(orgId));
    return verdict.answer === 'UNAVAILABLE' ? undefined : verdict.answer === 'ACCEPTED';
  });
  if (!verdict) return refuse('INTERNAL');
  const detail = { username: person.username.slice(0, USERNAME_KEPT), answer: verdict.answer };
  const event = { orgId, actor: caller.actor, action: 'testUserRegistry', subject: name, detail, address };
  await transact(database, (transaction) => recordAudit(transaction, event));
  return verdict;
}
