import { takesPasswords } from '../../../domain/oauth/open-id-settings.ts';
import { refuse } from '../../../foundation/errors.ts';
import { recordAudit, transact } from '../../../infrastructure/database/change.ts';
import type { UserRegistry } from '../../../infrastructure/database/generated/prisma/client.ts';
import { authenticateWithLimit } from '../../../infrastructure/user-registries/limited-authentication.ts';
import { LocalUsers } from '../../../infrastructure/user-registries/local-users.ts';
import { authenticate } from '../../../infrastructure/user-registries/registries.ts';
import type {
  AuthenticationResult,
  RegistryPerson,
} from '../../../infrastructure/user-registries/registry-type.ts';
import { registrySettingsOf } from '../../../infrastructure/user-registries/stored-registry.ts';
import { userRegistryTypes } from '../../../infrastructure/user-registries/types.ts';
import { builder, inOrg } from '../builder.ts';
import type { Caller } from '../caller.ts';
import type { ManagementContext } from '../context.ts';
import { userRegistryNamed } from './user-registry.ts';

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
      description: 'The HTTP status that it answered; null when it did not answer, and for other types.',
      resolve: ({ httpStatus }) => httpStatus,
    }),
    subject: t.string({
      nullable: true,
      description: 'What names the person in tokens; null when it is the username, or was not accepted.',
      resolve: ({ subject }) => subject,
    }),
    durationMs: t.exposeFloat('durationMs', { description: 'How long it took, in milliseconds.' }),
    message: t.exposeString('message', {
      description: 'What that means; never holds the username or the password.',
    }),
  }),
});

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
      refuseWithoutPasswords(registry);
      oneARequest(context.caller);
      return auditedAuthentication(context, registry, person);
    },
  }),
);

/** @throws BAD_USER_INPUT for a registry that takes no passwords */
function refuseWithoutPasswords({ name, type }: UserRegistry): void {
  if (takesPasswords(type)) return;
  refuse('BAD_USER_INPUT', {
    detail: `People of the user registry ${name} sign in at pages of its own, which cannot be tried for them: the faults of openId { check } or saml say what is wrong.`,
    path: ['input', 'name'],
  });
}

/** Callers that have tried a registry. Each request has its own caller object. */
const testers = new WeakSet<Caller>();

/** @throws BAD_USER_INPUT at the second test of one request: guesses are not to be had by the dozen */
function oneARequest(caller: Caller): void {
  if (testers.has(caller))
    refuse('BAD_USER_INPUT', {
      detail: 'One request tests one person at one registry: send another request.',
    });
  testers.add(caller);
}

/** Characters of a username that the audit keeps. */
const USERNAME_KEPT = 256;

/** Asks the registry, with the attempt limits and audit of a sign-in. @throws TOO_MANY_ATTEMPTS */
async function auditedAuthentication(
  { attempts, caller, clock, database, outbound, passwords, secrets, address }: ManagementContext,
  registry: UserRegistry,
  person: RegistryPerson,
): Promise<AuthenticationResult> {
  const { id, orgId, name } = registry;
  const counted = userRegistryTypes[registry.type].countedAs(person.username);
  const guess = { target: ['test', id, counted], source: ['test', orgId, caller.actor] };
  const localUsers = new LocalUsers({ database, passwords, clock });
  const deps = { outbound: outbound.forOrg(orgId), localUsers };
  const ask = () => authenticate(registrySettingsOf(registry, secrets), person, deps);
  const result = await authenticateWithLimit(guess, ask, attempts);
  const detail = { username: person.username.slice(0, USERNAME_KEPT), answer: result.answer };
  const event = { orgId, actor: caller.actor, action: 'testUserRegistry', subject: name, detail, address };
  await transact(database, (transaction) => recordAudit(transaction, event));
  return result;
}
