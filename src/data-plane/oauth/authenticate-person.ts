import { networkOf } from '../../domain/addresses/network.ts';
import { refuse } from '../../foundation/errors.ts';
import type { AttemptInput } from '../../infrastructure/limits/guesses/attempts.ts';
import { authenticateWithLimit } from '../../infrastructure/user-registries/limited-authentication.ts';
import type { RegistryPerson } from '../../infrastructure/user-registries/registry-type.ts';
import { userRegistryTypes } from '../../infrastructure/user-registries/types.ts';
import type { AssignedRegistry } from '../snapshot/snapshot.ts';
import type { CatalogProvider, OAuthContext, SignIn } from './endpoint.ts';
import { noteFailed } from './failed-sign-in.ts';
import { type Form, required } from './form-body.ts';
import { knownDevice } from './session.ts';

const USERNAME_LENGTH_MAX = 256;
const PASSWORD_LENGTH_MAX = 1024;
const RETRY_AFTER_SECONDS = 5;

/**
 * The user registry of a provider in a catalog.
 *
 * Decision: a registry serves the catalogs that it is assigned to, and no other. An authorization from before its
 * removal holds to its end: the registry is asked about people, not about tokens. (spec.md, User registry)
 *
 * @throws TEMPORARILY_UNAVAILABLE when there is none; the operator is told once what to change
 */
export function registryOf(
  { provider, catalog }: CatalogProvider,
  { signInUnavailable: unserved }: Pick<OAuthContext, 'signInUnavailable'>,
): AssignedRegistry {
  const { registry, name } = provider;
  const path = `${catalog.path}/${name}`;
  if (registry?.isAssigned) {
    unserved.delete(path);
    return registry;
  }
  const remedy = registry
    ? `assignUserRegistry assigns ${registry.name} to it`
    : 'updateOAuthProvider gives it a userRegistry';
  const isKnown = unserved.get(path) === remedy;
  unserved.set(path, remedy);
  return refuse('TEMPORARILY_UNAVAILABLE', {
    detail: registry
      ? 'The user registry of the OAuth provider is not assigned to this catalog.'
      : 'The OAuth provider has no user registry to ask.',
    ...(!isKnown && {
      cause: new Error(
        `Nobody can sign in at the OAuth provider ${name} in the catalog ${catalog.path}: ${remedy}.`,
      ),
    }),
  });
}

/**
 * Identifies the person of a form's username and password by the provider's user registry.
 *
 * @throws BAD_USER_INPUT when there is none of them, or one that no registry can be asked about
 * @throws GRANT_INVALID when they are wrong, TOO_MANY_ATTEMPTS with Retry-After when too many were before
 * @throws TEMPORARILY_UNAVAILABLE with Retry-After when the registry cannot say it
 */
export async function identifyPerson(form: Form, signIn: SignIn, context: OAuthContext): Promise<string> {
  const person = personOf(form);
  const registry = registryOf(signIn, context);
  const fault = userRegistryTypes[registry.type].personFault(person);
  if (fault !== undefined) refuse('BAD_USER_INPUT', { detail: fault });
  const {
    answer,
    subject = person.username,
    retryAfterSeconds = RETRY_AFTER_SECONDS,
  } = await authenticateWithLimit(
    attemptOf({ registry, person }, signIn, context),
    () => context.registries.authenticate(registry, person),
    context.attempts,
  );
  if (answer === 'REFUSED') {
    noteFailed(person.username, signIn, context);
    refuse('GRANT_INVALID');
  }
  if (answer === 'UNAVAILABLE')
    refuse('TEMPORARILY_UNAVAILABLE', {
      detail: 'The user registry cannot say whether the username and password are right.',
      headers: { 'Retry-After': `${retryAfterSeconds}` },
    });
  return subject;
}

/**
 * Builds an attempt for the attempt limit.
 *
 * A client counts together with the address that it names as a trusted proxy; a known device counts by itself.
 */
function attemptOf(
  {
    registry,
    person: { username },
  }: { readonly registry: AssignedRegistry; readonly person: RegistryPerson },
  { client, ...call }: SignIn,
  context: OAuthContext,
): AttemptInput {
  const { provider } = call;
  const target = [provider.id, userRegistryTypes[registry.type].countedAs(username)];
  const network = networkOf(call.address);
  if (client) return { target, source: [provider.id, 'client', client.clientKey, network] };
  const device = knownDevice(username, call, context);
  if (device === undefined) return { target, source: [provider.id, 'address', network] };
  return { target, source: ['device', device], isKnown: true };
}

function personOf(form: Form): RegistryPerson {
  const person = { username: required(form, 'username'), password: required(form, 'password') };
  if (person.username.length > USERNAME_LENGTH_MAX || person.password.length > PASSWORD_LENGTH_MAX)
    refuse('BAD_USER_INPUT', {
      detail: `A username has at most ${USERNAME_LENGTH_MAX} characters, a password ${PASSWORD_LENGTH_MAX}.`,
    });
  return person;
}
