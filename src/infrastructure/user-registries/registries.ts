import { bulkhead, type IPolicy } from 'cockatiel';
import { LRUCache } from 'lru-cache';
import type { Outbound } from '../outbound/outbound.ts';
import { RegistryBreaker } from './registry-breaker.ts';
import type { AuthenticationResult, RegistryAccess, RegistryDeps, RegistryPerson } from './registry-type.ts';
import type { UserRegistryType } from './types.ts';
import { userRegistryTypes } from './types.ts';

/** A registry with its identity. Two registries of the same address, of two orgs, are independent. */
export type IdentifiedRegistry = RegistryAccess & { readonly type: UserRegistryType };

/** Asks a user registry to authenticate a person, whatever its earlier results. */
export function authenticate(
  { type, ...access }: IdentifiedRegistry,
  person: RegistryPerson,
  deps: RegistryDeps,
): Promise<AuthenticationResult> {
  return userRegistryTypes[type].authenticate(access, person, deps);
}

/** Persons that all registries of an org are asked about at once. A directory has a connection for each. */
const ORG_AT_ONCE_MAX = 128;
const ORG_WAITING_MAX = 4_096;
/** Registries and orgs whose state is kept. Beyond that, the least recently used one starts anew. */
const REGISTRIES_MAX = 1_000;

export type RegistriesDeps = Pick<RegistryDeps, 'localUsers'> & { readonly outbound: Outbound };

/** The user registries for code that signs people in. */
export class Registries {
  readonly #deps: RegistriesDeps;
  readonly #orgs = new LRUCache<string, IPolicy>({ max: REGISTRIES_MAX });
  readonly #breakers = new LRUCache<string, RegistryBreaker>({ max: REGISTRIES_MAX });

  constructor(deps: RegistriesDeps) {
    this.#deps = deps;
  }

  /** Asks as `authenticate` does, but spares a busy or failing registry. The result is then UNAVAILABLE. */
  authenticate(registry: IdentifiedRegistry, person: RegistryPerson): Promise<AuthenticationResult> {
    return this.#breakerOf(registry).ask(person.username, () => this.#ask(registry, person));
  }

  #ask(registry: IdentifiedRegistry, person: RegistryPerson): Promise<AuthenticationResult> {
    const { orgId } = registry;
    const bulkheadOfOrg = this.#orgs.get(orgId) ?? bulkhead(ORG_AT_ONCE_MAX, ORG_WAITING_MAX);
    this.#orgs.set(orgId, bulkheadOfOrg);
    const { outbound, localUsers } = this.#deps;
    const deps = { outbound: outbound.forOrg(orgId), localUsers };
    return bulkheadOfOrg.execute(() => authenticate(registry, person, deps));
  }

  #breakerOf({ id, type }: IdentifiedRegistry): RegistryBreaker {
    const breaker = this.#breakers.get(id) ?? new RegistryBreaker(userRegistryTypes[type]);
    this.#breakers.set(id, breaker);
    return breaker;
  }
}
