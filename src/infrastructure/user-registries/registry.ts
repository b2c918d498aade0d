import { LRUCache } from 'lru-cache';
import type { OrgOutbound, Outbound } from '../outbound/outbound.ts';
import { authenticationUrl } from './authentication-url.ts';
import { createRegistryBreaker, type RegistryBreaker } from './registry-breaker.ts';

/** What a registry says of a username and password. Silence and nonsense are never an acceptance. */
export type AuthenticationResult = {
  readonly answer: 'ACCEPTED' | 'REFUSED' | 'UNAVAILABLE';
  /** Absent when there was no answer. */
  readonly httpStatus?: number;
  /** When it may be asked again, where it was left alone. */
  readonly retryAfterSeconds?: number;
  readonly durationMs: number;
  /** For an administrator: never holds the username or the password. */
  readonly message: string;
};

export type RegistryPerson = { readonly username: string; readonly password: string };
export type RegistrySettings = { readonly type: 'AUTHENTICATION_URL'; readonly url: string };
/** Which registry it is: two of the same address, of two orgs, have nothing to do with each other. */
export type IdentifiedRegistry = RegistrySettings & { readonly id: string; readonly orgId: string };
export type Registry = (
  settings: RegistrySettings,
  person: RegistryPerson,
  outbound: OrgOutbound,
) => Promise<AuthenticationResult>;

/** One file a type of registry; a new type is one more line. */
const registries: Record<RegistrySettings['type'], Registry> = { AUTHENTICATION_URL: authenticationUrl };

/** Asks a user registry whether it knows this person by this password, however it fared before. */
export function authenticate(
  settings: RegistrySettings,
  person: RegistryPerson,
  outbound: OrgOutbound,
): Promise<AuthenticationResult> {
  return registries[settings.type](settings, person, outbound);
}

/** The user registries, as those who sign people in ask them. */
export type Registries = {
  /** Asks as `authenticate` does, but a registry that is at its bound or fails repeatedly is left alone: UNAVAILABLE. */
  authenticate(registry: IdentifiedRegistry, person: RegistryPerson): Promise<AuthenticationResult>;
};

/** Of more registries than this the one asked longest ago begins anew. */
const REGISTRIES_MAX = 1_000;

export function createRegistries(outbound: Outbound): Registries {
  const guards = new LRUCache<string, RegistryBreaker>({ max: REGISTRIES_MAX });
  function guardOf({ id }: IdentifiedRegistry): RegistryBreaker {
    const guard = guards.get(id) ?? createRegistryBreaker();
    guards.set(id, guard);
    return guard;
  }
  return {
    authenticate: (registry, person) =>
      guardOf(registry)(person.username, () =>
        authenticate(registry, person, outbound.forOrg(registry.orgId)),
      ),
  };
}
